/** Writes a part of a page as Markdown, or as text without links and marks. */
import type { HtmlElement } from "./html-document.ts";

/** `text` leaves out links, images and emphasis. */
export const markdownOf = async (element: HtmlElement, style: "markdown" | "text"): Promise<string> => {
  const { default: Turndown } = await import("turndown");
  const service = new Turndown({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-", hr: "---" });
  const rule = (name: string, filter: readonly Tag[], replacement: Replacement): void => {
    service.addRule(name, {
      filter: [...filter],
      replacement: (content, node) => replacement(content, node as unknown as HtmlElement),
    });
  };
  rule("table", ["table"], (content) => `\n\n${content.trim()}\n\n`);
  rule("table part", ["thead", "tbody", "tfoot"], (content) => content);
  rule("row", ["tr"], (content, node) => (isData(node) ? `\n|${content}${ruler(node)}` : content));
  rule("cell", ["th", "td"], (content, node) => (isData(node) ? ` ${inCell(content)} |` : `\n\n${content}\n\n`));
  rule("strike", ["del", "s"], (content) => `~~${content}~~`);
  if (style === "text") {
    rule("plain link", ["a"], (content) => content);
    rule("plain text", ["em", "i", "strong", "b"], (content) => content);
    rule("no image", ["img"], (_, node) => node.getAttribute("alt") ?? "");
    service.escape = (text) => text;
  }
  const written = service.turndown(element as unknown as Parameters<typeof service.turndown>[0]);
  return written
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
};

type Tag =
  | "table"
  | "thead"
  | "tbody"
  | "tfoot"
  | "tr"
  | "th"
  | "td"
  | "del"
  | "s"
  | "a"
  | "em"
  | "i"
  | "strong"
  | "b"
  | "img";
type Replacement = (content: string, node: HtmlElement) => string;

/** A table of data has several columns and no table within; all others only place things on the page. */
const isData = (node: HtmlElement): boolean => {
  const table = tableOf(node);
  if (table === null || table.querySelector("table") !== undefined) return false;
  return (table.querySelector("tr")?.querySelectorAll("th, td").length ?? 0) > 1;
};

const tableOf = (node: HtmlElement): HtmlElement | null => {
  let at: HtmlElement | null = node;
  while (at !== null && at.nodeName !== "TABLE") at = at.parentNode;
  return at;
};

/** Markdown wants a line below the first row. */
const ruler = (row: HtmlElement): string =>
  tableOf(row)?.querySelector("tr") === row ? `\n|${" --- |".repeat(row.querySelectorAll("th, td").length)}` : "";

const inCell = (content: string): string =>
  content
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("|", String.raw`\|`);
