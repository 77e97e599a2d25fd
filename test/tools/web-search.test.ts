/** `web_search` asks each engine in its own way, and reads what it answers: results, none, or a problem. */
import { describe, expect, it } from "vitest";
import { searchFromEnvironment, webSearch } from "../../src/tools/web-search.ts";
import { toolConformance } from "../../src/testing/conformance/tool.ts";
import { page, type WebServer, webServer } from "./web-server.ts";
import { workshop, worldWith } from "./workshop.ts";

const result = (href: string, title: string, snippet: string, more = ""): string => `
  <div class="result results_links results_links_deep ${more}">
    <div class="links_main links_deep result__body">
      <h2 class="result__title"><a rel="nofollow" class="result__a" href="${href}">${title}</a></h2>
      <div class="result__extras"><div class="result__extras__url">
        <a class="result__url" href="${href}"> example.com </a>
        <span>&nbsp; &nbsp; 2026-02-08T00:00:00.0000000</span></div></div>
      <a class="result__snippet" href="${href}">${snippet}</a><div class="clear"></div>
    </div>
  </div>`;

const duckPage = (results: string): string =>
  `<!DOCTYPE html><html><head><title>sums at DuckDuckGo</title></head><body class="body--html">
  <div class="serp__results"><div id="links" class="results">${results}</div></div></body></html>`;

const duckResults = duckPage(
  [
    result(
      "https://duckduckgo.com/y.js?ad_domain=x.com&amp;u3=https%3A%2F%2Fads.example",
      "Buy sums",
      "An ad",
      "result--ad",
    ),
    result(
      "//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com%2Fsums%3Fa%3D1&amp;rut=b50856",
      "Sums &amp; more",
      "All about <b>sums</b>&#x27;",
      "web-result",
    ),
    result("https://direct.example/", "Direct", "No detour", "web-result"),
  ].join(""),
);
const duckChallenge = `<html><body><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></body></html>`;
const duckNothing = duckPage(`<div class="no-results"> No results found for <b>sums</b></div>`);

const json = (value: unknown, status = 200) => ({ status, type: "application/json", body: JSON.stringify(value) });
const html = (body: string, status = 200) => ({ status, type: "text/html", body });

const braveResults = {
  type: "search",
  query: { original: "sums" },
  web: {
    type: "search",
    results: [
      {
        title: "Sums",
        url: "https://example.com/sums",
        description: "All about <strong>sums</strong> &amp; more",
        age: "2 days ago",
      },
      { title: "Bare", url: "https://bare.example/" },
    ],
  },
};
const tavilyResults = {
  query: "sums",
  answer: null,
  images: [],
  results: [
    { title: "Sums", url: "https://example.com/sums", content: "All about sums", score: 0.9, raw_content: null },
  ],
  response_time: 1.2,
};
const searxResults = {
  query: "sums",
  number_of_results: 0,
  results: [
    {
      url: "https://example.com/sums",
      title: "Sums",
      content: "All about sums",
      engine: "brave",
      publishedDate: "2026-01-02T00:00:00",
    },
    { url: "https://bare.example/", title: "Bare", content: null, publishedDate: null },
  ],
  unresponsive_engines: [],
};

interface Case {
  readonly engine: "duckduckgo" | "brave" | "tavily" | "searxng";
  readonly path: string;
  readonly good: ReturnType<typeof json>;
  readonly text: string;
  readonly none: ReturnType<typeof json>;
  readonly sent: object;
  readonly bad: readonly (readonly [ReturnType<typeof json>, string])[];
}

const cases: readonly Case[] = [
  {
    engine: "duckduckgo",
    path: "/html/",
    good: html(duckResults),
    text: "1. Sums & more (2026-02-08)\n   https://example.com/sums?a=1\n   All about sums'\n2. Direct (2026-02-08)\n   https://direct.example/\n   No detour",
    none: html(duckNothing),
    sent: { method: "POST", body: "q=sums+%26+more&b=" },
    bad: [
      [html(duckChallenge, 202), "DuckDuckGo wants to know whether a person is searching; wait a minute"],
      [html(duckChallenge), "DuckDuckGo wants to know whether a person is searching"],
      [html("<p>new</p>"), "DuckDuckGo did not search: its page has changed"],
      [html("", 500), "DuckDuckGo did not search: it answered with the status 500"],
    ],
  },
  {
    engine: "brave",
    path: "/res/v1/web/search",
    good: json(braveResults),
    text: "1. Sums (2 days ago)\n   https://example.com/sums\n   All about sums & more\n2. Bare\n   https://bare.example/",
    none: json({ type: "search", query: {} }),
    sent: { method: "GET", headers: { "x-subscription-token": "secret" } },
    bad: [
      [
        json(
          {
            type: "ErrorResponse",
            error: {
              code: "SUBSCRIPTION_TOKEN_INVALID",
              detail: "The provided subscription token is invalid.",
              status: 422,
            },
          },
          422,
        ),
        "Brave Search did not search: it answered with the status 422: The provided subscription token is invalid.",
      ],
      [json({ web: { results: [{ title: 1 }] } }), "Brave Search answered in a form that is not known here"],
      [html("<p>no</p>"), "Brave Search did not search: what it answered is no JSON"],
    ],
  },
  {
    engine: "tavily",
    path: "/search",
    good: json(tavilyResults),
    text: "1. Sums\n   https://example.com/sums\n   All about sums",
    none: json({ ...tavilyResults, results: [] }),
    sent: {
      method: "POST",
      headers: { authorization: "Bearer secret" },
      body: '{"query":"sums & more","max_results":3}',
    },
    bad: [
      [
        json({ detail: { error: "Unauthorized: missing or invalid API key." } }, 401),
        "Tavily did not search: it answered with the status 401: Unauthorized: missing or invalid API key.",
      ],
      [json({}), "Tavily answered in a form that is not known here"],
    ],
  },
  {
    engine: "searxng",
    path: "/search",
    good: json(searxResults),
    text: "1. Sums (2026-01-02)\n   https://example.com/sums\n   All about sums\n2. Bare\n   https://bare.example/",
    none: json({ results: [] }),
    sent: { method: "GET", url: "/search?q=sums+%26+more&format=json" },
    bad: [
      [html("Forbidden", 403), "SearXNG did not search: it does not allow JSON; add json to search.formats"],
      [
        json({ results: [], unresponsive_engines: [["google", "timeout"]] }),
        "because its engines fail: google timeout",
      ],
    ],
  },
];

let answer = json({});
const server: WebServer = await webServer({
  "*": (response) => void response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body),
});
const search = async (engine: Case["engine"], given: typeof answer, more: object = {}) => {
  answer = given;
  const { use } = await workshop();
  return use(webSearch({ engine, key: "secret", url: server.url }), { query: "sums & more", ...more });
};

describe.each(cases)("$engine", ({ engine, path, good, text, none, sent, bad }) => {
  it("is asked as it wants to be, and its results are read", async () => {
    server.seen.length = 0;
    const outcome = await search(engine, good, { count: 3 });
    expect(outcome).toMatchObject({ ok: true, text, data: { query: "sums & more" } });
    expect(server.seen).toMatchObject([sent]);
    expect(server.seen[0]?.url).toMatch(new RegExp(`^${path.replaceAll("/", String.raw`\/`)}`));
  });

  it("gives no more than was asked for", async () => {
    const outcome = await search(engine, good, { count: 1 });
    expect(outcome.data).toMatchObject({ results: [{ url: expect.stringContaining("example.com/sums") }] });
  });

  it("finds nothing", async () => {
    const text = '[Nothing was found for "sums & more".]';
    expect(await search(engine, none)).toMatchObject({ ok: true, text, data: { results: [] } });
  });

  it.each(bad)("%j is said", async (given, message) => {
    const outcome = await search(engine, given);
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining(message) });
    expect(JSON.stringify(outcome)).not.toContain("secret");
  });
});

const quiet = await webServer({ "/html/": page("text/html", duckResults) });
toolConformance(webSearch({ url: quiet.url }), {
  open: () => worldWith({}),
  good: [{ query: "sums" }, { query: "sums", count: 1 }],
  bad: [{}, { query: "" }, { query: "a", count: 0 }, { query: "x".repeat(401) }],
});

describe("an engine", () => {
  it.each([
    [{}, "html.duckduckgo.com"],
    [{ BRAVE_API_KEY: "k", TAVILY_API_KEY: "k" }, "api.search.brave.com"],
    [{ TAVILY_API_KEY: "k", BRAVE_API_KEY: "" }, "api.tavily.com"],
    [{ SEARXNG_URL: "http://localhost:8888/searx/" }, "localhost:8888"],
  ])("is chosen by %j", (env, host) => {
    expect(webSearch(searchFromEnvironment(env)).targets({})).toEqual([{ kind: "host", host }]);
  });

  it.each([
    [{ engine: "brave" }, "Brave Search needs a key"],
    [{ engine: "tavily", key: "" }, "Tavily needs a key"],
    [{ engine: "searxng" }, "SearXNG needs the URL of its server"],
    [{ engine: "searxng", url: "localhost" }, 'the URL of the search engine must be http or https, got "localhost"'],
  ] as const)("%j lacks something", (options, message) => {
    expect(() => webSearch(options)).toThrow(message);
  });
});
