/** A file that was sent with a message: one line, and all of it with details. */
import { counted } from "../../terminal/figures.ts";
import type { Attached } from "../attached.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { flow } from "./flow.ts";
import { drawProse } from "./prose.ts";
import { span } from "./span.ts";
import { words } from "./words.ts";

export const drawAttached = ({ kind, path, text }: Attached, drawing: Drawing): Lines => {
  const lines = text.split("\n").length - 1;
  const size = counted(lines, kind === "file" ? "line" : "name");
  return [
    ...flow([words("user", `[${path}, ${size}]`)], drawing),
    ...(drawing.open ? drawProse({ text, role: "dim", margin: [span("text", "  ")], code: true }, drawing) : []),
  ];
};
