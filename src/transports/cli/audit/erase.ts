/** What was said in a session, erased for good; that it happened stays. */
import { KelsonError } from "../../../contract/error.ts";
import type { Erasing } from "../../../contract/runtime.ts";
import { counted } from "../../terminal/figures.ts";
import { confirmed } from "../confirmed.ts";
import { findSession } from "../find-session.ts";
import { type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";

export interface EraseFlags extends StoreFlags {
  readonly seq?: readonly string[];
  readonly before?: string;
  readonly yes?: boolean;
}

export const eraseContent = (surroundings: Surroundings, id: string, flags: EraseFlags): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const which = chosen(flags);
    const session = (await findSession(runtime, id)).id;
    if (!flags.yes) await confirmed(surroundings, `Erase ${nameOf(which)} of session ${session} for good?`);
    const { bodies, seq } = await runtime.erase(session, which);
    const written = seq === undefined ? "" : `; line ${seq} says so`;
    surroundings.stderr.write(`erased the content of ${counted(bodies, "line")} of ${session}${written}\n`);
  });

const chosen = ({ seq, before }: EraseFlags): Erasing => {
  if (seq !== undefined && before !== undefined) throw wrong("--seq and --before cannot stand together");
  if (seq !== undefined) return { seqs: seq.flatMap((word) => word.split(",")).map(seqOf) };
  if (before === undefined) return "all";
  const at = Date.parse(before);
  if (Number.isNaN(at)) throw wrong(`--before must be a time such as 2026-11-01 or 2026-11-01T12:00Z, got "${before}"`);
  return { before: at };
};

const seqOf = (word: string): number => {
  if (/^\d{1,15}$/u.test(word)) return Number(word);
  throw wrong(`--seq must be numbers of lines such as 4 or 4,7,9, got "${word}"`);
};

const nameOf = (which: Erasing): string => {
  if (which === "all") return "all content";
  return "seqs" in which ? `the content of lines ${which.seqs.join(", ")}` : "the older content";
};

const wrong = (sentence: string): KelsonError => new KelsonError("bad_input", sentence);
