/** A sentence that the screen itself says; it is not in the log. */
import { cleanText } from "../../terminal/clean.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { flow } from "./flow.ts";
import { words } from "./words.ts";

export type NoteLevel = "note" | "warning" | "error";

export const drawNote = (level: NoteLevel, text: string, drawing: Drawing): Lines =>
  cleanText(text)
    .trimEnd()
    .split("\n")
    .flatMap((line) => flow([words(looks[level], `${level === "note" ? "" : "! "}${line}`)], drawing));

const looks = { note: "dim", warning: "warning", error: "error" } as const;
