/** Which event each command became, so that a retried one counts once. */
import type { Fold } from "../contract/fold.ts";

export interface Commands {
  seqs: Record<string, number>;
}

const note = (state: Commands, { seq, data }: { seq: number; data: { command?: string | undefined } }): void => {
  if (data.command !== undefined) state.seqs[data.command] = seq;
};

export const commands: Fold<Commands> = {
  name: "commands",
  version: 1,
  initial: () => ({ seqs: {} }),
  on: {
    "user.said": note,
    "message.queued": note,
    "message.withdrawn": note,
    "call.answered": note,
    "cancel.asked": note,
    "compaction.asked": note,
    "mode.changed": note,
    "session.named": note,
  },
};
