/** Makes this process do the same each time: its clock, its chance and the name of its user are no longer the machine's. */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

const begin = Date.UTC(2026, 0, 5, 9, 30);
const generatorStep = 0x6d2b79f5;

/**
 * For all that follows in this process, from the beginning again; each scene has a seed of its own. Time stands still but for
 * what is given back, as how often anybody looks at the clock depends on the machine.
 */
export const sameness = (seed: number): { readonly pass: (ms: number) => void } => {
  const random = numbers(seed);
  let now = begin + seed * 3_600_000;
  const RealDate = realDate;
  globalThis.Date = class extends RealDate {
    constructor(...given: [] | [number | string]) {
      super(...((given.length === 0 ? [now] : given) as [number]));
    }
    static override now = (): number => now;
  } as DateConstructor;
  const bytes = (size: number): Buffer => Buffer.from(Uint8Array.from({ length: size }, () => random() * 256));
  Math.random = random;
  Object.assign(crypto, {
    randomBytes: bytes,
    randomInt: (below: number) => Math.floor(random() * below),
    randomUUID: () => `00000000-0000-4000-8000-${bytes(6).toString("hex")}`,
  });
  Object.assign(os, { userInfo: () => ({ ...userInfo, username: "golden" }) });
  syncBuiltinESMExports();
  return { pass: (ms) => void (now += ms) };
};

const realDate = Date;
const userInfo = os.userInfo();

/** mulberry32, by Tommy Ettinger. */
const numbers = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + generatorStep) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
