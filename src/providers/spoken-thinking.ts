/** Splits thinking off that a local model writes into its text, between `<think>` and `</think>`. */
import type { Part } from "../contract/provider.ts";
import type { Codec } from "./codec.ts";

/** What has been decided: nothing yet, that it begins to think (blanks come first), thinks, has thought, or that all is text. */
interface Spoken {
  stage: "start" | "opened" | "thinking" | "after" | "text";
  closing: string;
  held: string;
}

const tags: Readonly<Record<string, string>> = {
  "<think>": "</think>",
  "<thinking>": "</thinking>",
  "<thought>": "</thought>",
};

/** A codec whose text parts are split. A tag counts only where a reply begins, and may arrive in pieces. */
export const spokenThinking = <State>(
  codec: Codec<State>,
): Codec<{ readonly inner: State; readonly spoken: Spoken }> => ({
  ...codec,
  initial: (request) => ({
    inner: codec.initial(request),
    spoken: { stage: "start", closing: "", held: "" },
  }),
  event: ({ inner, spoken }, event) => splitParts(spoken, codec.event(inner, event)),
  whole: ({ inner, spoken }, body) => splitParts(spoken, codec.whole(inner, body)),
  end: ({ inner, spoken }) => {
    const parts = codec.end(inner);
    return parts && splitParts(spoken, parts);
  },
});

/** Thinking that the server split off itself shows that its text holds none. Whatever follows the text ends it. */
const splitParts = (spoken: Spoken, parts: readonly Part[]): readonly Part[] => {
  if (spoken.stage === "text") return parts;
  return parts.flatMap((part) => {
    if (part.type === "text") return split(spoken, part.text);
    if (part.type === "unknown") return [part];
    return [...close(spoken), part];
  });
};

const close = (spoken: Spoken): readonly Part[] => {
  const { stage, held } = spoken;
  spoken.stage = "text";
  spoken.held = "";
  return held === "" ? [] : [said(stage === "thinking" ? "reasoning" : "text", held)];
};

const said = (type: "text" | "reasoning", text: string): Part =>
  // As an id of its own, so that it is not joined with what the server calls so.
  ({ type, id: type === "reasoning" ? "spoken" : "text", text });

const split = (spoken: Spoken, text: string): readonly Part[] => {
  spoken.held += text;
  const parts: Part[] = [];
  if (spoken.stage === "start") open(spoken);
  if (spoken.stage === "opened") {
    spoken.held = spoken.held.trimStart();
    if (spoken.held !== "") spoken.stage = "thinking";
  }
  if (spoken.stage === "thinking") parts.push(...think(spoken));
  if (spoken.stage === "after") {
    spoken.held = spoken.held.trimStart();
    if (spoken.held !== "") spoken.stage = "text";
  }
  if (spoken.stage === "text" && spoken.held !== "") {
    parts.push(said("text", spoken.held));
    spoken.held = "";
  }
  return parts;
};

const open = (spoken: Spoken): void => {
  const begun = spoken.held.trimStart();
  const tag = Object.keys(tags).find((tag) => begun.startsWith(tag));
  if (tag !== undefined) {
    spoken.stage = "opened";
    spoken.closing = tags[tag] ?? "";
    spoken.held = begun.slice(tag.length);
  } else if (!Object.keys(tags).some((tag) => tag.startsWith(begun))) spoken.stage = "text";
};

const think = (spoken: Spoken): readonly Part[] => {
  const { held, closing } = spoken;
  const end = held.indexOf(closing);
  if (end >= 0) {
    spoken.stage = "after";
    spoken.held = held.slice(end + closing.length);
    return end === 0 ? [] : [said("reasoning", held.slice(0, end))];
  }
  const sure = held.length - beginningAtEnd(held, closing);
  spoken.held = held.slice(sure);
  return sure === 0 ? [] : [said("reasoning", held.slice(0, sure))];
};

/** How many characters at the end of a text may be the beginning of a tag. */
export const beginningAtEnd = (text: string, tag: string): number => {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--)
    if (text.endsWith(tag.slice(0, length))) return length;
  return 0;
};
