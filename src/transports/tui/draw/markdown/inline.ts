/** What stands within a block of Markdown, as lines of spans: line breaks of the source are kept. */
import type { Token, Tokens } from "@earendil-works/pi-tui";
import { cleanLine } from "../../../terminal/clean.ts";
import type { Drawing } from "../../drawing.ts";
import type { Role } from "../../theme.ts";
import { span, type Span } from "../span.ts";
import { untabbed } from "../words.ts";
import { linkOf } from "./link.ts";

/** One line at least. `role` is that of words that are not stressed. */
export const inlineLines = (tokens: readonly Token[] | undefined, role: Role, drawing: Drawing): Span[][] => {
  const lines: Span[][] = [[]];
  for (const one of tokens ?? [])
    for (const piece of spansOf(one, role, drawing))
      for (const [index, text] of piece.text.split("\n").entries()) {
        if (index > 0) lines.push([]);
        if (text !== "") lines.at(-1)?.push({ ...piece, text: untabbed(text) });
      }
  return lines;
};

const spansOf = (token: Token, role: Role, drawing: Drawing): Span[] => {
  const inner = (own: Role): Span[] => {
    const { tokens } = token as { tokens?: Token[] };
    return tokens === undefined
      ? [span(own, unescaped(textOf(token)))]
      : tokens.flatMap((one) => spansOf(one, own, drawing));
  };
  switch (token.type) {
    case "strong":
      return inner(role === "text" || role === "emphasis" ? "strong" : role);
    case "em":
      return inner(role === "text" ? "emphasis" : role);
    case "del":
      return drawing.plain ? [span(role, "(struck out: "), ...inner(role), span(role, ")")] : inner("struck");
    case "codespan":
      return [span("code", textOf(token))];
    case "br":
      return [span(role, "\n")];
    case "checkbox":
      return [];
    case "link":
      return linkSpans(token as Tokens.Link, inner("link"), drawing);
    case "image":
      return imageSpans(token as Tokens.Image, drawing);
    default:
      return inner(role);
  }
};

const textOf = (token: Token): string => ("text" in token && typeof token.text === "string" ? token.text : token.raw);

/** Where a link leads is said whenever it could not be seen otherwise, or its words tell of another place. */
const linkSpans = ({ href, text }: Tokens.Link, label: readonly Span[], { links }: Drawing): Span[] => {
  const link = linkOf(href);
  const place = cleanLine(href);
  const told = text === href || `mailto:${text}` === href;
  const linked = links === true ? label.map((one) => ({ ...one, link })) : [...label];
  const hidden = link === undefined || links !== true || /[./]\w|:\/\//u.test(text);
  return told || !hidden ? linked : [...linked, span("dim", ` (${place})`)];
};

const imageSpans = ({ href, text }: Tokens.Image, { links }: Drawing): Span[] => {
  const link = links === true ? linkOf(href) : undefined;
  return [
    { text: `[image${text === "" ? "" : `: ${cleanLine(text)}`}]`, role: "link", link },
    span("dim", ` (${cleanLine(href)})`),
  ];
};

/** The entities that models write. */
const unescaped = (text: string): string =>
  text.includes("&")
    ? text.replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/gu, (entity) => entities[entity] ?? entity)
    : text;

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};
