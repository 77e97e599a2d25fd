/** The door: what a shell line would do, before it runs. */
import type { ParseShell } from "../../contract/shell.ts";
import { plainWords } from "./plain-words.ts";
import type { CommandReading, Place } from "./reading.ts";
import { shellState } from "./shell-state.ts";
import { walkNodes } from "./walk-nodes.ts";
import type { Walk } from "./walk.ts";

export { needsParser } from "./plain-words.ts";
export type { CommandPart, CommandReading, Place } from "./reading.ts";

/**
 * Reads a line of bash as it would run at a place. Pure and total: it never throws and always ends. Without a parser only
 * lines of plain words are understood (`needsParser`).
 */
export const readCommand = (line: string, place: Place, parse: ParseShell | undefined): CommandReading => {
  if (line.length > maxChars) return notUnderstood(`it is longer than ${maxChars} characters`);
  if (controls.test(line)) return notUnderstood("it holds control characters");
  const script = plainWords(line) ?? parse?.(line);
  if (script === undefined) return notUnderstood("there is no parser for more than plain words");
  const walk = walkAt(place, parse);
  walkNodes(walk, script.nodes, shellState(place));
  const why = script.problems[0] === undefined ? walk.why : `it cannot be read: ${script.problems[0]}`;
  return {
    understood: why === undefined,
    parts: [...walk.parts.values()],
    ...(why === undefined ? {} : { why }),
    ...(walk.destroys === undefined ? {} : { destroys: walk.destroys }),
  };
};

const maxChars = 65_536;

// Tab and newline are blanks; a terminal that shows the line may hide others.
// oxlint-disable-next-line no-control-regex -- These are what is looked for.
const controls = /[\0-\u0008\v-\u001F\u007F]/u;

const notUnderstood = (why: string): CommandReading => ({ understood: false, why, parts: [] });

const walkAt = (place: Place, parse: ParseShell | undefined): Walk => ({
  place,
  parse,
  nodes: walkNodes,
  parts: new Map(),
  calls: new Map(),
  scripts: 0,
  wraps: 0,
  steps: 0,
  forks: 0,
  loops: 0,
  escapes: [],
});
