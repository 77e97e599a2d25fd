/** The search engine that the environment names is the one that `web_search` asks, and `doctor` says which it is. */
import { expect, test } from "vitest";
import { webServer } from "../tools/web-server.ts";
import { workshop } from "./workshop.ts";

const results = {
  query: "keel",
  results: [{ url: "https://example.com/keel", title: "Keels", content: "All of them" }],
};
const searxng = await webServer({
  "/searx/search": (response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(results)),
});
const env = { SEARXNG_URL: `${searxng.url}/searx/` };

test("a search goes to the server that the environment names", async () => {
  const { kelson, script } = await workshop();
  const calls = [{ name: "web_search", input: { query: "keel" } }];
  const argv = ["run", "-m", await script({ calls }, { text: "Found." }), "--allowed-tools", "web", "search"];
  const { code, stdout } = await kelson([...argv, "--permission-mode", "bypass", "--output-format", "stream-json"], {
    env,
  });
  expect(code).toBe(0);
  expect(searxng.seen.map(({ url }) => url)).toEqual(["/searx/search?q=keel&format=json"]);
  expect(stdout).toContain("https://example.com/keel");
});

const search = async (env: Readonly<Record<string, string>>): Promise<string | undefined> => {
  const { kelson } = await workshop();
  return /^. search +(.*)$/mu.exec((await kelson(["doctor"], { env })).stdout)?.[1];
};

test("doctor says which engine is asked, and what is wrong with it", async () => {
  expect(await search({})).toBe("web_search asks DuckDuckGo at html.duckduckgo.com");
  expect(await search(env)).toBe(`web_search asks SearXNG at ${searxng.host}`);
  expect(await search({ TAVILY_API_KEY: "secret" })).toBe("web_search asks Tavily at api.tavily.com");
  expect(await search({ SEARXNG_URL: "localhost" })).toBe(
    'web_search does not work: the URL of the search engine must be http or https, got "localhost"',
  );
});

test("an engine that is set wrong is in the way of its tool alone", async () => {
  const { kelson } = await workshop();
  const wrong = { env: { SEARXNG_URL: "localhost" } };
  expect(await kelson(["tools", "list", "--allowed-tools", "web_fetch"], wrong)).toMatchObject({ code: 0 });
  expect(await kelson(["tools", "list", "--allowed-tools", "web"], wrong)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('must be http or https, got "localhost"') as string,
  });
});
