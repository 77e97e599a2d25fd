/** What a skill says when it is used: filled in, with its files, in the prompt only by name. */
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ChildTask, Host } from "../../src/contract/host.ts";
import type { Skill } from "../../src/contract/skill.ts";
import type { ToolOutcome } from "../../src/contract/tool.ts";
import { readDocument, writeDocument } from "../../src/documents/front-matter.ts";
import { builtInSkills } from "../../src/skills/built-in.ts";
import { fill } from "../../src/skills/fill.ts";
import { readInvocation } from "../../src/skills/read-invocation.ts";
import { readSkill } from "../../src/skills/read-skill.ts";
import { skillLayer } from "../../src/skills/skill-layer.ts";
import { skillTool } from "../../src/skills/skill-tool.ts";
import { sourceConformance } from "../../src/testing/conformance/source.ts";
import { contextIn, outcomeOf, toolConformance } from "../../src/testing/conformance/tool.ts";
import { workspace } from "../../src/testing/workspace.ts";
import { newDirectory } from "../stores/directory.ts";

const skill = (name: string, more: Partial<Skill> = {}): Skill => ({
  name,
  source: "user",
  digest: `digest of ${name}`,
  description: `Does ${name}.`,
  text: "Do $1.",
  forks: false,
  forModel: true,
  forUser: true,
  ...more,
});
const list = [
  skill("a", { allowedTools: ["Read"] }),
  skill("b", { forks: true, model: "test/small" }),
  skill("c", { forModel: false }),
];

toolConformance(skillTool({ list }), {
  open: () => workspace({}),
  good: [{ name: "a" }, { name: "a", arguments: "x" }, { name: "b" }],
  bad: [{}, { name: 1 }, { name: "a", text: "x" }],
});
sourceConformance(skillLayer({ list }), () => workspace({}));

test.each([
  ["Do $ARGUMENTS.", "a 'b c'", "Do a 'b c'."],
  ["Do $1, then $2.", "a 'b c'", "Do a, then b c."],
  ["Do $ARGUMENTS[1] and $ARGUMENTS[0].", "a b", "Do b and a."],
  ["awk '{print $1}'", "", "awk '{print $1}'"],
  ["Do $2 of $1.", "a", "Do $2 of a."],
  ["Do it with $ARGUMENTS.", "", "Do it with ."],
  ["Do it.", "a b", "Do it.\n\nArguments: a b"],
  ["$ARGUMENTS", "$1 $ARGUMENTS $&", "$1 $ARGUMENTS $&"],
  ["$ARGUMENTSX $10", "a", "$ARGUMENTSX $10\n\nArguments: a"],
])("%j with %j is %j", (text, given, expected) => {
  expect(fill(text, given)).toBe(expected);
});

describe("the tool", () => {
  const call = async (
    input: unknown,
    given: readonly Skill[] = list,
    host: Partial<Host> = {},
  ): Promise<ToolOutcome> => {
    const world = await workspace({});
    try {
      const context = contextIn(world);
      return await outcomeOf(skillTool({ list: given }), input, { ...context, host: { ...context.host, ...host } });
    } finally {
      await world.close();
    }
  };

  test("gives what the skill says, and says that it is used", async () => {
    expect(await call({ name: "a", arguments: "it" })).toEqual({
      ok: true,
      parts: [
        {
          type: "text",
          text: '<skill name="a">\nDo it.\n</skill>\nUntil this run ends, only these calls may run beside skill and update_plan: Read.',
        },
      ],
      skill: { name: "a", source: "user", digest: "digest of a", allowedTools: ["Read"] },
    });
  });

  test("names those there are, and leaves to the user what is the user's", async () => {
    expect(await call({ name: "d" })).toMatchObject({
      ok: false,
      message: 'there is no skill "d"; the skills are a, b',
    });
    expect(await call({ name: "c" })).toMatchObject({ ok: false, category: "denied" });
  });

  test("lets a sub-agent do what forks, where there are any", async () => {
    const tasks: ChildTask[] = [];
    const spawn = async (task: ChildTask) => (tasks.push(task), { session: "child", ok: true, text: "did it" });
    const use = { name: "b", source: "user", digest: "digest of b" } as const;
    expect(await call({ name: "b", arguments: "it" }, list, { spawn })).toEqual({
      ok: true,
      parts: [{ type: "text", text: "did it" }],
      skill: { ...use, session: "child" },
    });
    expect(tasks).toEqual([
      { agent: "skill b", title: "it", task: '<skill name="b">\nDo it.\n</skill>', model: "test/small", skill: use },
    ]);
    expect(await call({ name: "b", arguments: "it" })).toMatchObject({
      parts: [{ text: 'There are no sub-agents here, so do this yourself.\n<skill name="b">\nDo it.\n</skill>' }],
      skill: use,
    });
  });

  test("reads the skill's own files, and no others", async () => {
    const directory = join(newDirectory(), "a");
    await mkdir(join(directory, "more"), { recursive: true });
    await writeFile(join(directory, "../secret.txt"), "secret");
    await writeFile(join(directory, "more/b.txt"), "more of it");
    await writeFile(join(directory, ".env"), "KEY=1");
    await writeFile(join(directory, "SKILL.md"), "itself");
    await symlink("../secret.txt", join(directory, "link.txt"));
    await symlink("more/b.txt", join(directory, "own.txt"));
    const own = [skill("a", { directory }), skill("b")];
    const read = async (file: string): Promise<string> => {
      const outcome = await call({ name: "a", file }, own);
      return outcome.ok
        ? outcome.parts.map((part) => (part.type === "text" ? part.text : "")).join("")
        : outcome.message;
    };
    expect(await read("more/b.txt")).toBe("more of it");
    expect(await read("own.txt")).toBe("more of it");
    for (const file of ["../secret.txt", "link.txt", ".env", "more/../.env"])
      expect(await read(file)).toBe(`"${file}" is no file of the skill; of the files of a, they are more/b.txt`);
    expect(await read("/etc/hosts")).toContain("is not there");
    expect(await read("more")).toContain("is a directory");
    expect(await call({ name: "b", file: "x" }, own)).toMatchObject({ message: "the skill b has no files" });
    expect(await call({ name: "a" }, own)).toMatchObject({
      parts: [{ text: expect.stringContaining(`directory=${JSON.stringify(directory)}`) }],
    });
  });
});

describe("the prompt", () => {
  const text = async (given: readonly Skill[]): Promise<string> => {
    const world = await workspace({});
    const [layer] = await skillLayer({ list: given }).gather(world);
    await world.close();
    return layer?.text ?? "";
  };

  test("names them with what they are for, and nothing of what they say", async () => {
    expect((await text(list)).split("\n").slice(1)).toEqual(["- a: Does a.", "- b: Does b."]);
  });

  test("is capped, and says what it leaves out", async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => skill(`s${index}`, { description: "d".repeat(1_024) }));
    const long = await text(many);
    expect(long.length).toBeLessThan(21_000);
    expect(long).toMatch(/- s14: d+\nWithout their descriptions: s15, s16, .+, and \d+ more\.$/u);
  });
});

describe("a person's message", () => {
  const read = readInvocation({ list: [...list, skill("d", { forUser: false })] }, { delegates: true });

  test("that calls a skill is what it says", async () => {
    expect(read("/a it\nand more")).toEqual({
      ok: true,
      text: 'The user calls the skill a; do as it says.\n<skill name="a">\nDo it.\n</skill>\nUntil this run ends, only these calls may run beside skill and update_plan: Read.',
      use: { name: "a", source: "user", digest: "digest of a", allowedTools: ["Read"] },
    });
    expect(read("/c")).toMatchObject({ ok: true, use: { name: "c" } });
  });

  test("that calls one which forks lets the model call the tool", async () => {
    expect(read("/b x")).toEqual({ ok: true, text: expect.stringContaining("call the tool skill") });
    expect(readInvocation({ list }, { delegates: false })("/b x")).toMatchObject({ use: { name: "b" } });
  });

  test.each(["hello", "/etc/hosts", "/etc/hosts is what?", "a /b", "//a", "/", "/ a", "/a.txt"])(
    "%j calls none",
    async (said) => {
      expect(read(said)).toBeUndefined();
    },
  );

  test.each(["/nope", "/a-b x", "/d", "/constructor"])("%j is refused with those that there are", async (said) => {
    expect(read(said)).toEqual({ ok: false, message: expect.stringContaining("the skills are /a, /b, /c") });
  });
});

test("the built-in ones are as the standard has them, written and read again", async () => {
  expect(builtInSkills.map(({ name }) => name)).toEqual(["commit", "review"]);
  for (const { name, description, text, allowedTools } of builtInSkills) {
    const written = await writeDocument({ name, description, "allowed-tools": allowedTools }, text);
    expect((await readDocument(written)).fault).toBeUndefined();
    const read = await readSkill({ file: `/${name}/SKILL.md`, directory: `/${name}` }, "user", written);
    expect(read).toMatchObject({ problems: [], skill: { name, description, text, allowedTools } });
  }
});
