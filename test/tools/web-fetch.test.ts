/** `web_fetch` makes pages readable, shows other things as what they are, and goes no further than the host it names. */
import { describe, expect, it } from "vitest";
import { webFetch } from "../../src/tools/web-fetch.ts";
import { toolConformance } from "../../src/testing/conformance/tool.ts";
import { png } from "./images.ts";
import { page, to, webServer } from "./web-server.ts";
import { workshop, worldWith } from "./workshop.ts";

const paragraph =
  "This is a <b>long</b> paragraph of an article, with <a href='../more?a=1#b'>a link</a>, and commas. ";
const article = `<!doctype html><html><head><title>Sums &amp; more</title><base href="/docs/guide/">
<script>alert("script")</script><style>.x{}</style></head><body>
<nav><a href="/home">Home</a> <a href="/about">About us</a></nav>
<main><h1>Sums</h1><p>${paragraph.repeat(4)}</p><h2>Usage</h2><p>${paragraph.repeat(4)}</p>
<pre><code class="language-ts">const a = sum(1, 2);
log(a);</code></pre>
<table><thead><tr><th>Name</th><th>Type</th></tr></thead><tbody><tr><td>a</td><td>int | float</td></tr></tbody></table>
<ul><li>one</li><li>two<ul><li>deep</li></ul></li></ul><img src="sum.png" alt="a sum">
<p><a href="javascript:alert(1)">click</a> <img src="data:image/png;base64,AAAA" alt="inline"></p></main>
<footer>All rights reserved by nobody at all</footer></body></html>`;

const list = Array.from({ length: 3000 }, (_, index) => `<li><a href="/item/${index}">item ${index}</a></li>`).join("");
const latin = Buffer.from(
  `<html><head><meta charset="iso-8859-1"></head><body><p>gr\u00fc\u00df</p></body></html>`,
  "latin1",
);
const picture = png(4, 3);

const other = await webServer({ "*": page("text/plain", "elsewhere") });
const server = await webServer({
  "/article": page("text/html; charset=utf-8", article),
  "/list": page("text/html", `<title>List</title><nav>menu</nav><ul>${list}</ul>`),
  "/latin": page("text/html", latin),
  "/latin.txt": page("text/plain; charset=windows-1252", Buffer.from("gr\u00fc\u00df \u0080", "latin1")),
  "/empty": page("text/html", "<html></html>"),
  "/hidden": page(
    "text/html",
    `<title>T</title><p>shown</p><p hidden>not shown</p><div aria-hidden="true">nor this</div>`,
  ),
  "/deep": page("text/html", "<div>".repeat(100_000)),
  "/rather-deep": page("text/html", `${"<div><b>".repeat(499)}<p>deep down`),
  "/data.json": page("application/json", '{"a":[1,9007199254740993],"b":{"c":1.10}}'),
  "/problem": (response) => void response.writeHead(404, { "content-type": "application/problem+json" }).end('{"a":1}'),
  "/lines.txt": page("text/plain", Array.from({ length: 200 }, (_, index) => `line ${index}\n`).join("")),
  "/long-line": page("text/plain", "👋".repeat(1000)),
  "/readme.md": page("text/markdown", "# Hello\n\n<b>as it is</b>\n"),
  "/script": page("application/javascript", "let a;"),
  "/unnamed": (response) => void response.writeHead(200).end("just text"),
  "/picture": page("image/png", picture),
  "/liar.png": page("image/png", "<html>no image</html>"),
  "/paper": page("application/pdf", "%PDF-1.7\n\0"),
  "/archive": page("application/octet-stream", Buffer.from("504b0304000000", "hex")),
  "/huge": page("text/plain", "x".repeat(6 * 1024 * 1024)),
  "/gone": (response) => void response.writeHead(410, { "content-type": "text/html" }).end("<p>It is gone.</p>"),
  "/moved": to("/article#usage", 301),
  "/away": to(`${other.url}/page`),
  "/round": to("/round"),
});

const get = async (path: string, more: object = {}) => {
  const { use } = await workshop();
  return use(webFetch, { url: `${server.url}${path}`, ...more });
};

toolConformance(webFetch, {
  open: () => worldWith({}),
  good: [
    { url: `${server.url}/article` },
    { url: `${server.url}/data.json`, format: "raw" },
    { url: `${server.url}/picture` },
  ],
  bad: [
    {},
    { url: "example.com" },
    { url: "file:///etc/passwd" },
    { url: server.url, format: "html" },
    { url: server.url, start: -1 },
  ],
});

describe("a page", () => {
  it("is readable Markdown, with absolute links", async () => {
    const { text } = await get("/article");
    expect(text).toMatch(new RegExp(`^# Sums & more\n${server.url}/article\n\n`));
    expect(text).toContain(`This is a **long** paragraph of an article, with [a link](${server.url}/docs/more?a=1#b)`);
    expect(text).toContain("## Usage\n");
    expect(text).toContain("```ts\nconst a = sum(1, 2);\nlog(a);\n```");
    expect(text).toContain("| Name | Type |\n| --- | --- |\n| a | int \\| float |");
    expect(text).toMatch(/- {1,3}one\n- {1,3}two\n\s+- {1,3}deep/);
    expect(text).toContain(`![a sum](${server.url}/docs/guide/sum.png)`);
    for (const gone of ["alert", "About us", "reserved", "base64", ".x{"]) expect(text).not.toContain(gone);
  });

  it("is text without links and marks", async () => {
    const { text } = await get("/article", { format: "text" });
    expect(text).toContain("This is a long paragraph of an article, with a link, and commas.");
    expect(text).not.toMatch(/https?:.*\n[^]*https?:/);
  });

  it("is the source when it is asked for", async () => {
    expect((await get("/article", { format: "raw" })).text).toBe(`${server.url}/article\n\n${article}`);
  });

  it("that is a list is wanted whole, but for its frame", async () => {
    const { text } = await get("/list", { max_chars: 100_000, start: 100_000 });
    expect(text).toContain(`[item 2999](${server.url}/item/2999)`);
    expect((await get("/list")).text).not.toContain("menu");
  });

  it.each([
    ["/latin", `${server.url}/latin\n\ngrüß`],
    ["/empty", `${server.url}/empty\n\n[There is no text here.]`],
    ["/hidden", `# T\n${server.url}/hidden\n\nshown`],
  ])("%s", async (path, text) => {
    expect(await get(path)).toMatchObject({ ok: true, text });
  });

  it("that is nested too deeply is said", async () => {
    expect(await get("/rather-deep")).toMatchObject({ ok: true, text: expect.stringContaining("deep down") });
    expect(await get("/deep")).toMatchObject({
      ok: false,
      message: expect.stringContaining("format raw shows its source"),
    });
  });
});

describe("what is no page", () => {
  it.each([
    ["/data.json", '{\n  "a": [\n    1,\n    9007199254740993\n  ],\n  "b": {\n    "c": 1.10\n  }\n}'],
    ["/latin.txt", "grüß €"],
    ["/readme.md", "# Hello\n\n<b>as it is</b>"],
    ["/script", "let a;"],
    ["/unnamed", "just text"],
  ])("%s is shown", async (path, text) => {
    expect(await get(path)).toMatchObject({ ok: true, text: `${server.url}${path}\n\n${text}` });
  });

  it("is shown as it is when asked for", async () => {
    expect((await get("/data.json", { format: "raw" })).text).toContain('{"a":[1,9007199254740993],"b":{"c":1.10}}');
  });

  it("is a picture", async () => {
    expect(await get("/picture")).toMatchObject({
      ok: true,
      parts: [
        { type: "text", text: `${server.url}/picture (image/png, 4 × 3 pixels, ${picture.length} B)` },
        { type: "image", mediaType: "image/png", data: picture.toString("base64") },
      ],
    });
  });

  it.each([
    ["/paper", "/paper is a PDF, which web_fetch cannot read; download it with bash: curl -LO"],
    ["/archive", "/archive is application/zip (7 B), which cannot be shown; download it"],
    ["/liar.png", "/liar.png is image/png (21 B), which cannot be shown; download it"],
    ["/away", `/away redirects to another site: ${other.url}/page . Fetch that URL if you want to go there.`],
    ["/round", "/round redirects more than 5 times"],
  ])("%s is refused", async (path, message) => {
    expect(await get(path)).toMatchObject({ ok: false, message: expect.stringContaining(`${server.url}${message}`) });
    expect(other.seen).toEqual([]);
  });

  it("says with an error what the page said", async () => {
    expect(await get("/gone")).toMatchObject({
      ok: false,
      message: `${server.url}/gone answered with the status 410`,
      text: "It is gone.",
    });
    expect(await get("/problem")).toMatchObject({ ok: false, text: '{\n  "a": 1\n}' });
    expect(await get("/none")).toMatchObject({ ok: false, text: "nothing here" });
  });
});

describe("a long text", () => {
  it("is shown part by part, without a gap", async () => {
    let start = 0;
    let whole = "";
    for (let parts = 0; parts < 10; parts += 1) {
      const { text } = await get("/lines.txt", { max_chars: 500, start });
      const [, part = "", rest] = /\n\n([^]*?)\n\[(.*)\]$/.exec(text) ?? [];
      whole += part;
      const next = /go on with start (\d+)$/.exec(rest ?? "")?.[1];
      if (next === undefined) break;
      start = Number(next);
    }
    expect(whole).toBe(Array.from({ length: 200 }, (_, index) => `line ${index}`).join("\n"));
  });

  it("is never cut within a character", async () => {
    const { text } = await get("/long-line", { max_chars: 501 });
    expect(text).toContain("[characters 0-500 of 2,000; go on with start 500]");
    expect(text.isWellFormed()).toBe(true);
  });

  it("has an end", async () => {
    const message = "start 5000 is past the end: the text has 1,689 characters.";
    expect(await get("/lines.txt", { start: 5000 })).toMatchObject({ ok: false, message });
  });

  it("that is longer than can be fetched is said", async () => {
    expect((await get("/huge")).text).toMatch(
      /of 5,242,880; go on with start 20000; what was fetched is longer and was cut\]$/,
    );
  });
});

describe("a request", () => {
  it("goes to the host that it names, and follows within the site", async () => {
    expect(webFetch.targets({ url: "https://example.com:8443/a" })).toEqual([
      { kind: "host", host: "example.com:8443" },
    ]);
    expect((await get("/moved")).text).toContain(`${server.url}/article#usage\n`);
  });
});
