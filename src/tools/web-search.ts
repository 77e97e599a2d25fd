/** The tool `web_search`: results of a search engine, by the engine that is configured. */
import { z } from "zod";
import { KelsonError } from "../contract/error.ts";
import { failure, fromZod, type Tool, tool } from "../contract/tool.ts";
import { brave } from "./search-engines/brave.ts";
import { duckduckgo } from "./search-engines/duckduckgo.ts";
import type { Engine, Hit } from "./search-engines/engine.ts";
import { searxng } from "./search-engines/searxng.ts";
import { tavily } from "./search-engines/tavily.ts";

/** `key` is for Brave and Tavily, `url` for SearXNG; for the others `url` says where else their API is. */
export interface WebSearchOptions {
  readonly engine?: "duckduckgo" | "brave" | "tavily" | "searxng" | undefined;
  readonly key?: string | undefined;
  readonly url?: string | undefined;
}

/** What the environment says: BRAVE_API_KEY, TAVILY_API_KEY or SEARXNG_URL, the first that is set; else DuckDuckGo. */
export const searchFromEnvironment = (env: Readonly<Record<string, string | undefined>>): WebSearchOptions => {
  if (env["BRAVE_API_KEY"]) return { engine: "brave", key: env["BRAVE_API_KEY"] };
  if (env["TAVILY_API_KEY"]) return { engine: "tavily", key: env["TAVILY_API_KEY"] };
  if (env["SEARXNG_URL"]) return { engine: "searxng", url: env["SEARXNG_URL"] };
  return { engine: "duckduckgo" };
};

const input = z.strictObject({
  query: z.string().min(1).max(400).describe("What to search for"),
  count: z.int().min(1).max(20).default(8).describe("Results to show"),
});

const output = z.object({
  query: z.string(),
  results: z.array(z.object({ title: z.string(), url: z.string(), snippet: z.string(), date: z.string().optional() })),
});

/** Throws KelsonError `bad_input` when what the engine needs is missing. */
export const webSearch = (options: WebSearchOptions = {}): Tool => {
  const engine = searchEngine(options);
  return tool({
    name: "web_search",
    description: "Search the web. Gives titles, URLs and snippets; read a page with web_fetch.",
    input: fromZod(input),
    output: fromZod(output),
    effects: ["network"],
    parallel: true,
    targets: () => [{ kind: "host", host: engine.host }],
    preview: async ({ query }) => `search ${engine.name} for ${JSON.stringify(query)}`,
    run: async ({ query, count }, { world, signal }) => {
      signal.throwIfAborted();
      const answer = await world.fetch({ ...engine.request(query, count), maxRedirects: 0, signal });
      const found = await engine.read(answer).catch((thrown: unknown) => {
        if (thrown instanceof z.ZodError) return `${engine.name} answered in a form that is not known here`;
        throw thrown;
      });
      if (typeof found === "string") return failure(found);
      const results = found.slice(0, count);
      return { ok: true, parts: [{ type: "text", text: listed(query, results) }], data: { query, results } };
    },
  });
};

/** Throws KelsonError `bad_input` when what the engine needs is missing. */
export const searchEngine = (options: WebSearchOptions): Engine => {
  const { engine = "duckduckgo", url } = options;
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new KelsonError(
      "bad_input",
      `the URL of the search engine must be http or https, got ${JSON.stringify(url)}`,
    );
  return engines[engine](options);
};

const engines: Readonly<Record<NonNullable<WebSearchOptions["engine"]>, (options: WebSearchOptions) => Engine>> = {
  duckduckgo,
  brave: ({ key, url }) => brave({ key: needed(key, "Brave Search needs a key", "BRAVE_API_KEY"), url }),
  tavily: ({ key, url }) => tavily({ key: needed(key, "Tavily needs a key", "TAVILY_API_KEY"), url }),
  searxng: ({ url }) => searxng({ url: needed(url, "SearXNG needs the URL of its server", "SEARXNG_URL") }),
};

const needed = (value: string | undefined, sentence: string, variable: string): string => {
  if (value) return value;
  throw new KelsonError("bad_input", sentence, { hint: `set ${variable}` });
};

const listed = (query: string, hits: readonly Hit[]): string =>
  hits.length === 0
    ? `[Nothing was found for ${JSON.stringify(query)}.]`
    : hits
        .map(({ title, url, snippet, date }, index) =>
          [`${index + 1}. ${title}${date === undefined ? "" : ` (${date})`}`, url, snippet]
            .filter((line) => line !== "")
            .join("\n   "),
        )
        .join("\n");
