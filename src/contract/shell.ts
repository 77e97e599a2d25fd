/** PLACEHOLDER until the shell branch is merged. */
export type ParseShell = (line: string) => unknown;
