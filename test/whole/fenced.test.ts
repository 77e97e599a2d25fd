/** A process that stood still while another one took its session over is refused when it comes back, before it does anything. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { modelServer } from "../../src/testing/model-server/server.ts";
import { treeIn } from "../soak/outcome.ts";
import { place } from "./program.ts";

test("a holder that comes back after a take-over", async () => {
  const server = await modelServer({
    dialect: "anthropic",
    reply: ({ body }) =>
      body.model === "two"
        ? { text: "I have done it." }
        : {
            text: "I think about it. ".repeat(40),
            delayMs: 20,
            calls: [{ name: "bash", input: { command: "touch mine" } }],
          },
  });
  onTestFinished(server.close);
  const { cwd, home, start, kelson } = await place();
  const stateDirectory = join(home, ".local", "state", "kelson");
  const common = ["--base-url", server.url, "--permission-mode", "bypass", "--output-format", "stream-json"];
  const flags = (model: string): string[] => ["--model", `anthropic/${model}`, ...common];
  const first = start("run", ...flags("one"), "do it");
  await expect.poll(first.stdout, { timeout: 20_000 }).toContain("model.asked");
  first.signal("SIGSTOP");
  // A process that stands still is alive, and keeps its session.
  const waiting = start("run", "-c", ...flags("two"));
  await expect.poll(waiting.stdout, { timeout: 20_000 }).toContain('"init"');
  waiting.signal("SIGKILL");
  await waiting.ended;
  const [before] = (await treeIn(stateDirectory, cwd)).sessions.values();
  expect(before?.at(-1)?.type).toBe("model.asked");

  // As from another container: its process cannot be seen.
  const database = new DatabaseSync(join(stateDirectory, "sessions.db"));
  database.exec("UPDATE sessions SET holder = json_replace(holder, '$.pid', 1 << 30)");
  database.close();
  expect(await kelson("run", "-c", ...flags("two"))).toMatchObject({ code: 0 });
  const [after] = (await treeIn(stateDirectory, cwd)).sessions.values();

  first.signal("SIGCONT");
  const { code, stdout } = await first.ended;
  const result = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { error: unknown };
  expect({ code, error: result.error }).toMatchObject({ code: 1, error: { code: "stale_lease" } });
  expect(existsSync(join(cwd, "mine"))).toBe(false);
  expect((await treeIn(stateDirectory, cwd)).sessions.values().next().value).toEqual(after);
  expect(await kelson("audit", "verify", "--all")).toMatchObject({ code: 0 });
});
