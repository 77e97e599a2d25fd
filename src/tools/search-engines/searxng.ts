/** SearXNG, on a server of one's own: https://docs.searxng.org/dev/search_api.html. */
import { z } from "zod";
import type { WebAnswer } from "../../contract/world.ts";
import { type Engine, type Hit, jsonOf, plainText } from "./engine.ts";

export const searxng = ({ url }: { readonly url: string }): Engine => ({
  name: "SearXNG",
  host: new URL(url).host,
  request: (query) => ({
    url: `${url.replace(/\/+$/, "")}/search?${new URLSearchParams({ q: query, format: "json" }).toString()}`,
    headers: { accept: "application/json" },
  }),
  read,
});

const read = async (response: WebAnswer): Promise<readonly Hit[]> => {
  if (response.status === 403)
    throw new Error("SearXNG did not search: it does not allow JSON; add json to search.formats in its settings.yml");
  const { results, unresponsive_engines: silent = [] } = answer.parse(jsonOf(response, "SearXNG", () => undefined));
  if (results.length === 0 && silent.length > 0)
    throw new Error(
      `SearXNG found nothing, because its engines fail: ${silent.map((one) => one.join(" ")).join(", ")}`,
    );
  return results.map(({ title, url, content, publishedDate: date }) => ({
    title: plainText(title),
    url,
    snippet: plainText(content ?? ""),
    date: date?.slice(0, 10),
  }));
};

const answer = z.object({
  results: z.array(
    z.object({
      title: z.string(),
      url: z.string(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
    }),
  ),
  unresponsive_engines: z.array(z.array(z.string())).optional(),
});
