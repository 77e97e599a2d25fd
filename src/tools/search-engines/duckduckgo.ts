/** DuckDuckGo, by the page that it has for browsers without scripts. It needs no key and bears few searches a minute. */
import type { WebAnswer } from "../../contract/world.ts";
import { all, htmlDocument, type HtmlElement } from "../web/html-document.ts";
import { type Engine, type Hit, plainText } from "./engine.ts";

export const duckduckgo = ({ url = "https://html.duckduckgo.com" }: { readonly url?: string | undefined }): Engine => ({
  name: "DuckDuckGo",
  host: new URL(url).host,
  request: (query) => ({
    url: `${url}/html/`,
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "text/html",
      "user-agent": "Mozilla/5.0 (compatible; kelson)",
    },
    body: new URLSearchParams({ q: query, b: "" }).toString(),
  }),
  read,
});

const read = async (answer: WebAnswer): Promise<readonly Hit[]> => {
  const html = new TextDecoder().decode(answer.body);
  if (answer.status === 202 || /anomaly-modal|bots use DuckDuckGo/.test(html)) throw new Error(challenged);
  if (answer.status !== 200) throw new Error(`DuckDuckGo did not search: it answered with the status ${answer.status}`);
  const document = await htmlDocument(html, answer.url);
  const hits = all(document, ".result:not(.result--ad)").flatMap(hitOf);
  if (hits.length === 0 && document.querySelector(".no-results") === undefined && !/No\s+results/.test(html))
    throw new Error("DuckDuckGo did not search: its page has changed, and no results were found on it");
  return hits;
};

const challenged =
  "DuckDuckGo wants to know whether a person is searching; wait a minute, or set up Brave, Tavily or SearXNG as the search engine";

const hitOf = (result: HtmlElement): Hit[] => {
  const link = result.querySelector(".result__a");
  const url = targetOf(link?.getAttribute("href") ?? "");
  if (link === undefined || url === undefined) return [];
  const date = /\d{4}-\d\d-\d\d/.exec(result.querySelector(".result__extras")?.textContent ?? "")?.[0];
  const snippet = textOf(result.querySelector(".result__snippet"));
  return [{ title: textOf(link), url, snippet, date }];
};

const textOf = (element: HtmlElement | undefined): string => plainText(element?.textContent ?? "");

/** Some links lead over DuckDuckGo itself; those of advertisements lead nowhere else. */
const targetOf = (href: string): string | undefined => {
  const url = URL.parse(href);
  if (url === null || !/(?:^|\.)duckduckgo\.com$/.test(url.hostname)) return url?.href;
  return url.searchParams.get("uddg") ?? undefined;
};
