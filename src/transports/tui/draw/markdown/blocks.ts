/** Blocks of Markdown as lines. */
import type { Token, Tokens } from "@earendil-works/pi-tui";
import type { Drawing, Lines } from "../../drawing.ts";
import type { Role } from "../../theme.ts";
import { flow, line, within } from "../flow.ts";
import { span } from "../span.ts";
import { drawCode } from "./code.ts";
import { inlineLines } from "./inline.ts";
import { drawTable } from "./table.ts";

/** With one blank line between two blocks, but none where `tight`. */
export const drawBlocks = (tokens: readonly Token[], drawing: Drawing, tight = false): Lines => {
  const drawn = tokens.map((token) => drawBlock(token, drawing)).filter((lines) => lines.length > 0);
  return drawn.flatMap((lines, index) => (index > 0 && !tight ? ["", ...lines] : lines));
};

const drawBlock = (token: Token, drawing: Drawing): Lines => {
  switch (token.type) {
    case "space":
    case "checkbox":
      return [];
    case "heading":
      return drawHeading(token as Tokens.Heading, drawing);
    case "code":
      return drawCode(...codeOf(token as Tokens.Code), drawing);
    case "blockquote":
      return drawQuote(token as Tokens.Blockquote, drawing);
    case "list":
      return drawList(token as Tokens.List, drawing);
    case "table":
      return drawTable(token as Tokens.Table, drawing);
    case "hr":
      return drawing.plain
        ? flow([span("text", "line across")], drawing)
        : [line([span("border", "─".repeat(Math.min(drawing.columns, ruleColumns)))], drawing)];
    default:
      return drawProse(token, "text", drawing);
  }
};

const ruleColumns = 60;

const drawProse = (token: Token, role: Role, drawing: Drawing): Lines => {
  const { tokens } = token as { tokens?: Token[] };
  return inlineLines(tokens ?? [token], role, drawing).flatMap((spans) => flow(spans, drawing));
};

const drawHeading = (token: Tokens.Heading, drawing: Drawing): Lines => {
  const sign = drawing.plain ? `heading ${token.depth}: ` : `${"#".repeat(token.depth)} `;
  const blank = span("text", drawing.plain ? "" : " ".repeat(sign.length));
  return within({ first: [span("dim", sign)], rest: [blank] }, drawing, (inner) => drawProse(token, "heading", inner));
};

const codeOf = ({ text, lang = "" }: Tokens.Code): [string, string] => [
  text,
  /^[\w+#.-]*/u.exec(lang.trim())?.[0] ?? "",
];

const drawQuote = ({ tokens }: Tokens.Blockquote, drawing: Drawing): Lines => {
  const said = (text: string): Lines => flow([span("text", text)], drawing);
  if (drawing.plain) return [...said("quote:"), ...drawBlocks(tokens, drawing), ...said("end of quote")];
  const bar = [span("border", "│ ")];
  const quoted: Drawing = { ...drawing, paint: (role, text) => drawing.paint(role === "text" ? "quote" : role, text) };
  return within({ first: bar, rest: bar }, quoted, (inner) => drawBlocks(tokens, inner));
};

const drawList = ({ items, ordered, start, loose }: Tokens.List, drawing: Drawing): Lines =>
  items.flatMap((item, index) => {
    const number = ordered ? `${(start || 1) + index}. ` : "";
    const sign = `${number || (drawing.plain ? "- " : "• ")}${item.task ? checkOf(item.checked === true, drawing) : ""}`;
    const margin = {
      first: [span(item.checked === true ? "success" : "dim", sign)],
      rest: [span("text", " ".repeat(sign.length))],
    };
    const drawn = within(margin, drawing, (inner) => {
      const lines = drawBlocks(item.tokens, inner, !loose);
      return lines.length > 0 ? lines : [""];
    });
    return loose && index > 0 ? ["", ...drawn] : drawn;
  });

const checkOf = (checked: boolean, { plain }: Drawing): string => {
  if (plain) return checked ? "done: " : "to do: ";
  return checked ? "✓ " : "☐ ";
};
