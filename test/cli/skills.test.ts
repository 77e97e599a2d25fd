/** Skills on the command line: kept, checked, named in the prompt, called by a person and by a model. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Line } from "../../src/contract/store.ts";
import { eventOf } from "../../src/log/line.ts";
import { type Turn, type Workshop, workshop } from "./workshop.ts";

const put = async (directory: string, name: string, text: string): Promise<string> => {
  const file = join(directory, name, "SKILL.md");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
};
const own = ({ home }: Workshop): string => join(home, ".agents/skills");
const skill = (name: string, more = "", text = "Do $1 first."): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n${text}\n`;
const bash = (command: string) => ({ name: "bash", input: { command } });

interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events of the newest session, but for what heads an export. */
const events = async ({ kelson }: Workshop): Promise<Told[]> => {
  const { stdout } = await kelson(["sessions", "export"]);
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  return lines.filter(({ text }) => text !== undefined).map((line) => eventOf(line) as Told);
};

describe("kelson skills", () => {
  test("lists and shows those that count", async () => {
    const work = await workshop();
    await put(own(work), "hello", skill("hello", "allowed-tools: Read\nargument-hint: '[whom]'\n"));
    await put(join(work.cwd, ".agents/skills"), "mine", skill("mine"));
    const first = await work.kelson(["skills", "list"]);
    expect(first.stdout).toMatch(
      /^SKILL +FROM +WHAT IT IS FOR\n\/commit .+ built-in .+\n\/hello \[whom\] +user +Does hello\.\n\/review .+\n$/u,
    );
    expect(first.stderr).toContain(".agents/skills is not trusted");
    await work.kelson(["trust"]);
    const { stdout } = await work.kelson(["skills", "list", "--json"]);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as { name: string }).name),
    ).toEqual(["commit", "hello", "mine", "review"]);
    const shown = await work.kelson(["skills", "show", "hello"]);
    expect(shown.stdout).toContain("may call      Read\n");
    expect(shown.stdout).toContain("\nDo $1 first.\n");
    expect(await work.kelson(["skills", "show", "nope"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("The skills are commit, hello, mine, review."),
    });
  });

  test("says who stands in whose place", async () => {
    const work = await workshop();
    const file = await put(own(work), "review", skill("review"));
    const { stdout, stderr } = await work.kelson(["skills", "list"]);
    expect(stdout).toMatch(/\/review +user +Does review\./u);
    expect(stderr).toBe(`! ${file} stands in the place of review from Kelson\n`);
  });

  test("writes new ones that are as they should be, and checks them", async () => {
    const work = await workshop();
    const { stdout, stderr } = await work.kelson(["skills", "new", "notes", "--description", 'Writes: "notes".']);
    expect(stdout).toBe(`${join(work.cwd, ".agents/skills/notes/SKILL.md")}\n`);
    expect(stderr).toContain("kelson trust");
    const user = await work.kelson(["skills", "new", "letters", "--user"]);
    expect(user.stdout).toBe(`${join(work.home, ".config/kelson/skills/letters/SKILL.md")}\n`);
    expect(await work.kelson(["skills", "check"])).toMatchObject({ code: 0, stdout: "" });
    expect(await work.kelson(["skills", "check", "notes"])).toMatchObject({ code: 0, stdout: "" });
    expect(await work.kelson(["skills", "new", "notes"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is there already"),
    });
    expect(await work.kelson(["skills", "new", "Not a name"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a skill cannot be called "Not a name"'),
    });
  });

  test("exits with 2 and says each problem, of those that are not trusted, too", async () => {
    const work = await workshop();
    const [empty, other] = [
      await put(join(work.cwd, ".claude/skills"), "empty", ""),
      await put(own(work), "one", skill("other")),
    ];
    const { code, stdout } = await work.kelson(["skills", "check"]);
    expect([code, stdout.split("\n")]).toEqual([
      2,
      [
        `✗ ${empty} is empty, so it does not count`,
        `✗ ${other} is called other and should be called one, like its directory; it counts all the same`,
        "",
      ],
    ]);
    for (const one of [empty, dirname(empty), ".claude/skills/empty"])
      expect(await work.kelson(["skills", "check", one])).toMatchObject({
        code: 2,
        stdout: expect.stringContaining("is empty"),
      });
    expect(await work.kelson(["skills", "check", "nope"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no skill "nope"'),
    });
  });
});

describe("a run", () => {
  const trying: Turn = { calls: [bash("touch made"), bash("git status"), { name: "read_file", input: { path: "a" } }] };

  test("that a person begins with a skill goes by it, and by its limits", async () => {
    const work = await workshop();
    await put(own(work), "look", skill("look", "allowed-tools: Read Bash(git:*)\n"));
    const model = await work.script(trying, { text: "Done." }, { calls: [bash("true")] }, { text: "Done again." });
    const argv = ["run", "-m", model, "--permission-mode", "bypass"];
    const { code, stderr } = await work.kelson([...argv, "/look src/a.ts"]);
    expect(code).toBe(0);
    expect(stderr).toContain("bash would run touch made, but the skill look is in force until this run ends");
    await work.kelson([...argv, "-c", "and now?"]);
    const told = await events(work);
    expect(told.filter(({ type }) => type === "call.denied").map(({ data }) => data["rule"])).toEqual(["skill look"]);
    expect(told.find(({ type }) => type === "skill.used")?.data).toEqual({
      name: "look",
      source: "user",
      file: join(own(work), "look/SKILL.md"),
      digest: expect.stringMatching(/^[0-9a-f]{64}$/u),
      allowedTools: ["Read", "Bash(git:*)"],
      by: "user",
    });
    const said = told.find(({ type }) => type === "user.said")?.data["parts"] as { text: string }[];
    expect(said.map(({ text }) => text)).toEqual(["/look src/a.ts", expect.stringContaining("\nDo src/a.ts first.\n")]);
  });

  test("that calls no skill there is says which there are; a path is none", async () => {
    const work = await workshop();
    const model = await work.script({ text: "Done." });
    expect(await work.kelson(["run", "-m", model, "/nope x"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("there is no skill /nope; the skills are /commit, /review."),
    });
    expect((await work.kelson(["run", "-m", model, "/etc/hosts is what?"])).code).toBe(0);
  });

  test("names the skills once, changes nothing when one is used, and tells when they are others", async () => {
    const work = await workshop();
    await put(own(work), "hello", skill("hello"));
    await put(own(work), "secret", skill("secret", "disable-model-invocation: true\n"));
    const use = { name: "skill", input: { name: "hello", arguments: "it" } };
    const model = await work.script({ calls: [use] }, { text: "Done." }, { text: "Done again." }, { text: "Three." });
    const layers = async (): Promise<Told["data"][]> =>
      (await events(work)).filter(({ data }) => data["layer"] === "skills").map(({ data }) => data);
    const argv = ["run", "-m", model];
    expect((await work.kelson([...argv, "go"])).code).toBe(0);
    await work.kelson([...argv, "-c", "again"]);
    const [layer, ...more] = await layers();
    expect(more).toEqual([]);
    expect(
      String(layer?.["text"])
        .split("\n")
        .map((line) => line.slice(0, 9)),
    ).toEqual(["Skills ar", "- commit:", "- hello: ", "- review:"]);
    const asked = async (): Promise<{ kept: number; added: string[] }[]> =>
      (await events(work)).filter(({ type }) => type === "model.asked").map(({ data }) => data["blocks"] as never);
    await put(own(work), "new", skill("new"));
    await work.kelson([...argv, "-c", "and again"]);
    expect((await layers()).map(({ text }) => String(text).includes("- new: "))).toEqual([false, true]);
    let blocks = 0;
    for (const { kept, added } of await asked()) {
      expect(kept).toBe(blocks);
      blocks = kept + added.length;
    }
  });

  test("has no tool and no names for skills where the tools are others, and a person can call one all the same", async () => {
    const work = await workshop();
    const model = await work.script({ text: "Done." });
    const { code } = await work.kelson(["run", "-m", model, "--allowed-tools", "read_file", "/review a"]);
    expect(code).toBe(0);
    const told = await events(work);
    expect(told.some(({ data }) => data["layer"] === "skills")).toBe(false);
    expect(told.find(({ type }) => type === "skill.used")?.data).toMatchObject({ name: "review", by: "user" });
    const offered = await work.kelson(["tools", "list", "--allowed-tools", "read_file,skill"]);
    expect(offered.stdout).toMatch(/\nread_file .+\nskill +read +Use a skill/u);
  });
});

describe("a chat", () => {
  test("has skills beside its commands", async () => {
    const work = await workshop();
    await put(own(work), "step-2", skill("step-2"));
    const typed = ["/skills", "/step-2 it", "/Nope_1 x", "/nope"];
    const { stdout, stderr } = await work.kelson(["chat", "-m", await work.script({ text: "Done." })], { typed });
    expect(stdout).toBe("Done.\n");
    expect(stderr).toMatch(/\/step-2 +user +Does step-2\./u);
    expect(stderr).toContain("skill step-2 (user), called by the user");
    expect(stderr).toContain("/Nope_1 is neither a command nor a skill");
    expect(stderr).toContain("/nope is neither a command nor a skill");
  });
});

test("kelson policy explain says what a skill in force lets run", async () => {
  const work = await workshop();
  const explained = async (...argv: string[]): Promise<string> =>
    (await work.kelson(["policy", "explain", "--skill", "review", ...argv])).stdout.split("\n")[0] ?? "";
  expect(await explained("bash git diff")).toBe("allow: reads only");
  expect(await explained("bash npm test")).toBe("deny: skill review");
  expect(await explained("write_file", '{"path": "a", "content": ""}')).toBe("deny: skill review");
  expect(await work.kelson(["policy", "explain", "--skill", "nope", "bash ls"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("The skills are commit, review."),
  });
});
