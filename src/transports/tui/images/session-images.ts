/** The images of a session: where they stand, what they are, and where they came from; not the pictures themselves. */
import type { Fold, Handlers } from "../../../contract/fold.ts";
import type { ContentPart } from "../../../contract/message.ts";
import { callSubject } from "../../../folds/call-subject.ts";
import { type Glance, glance } from "./glance.ts";

export interface SessionImage extends Glance {
  /** Of the event that holds it. */
  readonly seq: number;
  /** Which of the images in that event. */
  readonly index: number;
  readonly at: number;
  /** Who said it, or a tool and what it was called for. */
  readonly source: string;
}

export interface SessionImages {
  /** In order. */
  images: SessionImage[];
  /** What calls are about that have no outcome, by their ids, with a mark before each: one may be `__proto__`. */
  subjects: Record<string, string>;
}

export const sessionImages: Fold<SessionImages> = {
  name: "session-images",
  version: 1,
  initial: () => ({ images: [], subjects: {} }),
  on: {
    "user.said": (state, { seq, at, data: { parts, origin } }) => {
      add(state, parts, { seq, at, source: origin === "user" ? "you" : origin });
    },
    "message.queued": (state, { seq, at, data: { parts } }) => add(state, parts, { seq, at, source: "you" }),
    "model.replied": ({ subjects }, { data: { parts = [] } }) => {
      for (const part of parts) if (part.type === "call") subjects[`#${part.id}`] = callSubject(part.input);
    },
    "call.finished": (state, { seq, at, data: { call, name, output } }) => {
      add(state, output, { seq, at, source: `${name} ${state.subjects[`#${call}`] ?? ""}`.trimEnd() });
      delete state.subjects[`#${call}`];
    },
  } satisfies Handlers<SessionImages>,
};

const add = (
  { images }: SessionImages,
  parts: readonly ContentPart[] | undefined,
  place: Pick<SessionImage, "seq" | "at" | "source">,
): void => {
  const found = parts?.filter((part) => part.type === "image") ?? [];
  images.push(...found.map((part, index) => ({ ...glance(part), ...place, index })));
};
