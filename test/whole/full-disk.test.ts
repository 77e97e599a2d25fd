/** The disk that holds the sessions fills up while the program works: it waits, and goes on when there is room. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "vitest";
import { modelServer } from "../../src/testing/model-server/server.ts";
import { treeIn } from "../soak/outcome.ts";
import { fill, smallDisk } from "../stores/small-disk.ts";
import { place } from "./program.ts";

const megabyte = 1_000_000;
const steps = 4;
/** More than what is left of any page. */
const bigText = "What is said here takes a lot of room on the disk. ".repeat(1_000);

/** The disk is full from the first reply to the second request on. */
const ground = async (context: TestContext) => {
  const disk = smallDisk(4 * megabyte, context);
  let makeRoom: (() => void) | undefined;
  const server = await modelServer({
    dialect: "anthropic",
    reply: ({ turn }) => {
      if (turn === 2) makeRoom ??= fill(disk);
      if (turn >= steps) return { text: "Done." };
      const command = `echo ${turn} >> count.txt && cat big.txt`;
      return { text: `Step ${turn}.`, calls: [{ name: "bash", input: { command } }] };
    },
  });
  context.onTestFinished(server.close);
  const here = await place({ KELSON_DISK_WAIT: "0.05", KELSON_STATE_DIR: join(disk, "state") }, context.onTestFinished);
  await writeFile(join(here.cwd, "big.txt"), bigText);
  const model = ["--model", "anthropic/claude-test", "--base-url", server.url];
  const flags = [...model, "--permission-mode", "bypass", "--output-format", "stream-json"];
  return { ...here, flags, makeRoom: () => makeRoom?.(), stateDirectory: join(disk, "state") };
};

const counted = async (cwd: string): Promise<string[]> =>
  (await readFile(join(cwd, "count.txt"), "utf8")).trim().split("\n");

const sentence = (place: string): string =>
  `The disk that holds ${place} is full; the run waits, and goes on when there is room.`;

test("a run waits for room and goes on by itself, and nothing is done twice", async (context) => {
  const { expect } = context;
  const here = await ground(context);
  const running = here.start("run", ...here.flags, "count");
  await expect.poll(running.stderr, { timeout: 20_000 }).toContain(sentence(here.stateDirectory));
  here.makeRoom();
  const { code, stdout, stderr } = await running.ended;
  expect(code).toBe(0);
  expect(stderr).toContain("There is room again; the run goes on.");
  const notices = stdout.split("\n").flatMap((line) => /"subtype":"(disk_\w+)"/u.exec(line)?.[1] ?? []);
  expect(notices.slice(0, 2)).toEqual(["disk_full", "disk_has_room"]);
  expect(await counted(here.cwd)).toEqual(["1", "2", "3"]);
  expect(await here.kelson("audit", "verify", "--all")).toMatchObject({ code: 0 });
});

test("who does not want to wait is told what was not written, and goes on later", async (context) => {
  const { expect } = context;
  const here = await ground(context);
  const running = here.start("run", ...here.flags, "count");
  await expect.poll(running.stderr, { timeout: 20_000 }).toContain(sentence(here.stateDirectory));
  running.signal("SIGINT");
  const { code, stdout } = await running.ended;
  const result = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { error: { code: string; message: string } };
  expect({ code, error: result.error.code }).toEqual({ code: 130, error: "disk_full" });
  expect(result.error.message).toMatch(/the disk is full; not written of session \S+: \d+ events? \(.*model\.replied/u);
  here.makeRoom();
  expect(existsSync(join(here.cwd, "count.txt"))).toBe(true);
  expect(await counted(here.cwd)).toEqual(["1"]);

  // The cancel found no room, or is in the inbox.
  await here.kelson("run", "-c", ...here.flags, "go on");
  const { sessions } = await treeIn(here.stateDirectory, here.cwd);
  expect([...sessions.values()].flat().at(-2)).toMatchObject({ type: "run.ended", data: { state: "completed" } });
  expect(await counted(here.cwd)).toEqual(["1", "2", "3"]);
  expect(await here.kelson("audit", "verify", "--all")).toMatchObject({ code: 0 });
});
