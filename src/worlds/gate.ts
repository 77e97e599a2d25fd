/** Holds a call to what it was allowed: each path and each effect passes here before anything is touched. */
import { type Allowance, CallBlocked } from "../contract/world.ts";
import { isBelow, isInside, realEntry, realPath, type Roots } from "./paths.ts";

type Access = "read" | "write";

/** Why a real path is not to be used like any other, as a clause that goes on after the path; undefined when it is. */
export type Guard = (real: string, access: Access) => string | undefined;

/** Every method throws `CallBlocked` for what the allowance does not cover. */
export interface Gate {
  readonly allowance: Allowance;
  /** Reading needs no effect; what may execute may write. */
  readonly effect: (needed: "write" | "execute" | "network") => void;
  /** The real path, once it is known to be inside the roots or the call may go anywhere. */
  readonly path: (path: string, access?: Access) => Promise<string>;
  /** The same for the entry itself, which may be a link: only the way to it is followed. */
  readonly entry: (path: string) => Promise<string>;
}

/** A gate for one allowance. */
export const gate = (roots: Roots, guard: Guard, allowance: Allowance): Gate => {
  const guarded = (path: string, real: string, access: Access): string => {
    const why = allowance.anywhere || allowance.guarded?.includes(real) === true ? undefined : guard(real, access);
    if (why === undefined) return real;
    throw new CallBlocked(`${path} ${why}`);
  };
  const checked = (path: string, real: string, access: Access): string => {
    if (allowance.anywhere || isInside(roots, real)) return real;
    const further = access === "read" ? (allowance.reads ?? []) : [];
    if (further.some((directory) => isBelow(real, directory))) return real;
    const where = [...new Set([...roots, ...further])].join(", ");
    throw new CallBlocked(`${path} is outside of ${where}${real === path ? "" : `: it leads to ${real}`}`);
  };
  return {
    allowance,
    effect: (needed) => {
      const { effects } = allowance;
      if (effects.includes(needed) || (needed === "write" && effects.includes("execute"))) return;
      throw new CallBlocked(`this call lacks the effect ${needed}: it was allowed ${effects.join(", ") || "none"}`);
    },
    path: async (path, access = "read") => guarded(path, checked(path, await realPath(roots, path), access), access),
    // An entry is looked up only to be removed.
    entry: async (path) => checked(path, await realEntry(roots, path), "write"),
  };
};

/** What both allow: a narrowed world can be narrowed further, never widened. */
export const bothAllow = (one: Allowance, other: Allowance): Allowance => ({
  effects: one.effects.filter((effect) => other.effects.includes(effect)),
  anywhere: one.anywhere && other.anywhere,
  reads: one.anywhere ? other.reads : one.reads?.filter((path) => other.anywhere || other.reads?.includes(path)),
  guarded: one.guarded?.filter((path) => other.guarded?.includes(path)) ?? other.guarded ?? [],
  hosts: other.hosts ?? one.hosts,
  denied: (host, port) => one.denied?.(host, port) ?? other.denied?.(host, port),
  reliesOn: other.reliesOn ?? one.reliesOn,
  connected: other.connected ?? one.connected,
});
