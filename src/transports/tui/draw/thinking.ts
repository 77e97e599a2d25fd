/** What the model thought: its first words, or all of it where details are shown. */
import type { TextItem } from "../../../folds/transcript-item.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { elapsed } from "./elapsed.ts";
import { line } from "./flow.ts";
import { drawProse } from "./prose.ts";
import { span } from "./span.ts";
import { words } from "./words.ts";

/** `ms`: how long it took, where that is known. Less than a second is not worth a word. */
export const drawThinking = ({ text = "(erased)", partial }: TextItem, drawing: Drawing, ms = 0): Lines => {
  const time = ms < 1_000 ? "" : ` for ${elapsed(ms)}`;
  return drawn({ text, label: `thought${time}${partial ? " (cut off)" : ""}: ` }, drawing);
};

/** Thinking that streams. `ms` since it began; its last words are seen. */
export const drawLiveThinking = (text: string, ms: number | undefined, drawing: Drawing): Lines => {
  const time = ms === undefined || drawing.plain ? "" : ` for ${elapsed(ms)}`;
  // The last sentence that has begun tells more than the first.
  const last = drawing.open ? text : (text.trimEnd().slice(-liveChars).split(/\n+/u).at(-1) ?? "");
  return drawn({ text: last, label: `thinking${time}: ` }, drawing);
};

const liveChars = 600;
const firstChars = 600;

const drawn = ({ text, label }: { text: string; label: string }, drawing: Drawing): Lines => {
  const head = drawing.plain ? label : `${drawing.open ? "▾" : "▸"} ${label}`;
  if (!drawing.open)
    return [line([span("thinking", head), words("thinking", text.slice(0, firstChars).trim())], drawing)];
  const margin = [span("text", "  ")];
  return [line([span("thinking", head.trimEnd())], drawing), ...drawProse({ text, role: "thinking", margin }, drawing)];
};
