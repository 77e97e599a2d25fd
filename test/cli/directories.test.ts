/** `--add-dir`: what else is worked in; and what a search does not show. */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import { type Turn, workshop } from "./workshop.ts";

const answer: Turn = { text: "It is done." };

const directory = async (): Promise<string> => {
  const path = await realpath(await mkdtemp(join(tmpdir(), "kelson-more-")));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
};

const eventsOf = (stdout: string): Event[] =>
  stdout.split("\n").flatMap((line) => {
    const { event } = JSON.parse(line || "{}") as { event?: Event };
    return event === undefined ? [] : [event];
  });
const rootsIn = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === "policy.loaded" ? [event.data.roots] : []));
const outputIn = (events: readonly Event[]): string =>
  events
    .flatMap((event) => (event.type === "call.finished" ? (event.data.output ?? []) : []))
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("\n");

describe("--add-dir", () => {
  test("a file there is written, found and read; the log and the prompt name it", async () => {
    const { kelson, script, cwd } = await workshop();
    const more = await directory();
    const file = join(more, "notes/x.txt");
    const turns: Turn[] = [
      { calls: [{ name: "write_file", input: { path: file, content: "needle\n" } }] },
      { calls: [{ name: "grep", input: { pattern: "needle", path: more } }] },
      { calls: [{ name: "find_files", input: { pattern: "*.txt", path: more } }] },
      { calls: [{ name: "list_directory", input: { path: join(more, "notes") } }] },
      answer,
    ];
    const flags = ["--add-dir", more, "--permission-mode", "accept-edits", "--output-format", "stream-json"];
    const { code, stdout } = await kelson(["run", "-m", await script(...turns), ...flags, "go"]);
    expect(code).toBe(0);
    expect(await readFile(file, "utf8")).toBe("needle\n");
    const events = eventsOf(stdout);
    expect(rootsIn(events)).toEqual([[await realpath(cwd), more]]);
    expect(outputIn(events)).toContain(`${file}\n1: needle`);
    expect(outputIn(events)).toContain("x.txt  7 B");
    const surroundings = events.flatMap((event) =>
      event.type === "context.loaded" && event.data.layer === "environment" ? [event.data.text] : [],
    );
    expect(surroundings.join("\n")).toContain(`further directories: ${more}`);
  });

  test("is given again or with commas, in the environment too, and starts at the session's directory", async () => {
    const { kelson, script, cwd } = await workshop();
    const [one, two, three] = [await directory(), await directory(), await directory()];
    await mkdir(join(one, "below"));
    const relative = `../../${one.slice(1)}`.replace("../../tmp", "..");
    const model = await script(answer);
    const more = ["-m", model, "--output-format", "stream-json", "go"];
    const flags = ["--add-dir", `${relative}, ${two}`, "--add-dir", three, "--add-dir", join(one, "below")];
    const flagged = await kelson(["run", ...flags, ...more]);
    expect(rootsIn(eventsOf(flagged.stdout))).toEqual([[await realpath(cwd), one, two, three]]);
    const set = await kelson(["run", ...more], { env: { KELSON_ADD_DIR: two } });
    expect(rootsIn(eventsOf(set.stdout))).toEqual([[await realpath(cwd), two]]);
  });

  test.each(["nowhere", "file"])("that is none is bad input, and no session begins: %s", async (name) => {
    const { kelson, script } = await workshop();
    const path = join(await directory(), name);
    if (name === "file") await writeFile(path, "");
    const { code, stderr } = await kelson(["run", "-m", await script(answer), "--add-dir", path, "go"]);
    expect(code).toBe(2);
    expect(stderr).toContain(`cannot work in the further directory ${path}: `);
    expect((await kelson(["sessions", "list", "--output-format", "json"])).stdout).not.toContain("It is done");
  });

  test("a project cannot reach beyond itself", async () => {
    const { kelson, cwd } = await workshop();
    await mkdir(join(cwd, ".kelson"));
    await writeFile(join(cwd, ".kelson/config.json"), '{ "addDir": "/" }');
    const { code, stderr } = await kelson(["trust"]);
    expect(code).toBe(2);
    expect(stderr).toContain("addDir cannot be set by a project");
  });
});

describe("a search", () => {
  test("does not show what credentials hold", async () => {
    const { kelson, script, cwd } = await workshop();
    await writeFile(join(cwd, "server.pem"), "canary key\n");
    await writeFile(join(cwd, "plain.txt"), "canary text\n");
    const turns: Turn[] = [{ calls: [{ name: "grep", input: { pattern: "canary" } }] }, answer];
    const argv = ["run", "-m", await script(...turns), "--output-format", "stream-json", "go"];
    const shown = outputIn(eventsOf((await kelson(argv)).stdout));
    expect(shown).toContain("plain.txt\n1: canary text");
    expect(shown).not.toContain("canary key");
  });
});
