/** Notes are files: written whole, found by their words, edited by hand, and not disturbed by what is none. */
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { MemoryKeeper, NoteDraft } from "../../src/contract/memory.ts";
import { memoryKeeper } from "../../src/memory/keeper.ts";
import { newDirectory } from "../stores/directory.ts";

const dayMs = 86_400_000;
const firstDay = Date.UTC(2026, 0, 31);

interface Kept {
  readonly keeper: MemoryKeeper;
  readonly user: string;
  readonly project: string;
  /** Lets days go by. */
  readonly pass: (days: number) => void;
  readonly put: (name: string, content: string | Uint8Array) => void;
}

const kept = (): Kept => {
  const root = newDirectory();
  const directories = { user: join(root, "user"), project: join(root, "project") };
  let now = firstDay;
  return {
    keeper: memoryKeeper({ directories, now: () => now }),
    ...directories,
    pass: (days) => void (now += days * dayMs),
    put: (name, content) => {
      mkdirSync(directories.user, { recursive: true });
      writeFileSync(join(directories.user, name), content);
    },
  };
};

const draft = (name: string, more: Partial<NoteDraft> = {}): NoteDraft => ({
  name,
  description: `What ${name} is about`,
  type: "project",
  scope: "user",
  text: `The text of ${name}.`,
  ...more,
});

const written = (name: string, text = "Text.\n"): string =>
  `---\nname: ${name}\ndescription: By hand\ntype: user\ncreated: 2025-12-01\n---\n${text}`;

describe("a note", () => {
  test("is one Markdown file for its user alone, and a line in the index", async () => {
    const { keeper, user } = kept();
    const { note, updated } = await keeper.save(draft("tabs-not-spaces", { type: "feedback", text: "Tabs.\n\n" }));
    const file = join(user, "tabs-not-spaces.md");
    expect({ note, updated }).toEqual({
      note: { ...draft("tabs-not-spaces", { type: "feedback", text: "Tabs." }), created: "2026-01-31", file },
      updated: false,
    });
    expect(readFileSync(file, "utf8")).toBe(
      "---\nname: tabs-not-spaces\ndescription: What tabs-not-spaces is about\ntype: feedback\ncreated: 2026-01-31\n---\n\nTabs.\n",
    );
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(join(user, "MEMORY.md"), "utf8")).toBe(
      "# Notes\n\n- [tabs-not-spaces](tabs-not-spaces.md) — What tabs-not-spaces is about\n",
    );
    expect(await keeper.list()).toEqual({ begun: true, notes: [note], faults: [] });
  });

  test("that is saved again keeps its file and its day of creation, and is verified", async () => {
    const { keeper, put, pass } = kept();
    put("by hand.md", written("deploys"));
    pass(40);
    const { note, updated } = await keeper.save(draft("deploys", { text: "On Fridays, too." }));
    expect([updated, note.created, note.verified, basename(note.file)]).toEqual([
      true,
      "2025-12-01",
      "2026-03-12",
      "by hand.md",
    ]);
    expect((await keeper.list()).notes).toEqual([note]);
  });

  test.each(["MEMORY", "memory", "../../etc/passwd", "日本語", "a: b # c", "x".repeat(80), "…", "---", "Tabs", "tabs"])(
    "may be called %j, and shares its file with no other",
    async (name) => {
      const { keeper, user } = kept();
      const names = ["tabs!", "tabs?", name];
      for (const each of names) await keeper.save(draft(each));
      const { notes, faults } = await keeper.list();
      expect([notes.map((note) => note.name).toSorted(), faults]).toEqual([names.toSorted(), []]);
      expect(notes.find((note) => note.name === name)?.text).toBe(`The text of ${name}.`);
      expect(readdirSync(user)).toHaveLength(4);
      expect(readdirSync(user).filter((file) => file.toLowerCase() === "memory.md")).toEqual(["MEMORY.md"]);
    },
  );

  test.each<[Partial<NoteDraft>, RegExp]>([
    [{ name: " " }, /the name of a note must not be empty/u],
    [{ text: "" }, /the text of a note must not be empty/u],
    [{ description: "x".repeat(201) }, /the description of a note has at most 200 characters, got 201/u],
    [{ description: "one\ntwo" }, /one line each, got "one\\ntwo"/u],
  ])("that is %j is refused, and nothing is written", async (more, sentence) => {
    const { keeper, user } = kept();
    await expect(keeper.save(draft("a", more))).rejects.toThrow(sentence);
    expect(() => readdirSync(user)).toThrow("ENOENT");
  });

  test("is removed by name, in one scope or in both", async () => {
    const { keeper, user } = kept();
    for (const scope of ["user", "project"] as const) await keeper.save(draft("twice", { scope }));
    expect((await keeper.delete("twice", "user")).map(({ scope }) => scope)).toEqual(["user"]);
    expect(readFileSync(join(user, "MEMORY.md"), "utf8")).toBe("# Notes\n\n");
    expect((await keeper.delete("twice")).map(({ scope }) => scope)).toEqual(["project"]);
    expect(await keeper.delete("twice")).toEqual([]);
  });

  test("cannot be kept where a file stands in the way, and the sentence says where", async () => {
    const { keeper, user } = kept();
    writeFileSync(user, "");
    await expect(keeper.save(draft("a"))).rejects.toMatchObject({
      code: "not_writable",
      message: expect.stringContaining(user),
    });
    expect((await keeper.list()).faults).toEqual([{ file: user, why: "it cannot be read: ENOTDIR" }]);
  });
});

test("what is best found by words: names before descriptions before texts, and every word counts", async () => {
  const { keeper } = kept();
  await keeper.save(draft("colours", { text: "The gull is grey; boats are blue." }));
  await keeper.save(draft("gull", { text: "Sits on the pier." }));
  await keeper.save(draft("pier", { description: "Where the gull sits" }));
  const names = async (words: string): Promise<string[]> => (await keeper.search(words, 9)).map(({ name }) => name);
  expect(await names("GULLS")).toEqual([]);
  expect(await names("gull")).toEqual(["gull", "pier", "colours"]);
  expect((await names("blue gull"))[0]).toBe("colours");
  expect(await keeper.search("gull", 1)).toHaveLength(1);
});

test("strange files are survived and told, each with why", async () => {
  const { keeper, user, put } = kept();
  put("good.md", written("good"));
  put("again.md", written("good"));
  put("none.md", "# No front matter\n");
  put("bad.md", "---\nname: [\n---\n");
  put("list.md", "---\n- a\n---\n");
  put("type.md", written("typed").replace("type: user", "type: secret"));
  put("nameless.md", "---\ndescription: a\ntype: user\n---\n");
  put("day.md", written("dated").replace("2025-12-01", "yesterday"));
  put("binary.md", new Uint8Array([0xff, 0xfe, 0x00, 0x01]));
  put("zero.md", written("zero", "a\0b"));
  put("huge.md", written("huge", "x".repeat(70_000)));
  put("notes.txt", "text");
  put(".hidden", "text");
  mkdirSync(join(user, "directory.md"));
  symlinkSync(join(user, "good.md"), join(user, "link.md"));
  symlinkSync("/dev/zero", join(user, "endless.md"));
  execFileSync("mkfifo", [join(user, "pipe.md")]);
  const { notes, faults } = await keeper.list();
  expect(notes.map(({ name }) => name)).toEqual(["good"]);
  expect(Object.fromEntries(faults.map(({ file, why }) => [basename(file), why]))).toEqual({
    "good.md": expect.stringContaining("again.md has the same name"),
    "none.md": "it has no front matter",
    "bad.md": expect.stringContaining("the front matter is no YAML"),
    "list.md": expect.stringContaining("the front matter must be a list"),
    "type.md": expect.stringContaining("type in the front matter: Invalid option"),
    "nameless.md": expect.stringContaining("name in the front matter: expected string"),
    "day.md": "created in the front matter: is no day such as 2026-01-31",
    "binary.md": "it is no text in UTF-8",
    "zero.md": "it is no text",
    "huge.md": expect.stringContaining("more than a note may have"),
    "notes.txt": "its name does not end in .md",
    "directory.md": "it is no file",
    "link.md": "it is a link, and links are not followed",
    "endless.md": "it is a link, and links are not followed",
    "pipe.md": "it is no file",
  });
  // They hinder no note, and none of them is written over.
  for (const name of ["none", "bad", "huge", "directory"]) await keeper.save(draft(name));
  expect((await keeper.list()).notes).toHaveLength(5);
  expect(readFileSync(join(user, "none.md"), "utf8")).toBe("# No front matter\n");
});

describe("several processes", () => {
  const saving = (user: string, prefix: string, count: number) =>
    fork(join(import.meta.dirname, "note-process.ts"), [user, `${user}-project`, prefix, String(count)]);

  test("that save at once lose nothing, and the index has all of it", async () => {
    const { keeper, user } = kept();
    const each = 15;
    const prefixes = ["alpha", "beta", "gamma"];
    await Promise.all(prefixes.map((prefix) => once(saving(user, prefix, each), "exit")));
    const { notes, faults } = await keeper.list();
    expect([notes.length, faults]).toEqual([each * prefixes.length, []]);
    const index = readFileSync(join(user, "MEMORY.md"), "utf8").split("\n");
    expect(index.filter((line) => line.startsWith("- ["))).toHaveLength(notes.length);
  }, 60_000);

  test("of which one is killed leave whole notes only", async () => {
    const { keeper, user } = kept();
    for (let round = 0; round < 5; round += 1) {
      const child = saving(user, `round ${round}`, 1_000);
      let told = 0;
      child.on("message", () => {
        told += 1;
        if (told === 5 + round) child.kill("SIGKILL");
      });
      await once(child, "exit");
      const { notes, faults } = await keeper.list();
      expect(faults).toEqual([]);
      expect(notes.filter(({ name }) => name.startsWith(`round ${round}`)).length).toBeGreaterThanOrEqual(told);
      expect(notes.every(({ text }) => text.length > 500)).toBe(true);
    }
  }, 60_000);
});
