/** PLACEHOLDER until the shell branch is merged. */
import type { Effect } from "../../contract/terms.ts";
import type { ParseShell } from "../../contract/shell.ts";

export interface ShellPlace {
  readonly cwd: string;
  readonly home: string;
  readonly roots: readonly string[];
  readonly stateDirectory?: string | undefined;
  readonly mountPoints: readonly string[];
}

export interface CommandReading {
  readonly understood: boolean;
  readonly why?: string;
  readonly parts: readonly CommandPart[];
  readonly destroys?: string;
}

export interface CommandPart {
  readonly words: readonly string[];
  readonly effects: readonly Effect[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  readonly hosts: readonly string[];
  readonly understood: boolean;
  readonly why?: string;
}

export const needsParser = (_line: string): boolean => false;

export const readCommand = (line: string, _place: ShellPlace, _parse: ParseShell | undefined): CommandReading => ({
  understood: true,
  parts: [
    {
      words: line.split(" "),
      effects: ["execute"],
      reads: [],
      writes: [],
      deletes: [],
      hosts: [],
      understood: true,
    },
  ],
});
