/** `kelson prompt`, what stands in place of the base prompt, and what a run is told of the place it is in. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import type { PromptView } from "../../src/contract/options.ts";
import { type Given, type Workshop, workshop } from "./workshop.ts";

const put = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
};

const viewOf = async ({ kelson }: Workshop, argv: readonly string[] = [], given: Given = {}): Promise<PromptView> =>
  JSON.parse((await kelson(["prompt", "--json", ...argv], given)).stdout) as PromptView;

const layersOf = async (work: Workshop, argv: readonly string[] = [], given?: Given): Promise<string[]> =>
  (await viewOf(work, ["--layers", ...argv], given)).layers.map(({ layer, source }) => `${layer} ${source}`);

test("shows what a model would read, as a whole and by layers, and makes no session", async () => {
  const work = await workshop();
  await put(join(work.cwd, "AGENTS.md"), "Be brief.");
  await put(join(work.home, ".config/kelson/AGENTS.md"), "I like tea.");
  const task = ["do", "it"];
  const whole = await work.kelson(["prompt", ...task]);
  expect(whole.code).toBe(0);
  expect(whole.stdout).toMatch(/^── tools ──\nread_file: .*── system ──\nYou are Kelson.*── user ──\ndo it\n/su);
  expect(whole.stdout).toContain(`<instructions source="${join(work.cwd, "AGENTS.md")}">\nBe brief.\n</instructions>`);
  const { stdout } = await work.kelson(["prompt", "--layers", "--system-prompt", "Be good.", ...task]);
  expect(stdout.split("\n").map((line) => line.split(/\s{2,}/u))).toEqual([
    ["LAYER", "PLACE", "CHARACTERS", "TOKENS", "SOURCE"],
    ["tools", "tools", expect.stringMatching(/k$/u), expect.stringMatching(/^~/u), expect.stringMatching(/tools$/u)],
    ["system", "system", "8", "~2", "user"],
    ["skills", "system", expect.any(String), expect.any(String), "skills"],
    ["memory", "system", expect.any(String), expect.any(String), "guidance"],
    ["task", "turn", "5", "~2", "user"],
    ["environment", "turn", expect.any(String), expect.any(String), "runtime"],
    ["instructions", "turn", "11", "~3", join(work.home, ".config/kelson/AGENTS.md")],
    ["instructions", "turn", "9", "~3", join(work.cwd, "AGENTS.md")],
    ["instructions", "turn", "441", "~111", "headless run"],
    ["together", expect.any(String), expect.any(String)],
    [""],
  ]);
  expect(await readdir(work.home)).toEqual([".config"]);
});

test("is what a run's model reads", async () => {
  const work = await workshop();
  await put(join(work.cwd, "AGENTS.md"), "Be brief.");
  const { stdout } = await work.kelson([
    "run",
    "-m",
    await work.script({ text: "done" }),
    "--output-format",
    "stream-json",
    "go",
  ]);
  const events = stdout
    .split("\n")
    .flatMap((line) => (line.startsWith('{"type":"event"') ? [(JSON.parse(line) as { event: Event }).event] : []));
  const layersOfRun = events.flatMap(({ type, data }) => (type === "context.loaded" ? [data] : []));
  // The system prompt stands before the messages, whenever a part of it was read.
  const loaded = ["system", "turn"].flatMap((place) =>
    layersOfRun.flatMap(({ position, source, text }) => (position === place ? [[source, text]] : [])),
  );
  const { layers } = await viewOf(work, ["--layers", "go"]);
  expect(
    layers.flatMap(({ layer, source, text }) => (layer === "tools" || layer === "task" ? [] : [[source, text]])),
  ).toEqual(loaded);
});

test("only a run without a person is told so, and the next one with a person that this is over", async () => {
  const work = await workshop();
  expect(await layersOf(work)).toContain("instructions headless run");
  expect(await layersOf(work, [], { typed: [] })).not.toContain("instructions headless run");
  const model = await work.script({ text: "one" }, { text: "two" });
  await work.kelson(["run", "-m", model, "go"]);
  await work.kelson(["run", "-c", "on"], { typed: [] });
  const shown = await work.kelson(["audit", "export", ...(await sessionOf(work))]);
  expect(shown.stdout).toContain("This is gone and no longer applies.");
});

const sessionOf = async ({ kelson }: Workshop): Promise<string[]> => {
  const { stdout } = await kelson(["sessions", "list", "--json"]);
  return [(JSON.parse(stdout.split("\n")[0] ?? "{}") as { id: string }).id];
};

test("SYSTEM.md stands in place of the base prompt: the flag's over a trusted project's over the user's", async () => {
  const work = await workshop();
  await put(join(work.home, ".config/kelson/SYSTEM.md"), "The user's.\n");
  await put(join(work.home, ".config/kelson/APPEND_SYSTEM.md"), "@is no file here\n");
  expect((await viewOf(work)).system.slice(0, 2)).toEqual(["The user's.", "\n@is no file here"]);
  await put(join(work.cwd, ".kelson/SYSTEM.md"), "The project's.");
  expect((await viewOf(work)).system[0]).toBe("The user's.");
  await work.kelson(["trust"]);
  expect((await viewOf(work)).system[0]).toBe("The project's.");
  expect((await work.kelson(["config", "show"])).stdout).toContain(join(work.cwd, ".kelson/SYSTEM.md"));
  expect((await viewOf(work, ["--system-prompt", "The flag's."])).system[0]).toBe("The flag's.");
  await put(join(work.home, ".config/kelson/SYSTEM.md"), "a\0b");
  expect(await work.kelson(["prompt"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(".config/kelson/SYSTEM.md is not text in UTF-8"),
  });
});

test("what is wrong with instructions is said once, and stops nothing", async () => {
  const work = await workshop();
  await mkdir(join(work.cwd, "AGENTS.md"));
  const { code, stderr } = await work.kelson(["run", "-m", await work.script({ text: "done" }), "go"]);
  expect(code).toBe(0);
  expect(stderr).toContain(`! cannot read ${join(work.cwd, "AGENTS.md")}: it is a directory\n`);
});
