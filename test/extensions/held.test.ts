/** What a sandbox holds a plug-in to, proved by plug-ins that try. */
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { inSandbox, noBubblewrap, runPlugin, unheld, type Run, type RunOptions } from "./plugged.ts";

/** A plug-in of Node that answers with what this expression gives. */
const answering = (expression: string): string =>
  `#!/usr/bin/env node
const fs = require("node:fs");
const { workspace, input } = JSON.parse(fs.readFileSync(0, "utf8"));
const attempt = (act) => { try { return act() ?? "done"; } catch (error) { return error.code ?? error.message; } };
const answer = (output) => process.stdout.write(JSON.stringify({ ok: true, output }));
Promise.resolve(${expression}).then(answer);
`;

const outside = join(import.meta.dirname, "new.txt");

const dataOf = ({ outcome, text }: Run): unknown => (outcome.ok ? outcome.data : text);

test("none sees the environment of this program", async () => {
  process.env["KELSON_TEST_KEY"] = "sk-canary-4711";
  onTestFinished(() => void delete process.env["KELSON_TEST_KEY"]);
  const run = await runPlugin(answering("process.env"));
  expect(Object.keys(dataOf(run) as object).toSorted()).toEqual(
    expect.arrayContaining(["AI_AGENT", "HOME", "KELSON_CALL", "PATH"]),
  );
  expect(run.text).not.toContain("canary");
});

describe.skipIf(noBubblewrap !== undefined)(
  `in bubblewrap${noBubblewrap === undefined ? "" : ` (skipped: ${noBubblewrap})`}`,
  () => {
    const held = async (expression: string, options: RunOptions = {}): Promise<unknown> =>
      dataOf(await runPlugin(answering(expression), { open: inSandbox, ...options }));

    test("it needs no leave to run, and answers", async () => {
      expect(await held("input.a + 1", { input: { a: 1 } })).toBe(2);
    });

    test("it cannot read the environment of the processes above it", async () => {
      process.env["KELSON_TEST_KEY"] = "sk-canary-4711";
      onTestFinished(() => void delete process.env["KELSON_TEST_KEY"]);
      const found = (await held(
        `fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name)).map((pid) =>
          attempt(() => fs.readFileSync("/proc/" + pid + "/environ", "latin1")))
          .concat(attempt(() => fs.readFileSync("/proc/" + process.ppid + "/environ", "latin1")))`,
      )) as string[];
      expect(found.join("\n")).toContain("AI_AGENT=kelson");
      expect(found.join("\n")).not.toContain("canary");
    });

    test("with none and fs_read it writes nothing but its own temporary directory", async () => {
      for (const permissions of [["none"], ["fs_read"], ["network"]]) {
        const places = `[workspace + "/new.txt", "/tmp/new.txt", ${JSON.stringify(outside)}]`;
        const tried = await held(`${places}.map((file) => attempt(() => fs.writeFileSync(file, "x")))`, {
          manifest: { permissions },
        });
        expect(tried).toEqual(["EROFS", "done", expect.stringMatching(/^E/u)]);
      }
      expect(existsSync(outside)).toBe(false);
    });

    test("with fs_write it writes the workspace, and neither its .kelson nor anything else", async () => {
      const run = await runPlugin(
        answering(
          `["/new.txt", "/.kelson/config.json", "/../other.txt"].map((file) => attempt(() => fs.writeFileSync(workspace + file, "x")))`,
        ),
        {
          manifest: { permissions: ["fs_write"] },
          open: async (root) => {
            await mkdir(join(root, ".kelson"));
            await writeFile(join(root, ".kelson", "config.json"), "{}");
            return inSandbox(root);
          },
        },
      );
      // What lies beside the workspace is the sandbox's own /tmp, which goes with it.
      expect(dataOf(run)).toEqual(["done", "EROFS", "done"]);
      expect((await readdir(run.root)).toSorted()).toEqual([".kelson", "new.txt"]);
    });

    test("its own directory is read-only, too", async () => {
      expect(await held(`attempt(() => fs.writeFileSync(__dirname + "/run", "x"))`)).toBe("EROFS");
    });

    test("it reaches no port of this machine, with shell neither", async () => {
      let visitors = 0;
      const server = createServer((socket) => {
        visitors += 1;
        socket.destroy();
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      onTestFinished(() => void server.close());
      const { port } = server.address() as { port: number };
      for (const permissions of [["none"], ["shell"]]) {
        const tried = await held(
          `new Promise((done) => require("node:net").connect(${port}, "127.0.0.1").on("connect", () => done("reached")).on("error", (e) => done(e.code)))`,
          { manifest: { permissions } },
        );
        expect(tried).toBe("ECONNREFUSED");
      }
      expect(visitors).toBe(0);
    });

    test("one that takes too much memory is ended", async () => {
      const text = await held(`(() => { const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1)); })()`, {
        manifest: { memory: 128 },
      });
      expect(text).toBe("probe gave no answer and was ended by SIGKILL, as one does that takes more than its 128 MB");
    });
  },
);

test("without a sandbox nothing of this is held, and so it counts as one that executes", async () => {
  const run = await runPlugin(answering(`attempt(() => fs.writeFileSync(workspace + "/new.txt", "x"))`), {
    open: unheld,
  });
  expect(dataOf(run)).toBe("done");
  expect(await readdir(run.root)).toEqual(["new.txt"]);
});
