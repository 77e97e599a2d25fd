/** Makes a page of the web readable: its title, and its article without what surrounds it. */
import { all, type HtmlDocument, htmlDocument, type HtmlElement } from "./html-document.ts";
import { markdownOf } from "./markdown.ts";
import { nesting } from "./nesting.ts";

export interface ReadablePage {
  readonly title: string;
  readonly text: string;
  /** Whether the page was too long to be read to its end. */
  readonly cut: boolean;
}

/** Takes at most a second or two. Throws one sentence for a page that cannot be read. */
export const readablePage = async (html: string, url: string, style: "markdown" | "text"): Promise<ReadablePage> => {
  const cut = html.length > maxHtmlChars;
  const source = html.slice(0, maxHtmlChars);
  const tooDeep = `${url} is nested too deeply to be made readable; format raw shows its source`;
  if (nesting(source) > maxNesting) throw new Error(tooDeep);
  try {
    const document = await htmlDocument(source, url);
    const title = oneLine(document.querySelector("title")?.textContent ?? "");
    const whole = oneLine(document.body?.textContent ?? "").length;
    const short = document.querySelectorAll("*").length <= maxArticleElements;
    const article = short ? await articleOf(document) : undefined;
    const enough = oneLine(article?.textContent ?? "").length >= Math.min(whole / 3, minArticleChars);
    // Readability takes its document apart, so what it did not find has to be sought in a new one.
    const content = enough ? article : withoutFrame(short ? await htmlDocument(source, url) : document);
    return { title, text: content === undefined ? "" : await markdownOf(content, style), cut };
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new Error(tooDeep, { cause: thrown });
  }
};

const maxHtmlChars = 2_000_000;
const maxNesting = 1000;

/** Readability takes 0.1 ms for each element; a page with more than this is a list or a book and wanted whole. */
const maxArticleElements = 10_000;

const minArticleChars = 500;

const articleOf = async (document: HtmlDocument): Promise<HtmlElement | undefined> => {
  const { Readability } = await import("@mozilla/readability");
  const reader = new Readability<HtmlElement>(document as unknown as never, {
    keepClasses: true,
    serializer: (node) => node as unknown as HtmlElement,
  });
  return reader.parse()?.content ?? undefined;
};

const withoutFrame = (document: HtmlDocument): HtmlElement | undefined => {
  if (document.body === null) return undefined;
  for (const element of all(document.body, frame)) element.remove();
  return document.body;
};

const frame = "footer, aside, noscript, button, input, select";

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
