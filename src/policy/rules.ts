/** Rules as people write them: `tool(pattern)`, where the pattern is what the call is about, or `*`. */
import type { Target } from "../contract/terms.ts";

/** The rule that covers exactly these targets of a tool. */
export const ruleFor = (name: string, targets: readonly Target[]): string =>
  `${name}(${targets.map(literal).join(", ") || "*"})`;

/** Whether one of the rules covers the call. */
export const covering = (rules: readonly string[], name: string, targets: readonly Target[]): string | undefined => {
  const exact = ruleFor(name, targets);
  return rules.find((rule) => rule === exact || rule === `${name}(*)`);
};

/** What a target is about, in one text. */
export const subject = (target: Target): string => {
  switch (target.kind) {
    case "path":
      return target.path;
    case "command":
      return target.cwd === undefined ? target.command : `cd ${word(target.cwd)} && ${target.command}`;
    case "host":
      return target.host;
  }
};

// What looks like a pattern, a list or a quotation is quoted, so that a grant is never wider than the call it was given for.
const literal = (target: Target): string => {
  const text = subject(target);
  return /[*,"]/u.test(text) ? JSON.stringify(text) : text;
};

const word = (path: string): string => (/^[\w./~-]+$/u.test(path) ? path : JSON.stringify(path));
