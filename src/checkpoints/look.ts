/** Looks at one entry of a directory, and reads it when it is not as it was seen. */
import type { Stats } from "node:fs";
import type { LeftOutReason } from "../contract/checkpoint.ts";
import type { Gathering } from "./gather.ts";
import type { SeenEntry } from "./known.ts";
import type { Place } from "./place.ts";
import { modeOfFile, type ReadFile, readWhole } from "./read-whole.ts";
import { isAsSeen, numbersOf, type Signature, signatureOf } from "./signature.ts";

export interface LookedAt {
  readonly place: Place;
  readonly name: string;
  readonly stats: Stats;
  readonly was: SeenEntry | undefined;
  readonly mostBytes: number;
}

/** Anything but a directory. It rejects only when what was read cannot be kept. */
export const look = async (at: LookedAt, gathering: Gathering): Promise<SeenEntry> => {
  if (at.was !== undefined && isAsSeen(at.was.signature, numbersOf(at.stats)) && fits(at)) return at.was;
  const found = read(at);
  if ("entry" in found) return found;
  const digest = await gathering.add(found.content);
  return {
    signature: found.signature,
    entry: { kind: "file", mode: modeOfFile(found), digest, bytes: found.content.length },
  };
};

/** What was read when bigger files were may be too big now. */
const fits = ({ was, mostBytes }: LookedAt): boolean => was?.entry.kind !== "file" || was.entry.bytes <= mostBytes;

/** Without a signature it is looked at again each time. */
export const leftOut = (why: LeftOutReason, signature?: Signature): SeenEntry => ({
  signature,
  entry: { kind: "left-out", why },
});

const read = ({ place, name, stats, mostBytes }: LookedAt): SeenEntry | ReadFile => {
  try {
    if (stats.isSymbolicLink()) {
      const signature = signatureOf(stats, Date.now());
      return { signature, entry: { kind: "link", target: place.target(name) } };
    }
    if (!stats.isFile()) return leftOut("special", numbersOf(stats));
    if (stats.size > mostBytes) return leftOut("too-big", numbersOf(stats));
    const whole = readWhole(place, name, mostBytes);
    return whole ?? leftOut("changing");
  } catch {
    return leftOut("unreadable");
  }
};
