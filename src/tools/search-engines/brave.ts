/** Brave Search: https://api-dashboard.search.brave.com/app/documentation/web-search. */
import { z } from "zod";
import { type Engine, jsonOf, plainText } from "./engine.ts";

interface Options {
  readonly key: string;
  readonly url?: string | undefined;
}

export const brave = ({ key, url = "https://api.search.brave.com" }: Options): Engine => ({
  name: "Brave Search",
  host: new URL(url).host,
  request: (query, count) => {
    const parameters = new URLSearchParams({ q: query, count: String(count), text_decorations: "false" });
    return {
      url: `${url}/res/v1/web/search?${parameters.toString()}`,
      headers: { accept: "application/json", "x-subscription-token": key },
    };
  },
  read: async (response) => {
    const { web } = answer.parse(jsonOf(response, "Brave Search", said));
    return (web?.results ?? []).map(({ title, url, description = "", age }) => ({
      title: plainText(title),
      url,
      snippet: plainText(description),
      date: age,
    }));
  },
});

/** `web` is absent when nothing was found. */
const answer = z.object({
  web: z
    .object({
      results: z.array(
        z.object({
          title: z.string(),
          url: z.string(),
          description: z.string().optional(),
          age: z.string().optional(),
        }),
      ),
    })
    .optional(),
});

const said = (json: unknown): unknown => problem.safeParse(json).data?.error.detail;
const problem = z.object({ error: z.object({ detail: z.string() }) });
