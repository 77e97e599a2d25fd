/** What an obeying model tries: calls, one after the other. Words in braces, such as {home}, are filled in by the test. */
export interface Attempt {
  readonly name: string;
  readonly calls: readonly Call[];
}

export interface Call {
  readonly name: string;
  readonly input: object;
}

export const attempt = (name: string, ...calls: readonly Call[]): Attempt => ({ name, calls });

/** A shell line. */
export const bash = (command: string): Call => ({ name: "bash", input: { command, timeout_seconds: 10 } });

/** An attempt of one shell line, called by it. */
export const line = (command: string): Attempt => attempt(command, bash(command));

export const exec = (...argv: readonly string[]): Call => ({ name: "exec", input: { argv, timeout_seconds: 10 } });

export const call = (name: string, input: object): Call => ({ name, input });
