/** Takes a call apart into its aspects: its targets, what its commands would touch, and effects that no target accounts for. */
import type { Effect } from "../contract/terms.ts";
import type { ResolvedTarget } from "../contract/world.ts";
import type { Aspect, Command } from "./aspect.ts";
import type { ProtectedPaths } from "./protected-paths.ts";
import type { CommandPart, CommandReading } from "./shell/read-command.ts";

type Path = Extract<ResolvedTarget, { kind: "path" }>;

/**
 * A command's reading, and where the paths that it names really lead: each by itself, and with what it stands for when it is
 * a pattern. A path that is missing stands for what cannot be told.
 */
export interface StudiedCommand {
  readonly line: string;
  readonly reading: CommandReading;
  readonly paths: ReadonlyMap<string, readonly Path[]>;
}

/** All that a call would do, as far as can be told before. `commands` are the studies of its command targets, in order. */
export const aspectsOf = (
  effects: readonly Effect[],
  targets: readonly ResolvedTarget[],
  commands: readonly StudiedCommand[],
  guard: ProtectedPaths,
): Aspect[] => {
  const own = targets.flatMap((target): Aspect[] => {
    if (target.kind === "host") return [{ kind: "host", host: target.host }];
    return target.kind === "path" ? [pathAspect(target, target.access, guard)] : [];
  });
  const run = commands.flatMap((command) => commandAspects(command, guard));
  const left = effects.filter((effect) => !isToldBy(effect, [...own, ...run]));
  return [...own, ...run, ...left.map((effect): Aspect => ({ kind: "effect", effect }))];
};

const pathAspect = (
  { path, real, inside }: Path,
  access: "read" | "write" | "delete",
  guard: ProtectedPaths,
): Extract<Aspect, { kind: "path" }> => ({
  kind: "path",
  access,
  path,
  real,
  inside,
  guarded: real === undefined ? undefined : guard(real, access === "read" ? "read" : "write"),
});

const commandAspects = ({ line, reading, paths }: StudiedCommand, guard: ProtectedPaths): Aspect[] => {
  if (reading.parts.length === 0) {
    const unclear = reading.understood ? undefined : (reading.why ?? "the line");
    return [{ kind: "command", command: { line, words: [], effects: ["execute"], unclear } }];
  }
  const whole = reading.understood ? undefined : reading.why;
  return reading.parts.flatMap((part) => partAspects({ line, part, unclear: whole }, paths, guard));
};

const partAspects = (
  { line, part, unclear }: { line: string; part: CommandPart; unclear: string | undefined },
  paths: StudiedCommand["paths"],
  guard: ProtectedPaths,
): Aspect[] => {
  const { words, effects, reads, writes, deletes, hosts, understood, why = "what it would do" } = part;
  const touched = [
    ...reads.map((path) => ({ path, access: "read" as const })),
    ...writes.map((path) => ({ path, access: "write" as const })),
    ...deletes.map((path) => ({ path, access: "delete" as const })),
  ].filter(({ path }) => !sinks.has(path));
  const untold = touched.find(({ path }) => !paths.has(path));
  const all = untold === undefined ? undefined : `all that ${untold.path} stands for`;
  const command: Command = { line, words, effects, unclear: understood ? (unclear ?? all) : why };
  return [
    { kind: "command", command },
    ...touched.flatMap(({ path, access }) =>
      (paths.get(path) ?? []).map((target): Aspect => ({ ...pathAspect(target, access, guard), by: command })),
    ),
    ...hosts.map((host): Aspect => ({ kind: "host", host, by: command })),
  ];
};

/** Devices that keep nothing. */
const sinks = new Set([
  "/dev/null",
  "/dev/stdin",
  "/dev/stdout",
  "/dev/stderr",
  "/dev/tty",
  "/dev/zero",
  "/dev/urandom",
]);

/** Whether an aspect already stands for an effect that a tool declares. Nothing stands for what happens elsewhere. */
const isToldBy = (effect: Effect, aspects: readonly Aspect[]): boolean => {
  if (effect === "read") return aspects.length > 0;
  return aspects.some(
    (aspect) =>
      (aspect.kind === "command" && effect !== "external") ||
      (aspect.kind === "path" && effect === "write" && aspect.access !== "read") ||
      (aspect.kind === "host" && effect === "network"),
  );
};
