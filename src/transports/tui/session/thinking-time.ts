/** How long a model thought, as far as it was heard while it did: the log holds only how long the whole reply took. */
import type { Live } from "./live.ts";

export interface ThinkingTime {
  /** The reply that streams, after each fragment of it. */
  readonly hear: (reply: Live["reply"]) => void;
  /** Milliseconds since 1970; undefined before the first thought of the reply. */
  readonly began: () => number | undefined;
  /**
   * Milliseconds from the first fragment of the thoughts to the last one before the answer, once; for an item of the transcript
   * that has this seq, or for what streams.
   */
  readonly take: (seq?: number) => number | undefined;
}

export const thinkingTime = (now: () => number): ThinkingTime => {
  let asked: number | undefined;
  let heard = 0;
  let answers = false;
  let time: { readonly began: number; ended: number } | undefined;
  return {
    hear: ({ asked: of, reasoning, text }) => {
      if (of !== asked) {
        asked = of;
        heard = 0;
        answers = false;
        time = undefined;
      }
      if (!answers && reasoning.length > heard) {
        if (heard === 0) time = { began: now(), ended: now() };
        else if (time !== undefined) time.ended = now();
        heard = reasoning.length;
      }
      // The last of the thoughts may be heard together with the first words of the answer.
      answers = text !== "";
    },
    began: () => time?.began,
    take: (seq = Infinity) => {
      // Of a reply before it.
      if (asked === undefined || seq < asked) return undefined;
      const taken = time;
      time = undefined;
      return taken && taken.ended - taken.began;
    },
  };
};
