/** The arguments of a call, a field a line, for people. */
import type { Drawing, Lines } from "../drawing.ts";
import { chop } from "./flow.ts";
import type { Fold } from "./folding.ts";
import { clipped, drawProse } from "./prose.ts";
import { span, type Span } from "./span.ts";
import { words } from "./words.ts";

const usual: Fold = { most: 20 };

export const drawInput = (input: unknown, drawing: Drawing, margin: readonly Span[], fold: Fold = usual): Lines => {
  if (input === undefined) return [];
  if (typeof input !== "object" || input === null || Array.isArray(input))
    return drawProse({ text: textOf(input), role: "text", margin, fold, code: true }, drawing);
  return Object.entries(input).flatMap(([name, value]) => {
    const text = textOf(value);
    const label = words("dim", `${name}: `);
    if (!text.includes("\n"))
      return chop([label, words("text", clipped(text, drawing))], drawing, {
        first: margin,
        rest: [...margin, span("text", "  ")],
      });
    const below = [...margin, span("text", "  ")];
    return [
      ...chop([words("dim", `${name}:`)], drawing, { first: margin, rest: margin }),
      ...drawProse({ text, role: "text", margin: below, fold, code: true }, drawing),
    ];
  });
};

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value, undefined, 2) ?? "");
