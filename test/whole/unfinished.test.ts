/** Sessions that are not finished: the list says what each was doing, and `-c` and `-r` go on with it, also with another model. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "vitest";
import type { SessionSummary } from "../../src/contract/runtime.ts";
import type { Reply } from "../../src/testing/model-server/reply.ts";
import { modelServer } from "../../src/testing/model-server/server.ts";
import { place } from "./program.ts";

const hangs: Reply = { fault: { kind: "stall" } };
const calls = (command: string): Reply => ({ calls: [{ name: "bash", input: { command } }] });

/** `replies` by the turn and the model that is asked; then it is done. */
const ground = async (context: TestContext, ...replies: readonly ((model: string) => Reply)[]) => {
  const server = await modelServer({
    dialect: "anthropic",
    reply: ({ turn, body }) => replies[turn - 1]?.(body.model) ?? { text: "Done." },
  });
  context.onTestFinished(server.close);
  const here = await place({}, context.onTestFinished);
  const model = (name: string) => ["--model", `anthropic/${name}`, "--base-url", server.url];
  const list = async (): Promise<string> => (await here.kelson("sessions", "list")).stdout;
  const summary = async (): Promise<SessionSummary> =>
    JSON.parse((await here.kelson("sessions", "list", "--json")).stdout) as SessionSummary;
  return { ...here, server, model, list, summary };
};

test.concurrent("one that waits for approval", async (context) => {
  const { expect } = context;
  const here = await ground(context, () => calls("touch build"));
  const asked = await here.kelson("run", ...here.model("one"), "--on-ask", "pause", "clear up");
  expect(asked.code).toBe(3);
  expect(await here.list()).toContain("\n  … waits for approval: bash touch build\n");
  expect(await here.summary()).toMatchObject({
    state: "waiting_for_input",
    doing: { waiting: [{ name: "bash", subject: "touch build", asks: "approval" }], running: [], agents: 0, queued: 0 },
  });
  const again = await here.kelson("run", "-c", ...here.model("two"), "--on-ask", "pause");
  expect(again).toMatchObject({ code: 3, stderr: expect.stringContaining("goes on: waits for approval: bash touch") });
  const { id } = await here.summary();
  const answered = await here.kelson("answer", id, "call_1_0", "yes", ...here.model("two"));
  expect(answered).toMatchObject({ code: 0, stdout: "Done.\n" });
  expect(here.server.requests.map(({ body }) => body.model)).toEqual(["one", "two"]);
  expect(await here.list()).not.toContain("…");
});

test.concurrent("one that was cut off in the midst of a call", async (context) => {
  const { expect } = context;
  const here = await ground(context, () => calls("echo begun >> count.txt; sleep 60"));
  const running = here.start("run", ...here.model("one"), "--permission-mode", "bypass", "take your time");
  const begun = (): Promise<string> => readFile(join(here.cwd, "count.txt"), "utf8").catch(() => "");
  await expect.poll(begun, { timeout: 20_000 }).toBe("begun\n");
  expect(await here.list()).toContain("… runs bash echo begun >> count.txt; sleep 60");
  running.signal("SIGKILL");
  await running.ended;
  expect(await here.list()).toContain("… was running bash echo begun >> count.txt; sleep 60 when it was cut off");
  const { id } = await here.summary();
  expect(await here.kelson("run", "-r", id, ...here.model("two"))).toMatchObject({ code: 0, stdout: "Done.\n" });
  expect(here.server.requests.map(({ body }) => body.model)).toEqual(["one", "two"]);
  expect(await begun()).toBe("begun\n");
});

test.concurrent("one that was cut off while it asked the model, with a message in its queue", async (context) => {
  const { expect } = context;
  const here = await ground(context, (model) => (model === "one" ? hangs : { text: "Here." }));
  const running = here.start("run", ...here.model("one"), "--output-format", "stream-json", "wait for it");
  await expect.poll(running.stdout, { timeout: 20_000 }).toContain("model.asked");
  const speaking = here.start("run", "-c", ...here.model("one"), "and then this");
  await expect.poll(running.stdout, { timeout: 20_000 }).toContain("message.queued");
  expect(await here.list()).toContain("… asks the model, step 1; 1 queued message\n");
  for (const one of [speaking, running]) one.signal("SIGKILL");
  await Promise.all([speaking.ended, running.ended]);
  expect(await here.list()).toContain("… was asking the model, step 1; 1 queued message\n");
  const ended = await here.kelson("run", "-c", ...here.model("two"));
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining("goes on: was asking the model, step 1") });
  expect(here.server.requests.at(-1)?.text).toContain("and then this");
  expect((await here.summary()).doing).toBeUndefined();
});
