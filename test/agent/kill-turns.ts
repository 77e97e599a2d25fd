/** What the model says in the sessions that are killed: looks side by side, acts one after the other, and words between. */
import { call, type Turn } from "./playing.ts";

const acts = (step: number): string[] => [`act ${step}a`, `act ${step}b`];

const working = (step: number): Turn => ({
  text: `This is step ${step}: first I look, then I act.`,
  delayMs: 2,
  calls: [
    ...["a", "b", "c"].map((name) => call("look", `look ${step}${name}`)),
    ...acts(step).map((text) => call("act", text)),
  ],
});

const steps = [1, 2, 3, 4, 5, 6];

export const killTurns: readonly Turn[] = [...steps.map(working), { text: "All of it is done.", delayMs: 2 }];

/** The effects that the calls have, once each. */
export const killEffects: readonly string[] = steps.flatMap(acts);
