/** Tavily: https://docs.tavily.com/documentation/api-reference/endpoint/search. */
import { z } from "zod";
import { type Engine, jsonOf, plainText } from "./engine.ts";

interface Options {
  readonly key: string;
  readonly url?: string | undefined;
}

export const tavily = ({ key, url = "https://api.tavily.com" }: Options): Engine => ({
  name: "Tavily",
  host: new URL(url).host,
  request: (query, count) => ({
    url: `${url}/search`,
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, max_results: count }),
  }),
  read: async (response) =>
    answer.parse(jsonOf(response, "Tavily", said)).results.map(({ title, url, content, published_date: date }) => ({
      title: plainText(title),
      url,
      snippet: plainText(content),
      date: date ?? undefined,
    })),
});

const answer = z.object({
  results: z.array(
    z.object({ title: z.string(), url: z.string(), content: z.string(), published_date: z.string().nullish() }),
  ),
});

const said = (json: unknown): unknown => problem.safeParse(json).data?.detail.error;
const problem = z.object({ detail: z.object({ error: z.string() }) });
