/** Canary secrets on every way into a session: none of them may be on disk, sent to the model or printed afterwards. */
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { modelServer, type ServedRequest } from "../../src/testing/model-server/server.ts";
import type { Reply } from "../../src/testing/model-server/reply.ts";
import { drawn, pemBlock } from "../secrets/drawn.ts";
import { place } from "./program.ts";

const canaries = {
  inFile: drawn("word", 24, "file"),
  inPieces: `ghp_${drawn("word", 36, "pieces")}`,
  fromUser: `sk-proj-${drawn("word", 60, "user")}`,
  inArguments: drawn("word", 40, "arguments"),
  inReply: `glpat-${drawn("word", 20, "reply")}`,
  inReasoning: `npm_${drawn("word", 36, "reasoning")}`,
  ownKey: `own-key-${drawn("word", 30, "own")}`,
  inPem: drawn("base64", 64, "pem 3"),
};

const conf = (token: string, port: number): string => `host = "db"\r\nAPI_TOKEN = ${token}\r\nport = ${port}\r\n`;

const turns: readonly ((request: ServedRequest) => Reply)[] = [
  () => ({
    reasoning: `The user told me of ${canaries.inReasoning}, I think.`,
    text: `I look around, and remember ${canaries.inReply} for later.`,
    pieceChars: 3,
    calls: [{ name: "read_file", input: { path: "db.conf" } }],
  }),
  () => ({
    calls: [
      { name: "bash", input: { command: "for i in 1 2 3 4; do cat piece$i; sleep 0.05; done; cat own key.pem" } },
    ],
  }),
  () => ({
    calls: [
      {
        name: "bash",
        input: { command: `curl -H "Authorization: Bearer ${canaries.inArguments}" http://127.0.0.1:1/` },
      },
    ],
  }),
  (request) => ({
    calls: [
      {
        name: "edit_file",
        input: {
          path: "db.conf",
          old_string: `API_TOKEN = ${markerIn(request)}\nport = 1`,
          new_string: `API_TOKEN = ${markerIn(request)}\nport = 2`,
        },
      },
    ],
  }),
  (request) => ({
    calls: [{ name: "write_file", input: { path: "copy.conf", content: `stolen ${markerIn(request)}\n` } }],
  }),
  (request) => ({ calls: [{ name: "bash", input: { command: `echo ${markerIn(request)}` } }] }),
  () => ({ text: "Done." }),
  (request) => ({ text: `Again ${markerIn(request)}.`, calls: [{ name: "bash", input: { command: "cat db.conf" } }] }),
  () => ({ text: "Done again." }),
];

const markerIn = ({ text }: ServedRequest): string =>
  /API_TOKEN = (\[secret:named:[0-9a-f]{16}\])/u.exec(text)?.[1] ?? "none";

test.each(["stream-json", "text"])("no canary gets anywhere, with %s", async (format) => {
  const server = await modelServer({
    dialect: "anthropic",
    reply: (request) => turns[request.turn - 1]?.(request) ?? { text: "?" },
  });
  onTestFinished(server.close);
  const { cwd, home, kelson } = await place({ ANTHROPIC_API_KEY: canaries.ownKey });
  await writeFile(join(cwd, "db.conf"), conf(canaries.inFile, 1));
  for (const [index, length] of [3, 10, 20, 60].entries())
    await writeFile(join(cwd, `piece${index + 1}`), canaries.inPieces.slice([0, 3, 10, 20][index], length));
  await writeFile(join(cwd, "own"), `\nx-api-key: ${canaries.ownKey}\n`);
  await writeFile(join(cwd, "key.pem"), `${pemBlock()}\n`);
  const log = join(home, "log.jsonl");
  const flags = [
    "-m",
    "anthropic/claude-test",
    "--base-url",
    server.url,
    "--permission-mode",
    "bypass",
    "--output-format",
    format,
  ];
  const more = ["--verbose", "--log-file", log, "--log-level", "debug"];
  const first = await kelson("run", ...flags, ...more, `my key is ${canaries.fromUser}, use it`);
  const second = await kelson("run", "-c", ...flags, ...more, "and again");
  expect([first.code, second.code]).toEqual([0, 0]);

  expect(await readFile(join(cwd, "db.conf"), "utf8")).toBe(conf(canaries.inFile, 2));
  await expect(stat(join(cwd, "copy.conf"))).rejects.toThrow("ENOENT");
  const last = server.requests.at(-1)?.text ?? "";
  expect(last.match(/Error \[invalid_arguments\]/gu)).toHaveLength(3);
  // The same secret has the same marker, in a later process too.
  expect(new Set(last.match(/API_TOKEN = \[secret:named:[0-9a-f]{16}\]/gu)).size).toBe(1);

  const shown = await kelson("audit", "list");
  const told = [first, second, shown].flatMap(({ stdout, stderr }) => [stdout, stderr]);
  const requests = server.requests.map(({ text }) => text);
  const files = await bytesBelow(home);
  expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining([expect.stringContaining("redaction.key")]));
  const own = new Set(["inFile", "ownKey", "inPem"]);
  for (const [name, canary] of Object.entries(canaries)) {
    for (const form of [canary, Buffer.from(canary).toString("base64").slice(0, 20)]) {
      // A snapshot holds what the user's own files hold, or they could not be put back; nothing else may be in it.
      const elsewhere = files.filter(({ path }) => !own.has(name) || !path.includes("/checkpoints/"));
      for (const { path, bytes } of elsewhere) expect(bytes.includes(form), `${name} in ${path}`).toBe(false);
      for (const text of [...told, ...requests])
        expect(text.includes(form), `${name} in ${text.slice(0, 200)}`).toBe(false);
    }
  }
  const key = files.find(({ path }) => path.endsWith("redaction.key"));
  expect((await stat(key?.path ?? "")).mode & 0o777).toBe(0o600);
});

const bytesBelow = async (directory: string): Promise<{ path: string; bytes: Buffer }[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (path) => ({ path, bytes: await readFile(path) })));
};

test("an error that quotes a key does not show it", async () => {
  const { kelson } = await place({ KELSON_API_KEY: canaries.ownKey });
  const password = drawn("word", 20, "url");
  const ran = await kelson(
    "run",
    "-m",
    "openai-compatible/x",
    "--base-url",
    `ftp://me:${password}@host`,
    "--output-format",
    "json",
    "x",
  );
  expect(ran.code).toBe(2);
  expect(ran.stdout + ran.stderr).not.toContain(password);
  expect(ran.stdout).toContain("ftp://me:[secret:url-password:");
  const named = await kelson("run", "-m", `nobody/${canaries.ownKey}`, "x");
  expect(named.stdout + named.stderr).not.toContain(canaries.ownKey);
});
