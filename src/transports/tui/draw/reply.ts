/** What the model wrote. */
import type { TextItem } from "../../../folds/transcript-item.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { line } from "./flow.ts";
import { drawMarkdown } from "./markdown.ts";
import { span } from "./span.ts";

export const drawReply = ({ text = "(erased)", partial }: TextItem, drawing: Drawing): Lines => {
  const lines = drawMarkdown(text, drawing);
  return partial ? [...lines, line([span("warning", "… (cut off)")], drawing)] : lines;
};
