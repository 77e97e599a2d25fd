/** What is found out about one command while its words are read. */
import type { Effect } from "../../contract/terms.ts";
import type { Field } from "./expand.ts";
import { asPattern, isWithin, resolvePath } from "./path-patterns.ts";
import { type Damage, destruction } from "./protected.ts";
import type { CommandPart, Place } from "./reading.ts";
import type { ShellState } from "./shell-state.ts";

export interface Findings {
  readonly effects: Set<Effect>;
  readonly reads: Set<string>;
  readonly writes: Set<string>;
  readonly deletes: Set<string>;
  readonly hosts: Set<string>;
  /** Why it is not understood. */
  why?: string;
  destroys?: string;
}

/** Where a command runs. */
export interface Scene {
  readonly state: ShellState;
  readonly place: Place;
}

export const findings = (...effects: readonly Effect[]): Findings => ({
  effects: new Set(effects),
  reads: new Set(),
  writes: new Set(),
  deletes: new Set(),
  hosts: new Set(),
});

export const unclear = (found: Findings, why: string): void => {
  found.why ??= why;
};

export const partOf = (found: Findings, words: readonly string[]): CommandPart => ({
  words,
  effects: effectOrder.filter((effect) => found.effects.has(effect)),
  reads: [...found.reads],
  writes: [...found.writes],
  deletes: [...found.deletes],
  hosts: [...found.hosts],
  understood: found.why === undefined,
  ...(found.why === undefined ? {} : { why: found.why }),
});

const effectOrder: readonly Effect[] = ["read", "write", "execute", "network"];

/**
 * What a command does to a path: `overwrite` is a write after which nothing of a file's content is left, `change` a change
 * of rights in all that is below, `move` a removal that keeps the content elsewhere.
 */
export type Use = "read" | "write" | "overwrite" | "delete" | "change" | "move";

/** Notes that a command uses a path. A path that is not known makes the command unclear. */
export const touch = (found: Findings, use: Use, field: Field, { state, place }: Scene): void => {
  if (field.unknown === undefined && (field.text === "" || isStream(field.text))) return;
  found.effects.add(use === "read" ? "read" : "write");
  if (field.unknown !== undefined) return unclear(found, field.unknown);
  if (field.some === true && use !== "read")
    return unclear(found, "which files it is done to is known only when it runs");
  if (field.text.length > maxPath) return unclear(found, "a path in it is longer than any can be");
  const absolute = field.text.startsWith("/");
  if (!absolute && state.places.length === 0)
    return unclear(found, `the directory in which ${field.text} is, is not known`);
  const patterns = (absolute ? ["/"] : state.places).map((directory) => patternIn(directory, field));
  for (const pattern of patterns) {
    const path = field.pattern === undefined ? resolvePath("/", pattern.replaceAll(/\\([^])/gu, "$1")) : pattern;
    const kept = use === "read" ? found.reads : use === "delete" || use === "move" ? found.deletes : found.writes;
    kept.add(path);
    const link = use === "read" ? undefined : state.links.find((link) => path !== link && isWithin(path, link));
    if (link !== undefined) unclear(found, `${path} lies beyond ${link}, a link that the line makes`);
  }
  const damage = damages[use];
  if (damage !== undefined) judgeDamage(found, damage, patterns, place);
};

// As PATH_MAX of Linux.
const maxPath = 4096;

// Only where it would be so in every directory in which the shell may stand is it sure.
const judgeDamage = (found: Findings, damage: Damage, patterns: readonly string[], place: Place): void => {
  const reasons = patterns.map((pattern) => destruction(damage, pattern, place));
  const reason = reasons.find((sentence) => sentence !== undefined);
  if (reason === undefined) return;
  if (reasons.includes(undefined)) unclear(found, `if a cd before it fails, ${reason}`);
  else found.destroys ??= reason;
};

const damages: Readonly<Record<Use, Damage | undefined>> = {
  read: undefined,
  write: "write",
  overwrite: "overwrite",
  delete: "delete",
  move: "delete",
  change: "change",
};

const patternIn = (directory: string, field: Field): string =>
  resolvePath(asPattern(directory), field.pattern ?? asPattern(field.text));

const isStream = (path: string): boolean =>
  path === "-" || /^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|u?random|fd\/\d+)$/u.test(path);
