/** Keeping sessions in order: names for those that stay, an end for the others. */
import { KelsonError } from "../../../contract/error.ts";
import type { SessionSummary } from "../../../contract/runtime.ts";
import { counted } from "../../terminal/figures.ts";
import { findSession } from "../find-session.ts";
import { type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";

export const nameSession = (
  surroundings: Surroundings,
  id: string,
  options: StoreFlags & { readonly title: string },
): Promise<void> =>
  withRuntime(surroundings, options, async (runtime) => {
    const session = await runtime.open((await findSession(runtime, id)).id);
    const outcome = await session.send({ type: "name", id: surroundings.newId(), title: options.title });
    if (!outcome.ok) throw new KelsonError(outcome.code, outcome.message);
    await session.close();
  });

export const removeSessions = (surroundings: Surroundings, ids: readonly string[], flags: StoreFlags): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const found: SessionSummary[] = [];
    for (const id of ids) found.push(await findSession(runtime, id));
    const below = (await runtime.list()).filter(({ id }) => found.some((one) => id.startsWith(`${one.id}.`)));
    for (const { id } of forksFirst([...new Set([...below, ...found])])) {
      await runtime.remove(id);
      surroundings.stderr.write(`removed ${id}\n`);
    }
  });

/** Sessions that nothing has happened in for a while; one that a process works on stays. */
export const pruneSessions = (
  surroundings: Surroundings,
  flags: StoreFlags & { readonly olderThan: string; readonly dryRun?: boolean },
): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const before = surroundings.now() - ageMs(flags.olderThan);
    const all = await runtime.list();
    const old = withoutParents(
      all.filter(({ changedAt, live }) => changedAt < before && !live),
      all,
    );
    for (const { id, title } of forksFirst(old)) {
      if (!flags.dryRun) await runtime.remove(id);
      surroundings.stderr.write(`${flags.dryRun ? "would remove" : "removed"} ${id} ${title}\n`);
    }
    surroundings.stderr.write(`${counted(old.length, "session")} older than ${flags.olderThan}\n`);
  });

/** A fork begins with its parent's lines, so it goes before it. */
const forksFirst = (sessions: readonly SessionSummary[]): readonly SessionSummary[] =>
  sessions.toSorted((one, other) => other.createdAt - one.createdAt);

/** Whose forks stay, stays. */
const withoutParents = (old: readonly SessionSummary[], all: readonly SessionSummary[]): readonly SessionSummary[] => {
  const gone = new Set(old.map(({ id }) => id));
  const needed = new Set(all.filter(({ id }) => !gone.has(id)).map(({ forkedFrom }) => forkedFrom?.session));
  const rest = old.filter(({ id }) => !needed.has(id));
  return rest.length === old.length ? old : withoutParents(rest, all);
};

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

const ageMs = (text: string): number => {
  const [, amount, unit] = /^(\d+)([mhdw])$/u.exec(text) ?? [];
  if (amount !== undefined) return Number(amount) * unitMs[unit as keyof typeof unitMs];
  throw new KelsonError("bad_input", `--older-than must be a number with m, h, d or w, such as 30d, got "${text}"`);
};
