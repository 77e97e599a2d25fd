/** Code as lines, in colours where these are to be had. */
import type { Drawing, Lines } from "../../drawing.ts";
import { chop } from "../flow.ts";
import { span, type Span } from "../span.ts";
import { untabbed } from "../words.ts";

/** `code` is clean. */
export const drawCode = (code: string, language: string, drawing: Drawing): Lines => {
  const margin = [span("text", drawing.plain ? "" : "  ")];
  const lines = codeLines(code, language, drawing).flatMap((line) =>
    chop(line, drawing, { first: margin, rest: margin }),
  );
  if (!drawing.plain) return lines;
  const said = (text: string): Lines => chop([span("dim", text)], drawing);
  return [...said(`code${language && ` (${language})`}:`), ...lines, ...said("end of code")];
};

const codeLines = (code: string, language: string, { highlight }: Drawing): Span[][] => {
  const text = code.split("\n").map(untabbed).join("\n");
  const lines: Span[][] = [[]];
  for (const { role, text: piece } of highlight?.(text, language) ?? [span("text", text)])
    for (const [index, part] of piece.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push(span(role, part));
    }
  return lines;
};
