/** What a walk through a line carries along: what it found, and its limits. */
import type { ParseShell, ShellNode } from "../../contract/shell.ts";
import type { Field } from "./expand.ts";
import { type Findings, partOf, type Scene, unclear } from "./findings.ts";
import { plainWords } from "./plain-words.ts";
import type { CommandPart, Place } from "./reading.ts";
import { both, type Ends, type ShellState } from "./shell-state.ts";

/** What a command reads from its standard input, as far as it is known. */
export interface Input {
  /** Who writes it. */
  readonly from: string;
  readonly text?: string;
  /** The paths that it lists. */
  readonly lists?: readonly Field[];
}

export interface Walk {
  readonly place: Place;
  readonly parse: ParseShell | undefined;
  /** Walks nodes: handed along so that no file imports in a circle. */
  readonly nodes: (walk: Walk, nodes: readonly ShellNode[], state: ShellState, input?: Input) => Ends;
  readonly parts: Map<string, CommandPart>;
  /** Functions that are being called, with how many processes deep. */
  readonly calls: Map<string, number>;
  why?: string;
  destroys?: string;
  /** How many scripts deep, wrappers deep, steps far, forks deep and loops deep the walk is. */
  scripts: number;
  wraps: number;
  steps: number;
  forks: number;
  loops: number;
  /** States in which the innermost loop or function is left early. */
  escapes: ShellState[];
}

/** A command that is about to run: its words, and what is known of it already. */
export interface Invocation {
  readonly words: readonly Field[];
  readonly state: ShellState;
  readonly found: Findings;
  readonly input?: Input | undefined;
  /** Whether functions are passed over, as `command` does. */
  readonly noFunctions?: boolean;
}

export const sceneOf = (walk: Walk, state: ShellState): Scene => ({ place: walk.place, state });

/** Writes down a part. */
export const report = (walk: Walk, found: Findings, words: readonly Field[]): void => {
  const part = partOf(
    found,
    words.map(({ text }) => text),
  );
  walk.parts.set(JSON.stringify(part), part);
  if (found.why !== undefined) walk.why ??= found.why;
  if (found.destroys !== undefined) walk.destroys ??= found.destroys;
};

/** Writes down what is known of a command whose parts are reported by themselves, if that is anything. */
export const reportAround = (walk: Walk, found: Findings, words: readonly Field[]): void => {
  if (found.effects.size > 0 || found.why !== undefined || found.destroys !== undefined) report(walk, found, words);
};

/** Walks a script that a command runs, as its own line. */
export const runScript = (walk: Walk, text: string, { state, found, input }: Omit<Invocation, "words">): Ends => {
  const script = walk.scripts >= maxScripts ? undefined : (plainWords(text) ?? walk.parse?.(text));
  if (script === undefined) unclear(found, "it runs scripts in scripts too deeply to be followed");
  for (const problem of script?.problems ?? []) unclear(found, `a script in it cannot be read: ${problem}`);
  walk.scripts += 1;
  const ends = walk.nodes(walk, script?.nodes ?? [], state, input);
  walk.scripts -= 1;
  return ends;
};

const maxScripts = 6;

/** Counts a step; false when the line is too much work to be followed to its end. */
export const step = (walk: Walk): boolean => {
  walk.steps += 1;
  if (walk.steps <= maxSteps) return true;
  walk.why ??= "it has too many steps to be followed";
  return false;
};

const maxSteps = 3000;

export const nowhere = (state: ShellState): Ends => both({ ...state, dead: true });
