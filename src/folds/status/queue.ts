/** The slice of the status that follows messages said while a run was under way. */
import type { Handlers } from "../../contract/fold.ts";
import { textOf } from "../../contract/message.ts";
import type { SkillUse } from "../../contract/skill.ts";

export interface QueueSlice {
  /** First said, first delivered. Steering messages are taken in at the next step, the others begin the next run. */
  queue: { seq: number; steer: boolean; text: string; skill?: SkillUse | undefined }[];
}

export const initialQueue = (): QueueSlice => ({ queue: [] });

export const onQueue = {
  "message.queued": (state, { seq, data }) => {
    const { steer, skill } = data;
    state.queue.push({ seq, steer, text: textOf(data.parts ?? []), ...(skill !== undefined && { skill }) });
  },
  "message.withdrawn": (state, { data }) => drop(state, data.queued),
  "user.said": (state, { data }) => drop(state, data.delivers),
} satisfies Handlers<QueueSlice>;

const drop = (state: QueueSlice, seq: number | undefined): void => {
  if (seq !== undefined) state.queue = state.queue.filter((queued) => queued.seq !== seq);
};
