/** `kelson rewind` and `kelson sessions diff`, as a person and as a script call them. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Rewound, SessionChanges } from "../../src/contract/rewind.ts";
import { type Workshop, workshop } from "./workshop.ts";

const write = (path: string, content: string) => ({ name: "write_file", input: { path, content } });
const shell = (command: string) => ({ name: "bash", input: { command } });

/** Two messages: a file is written and a shell changes things, then another file is written. */
const worked = async (shop: Workshop, more: readonly string[] = []): Promise<string> => {
  await writeFile(join(shop.cwd, "there.txt"), "one\ntwo\n");
  const model = await shop.script(
    { calls: [write("new.txt", "new\n")] },
    { calls: [shell("echo three >> there.txt; printf '\\000' > binary; ln -s new.txt link; chmod 755 new.txt")] },
    { text: "Done." },
    { calls: [write("late.txt", "late\n")] },
    { text: "Done again." },
  );
  const how = ["-m", model, "--permission-mode", "bypass", "--sandbox", "off", "--output-format", "json", ...more];
  const ran = await shop.kelson(["run", ...how, "do the one"]);
  expect((await shop.kelson(["run", "-c", ...how, "do the other"])).code).toBe(0);
  return (JSON.parse(ran.stdout) as { session_id: string }).session_id;
};

const text = (shop: Workshop, name: string): Promise<string> => readFile(join(shop.cwd, name), "utf8");

test("sessions diff shows what the session, a step or a call changed", async () => {
  const shop = await workshop();
  await worked(shop);
  const { stdout } = await shop.kelson(["sessions", "diff"]);
  expect(stdout).toBe(`binary: binary, nothing → 1 byte
--- /dev/null
+++ b/late.txt
@@ -0,0 +1,1 @@
+late
link: link to new.txt added
new.txt: mode 755
--- /dev/null
+++ b/new.txt
@@ -0,0 +1,1 @@
+new
--- a/there.txt
+++ b/there.txt
@@ -1,2 +1,3 @@
 one
 two
+three
`);
  expect((await shop.kelson(["sessions", "diff", "--step", "1", "--stat"])).stdout).toBe(
    "new.txt  +1  -0\n1 path, +1 -0 lines\n",
  );
  const one = await shop.kelson(["sessions", "diff", "--step", "4", "--json"]);
  const { files } = JSON.parse(one.stdout) as SessionChanges;
  expect(files.map(({ path, addedLines }) => [path, addedLines])).toEqual([["late.txt", 1]]);
  expect((await shop.kelson(["sessions", "diff", "--step", "3"])).stderr).toBe("No call changed a file.\n");
});

test("a rewind is shown first and asked about; without a person it needs --yes", async () => {
  const shop = await workshop();
  const session = await worked(shop);
  await writeFile(join(shop.cwd, "there.txt"), "mine\n");
  const dry = await shop.kelson(["rewind", "--to", "0", "--dry-run"]);
  expect(dry.stdout).toContain("  - new.txt\n");
  expect(dry.stdout).toContain("there.txt: somebody edited it meanwhile; --replace-edited puts it back, too\n");
  const nobody = await shop.kelson(["rewind", "--to", "0"]);
  expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining("it needs --yes") });
  const no = await shop.kelson(["rewind", "--to", "0"], { typed: ["n"] });
  expect(no).toMatchObject({ code: 2, stderr: expect.stringContaining("nothing was rewound") });
  expect(await text(shop, "late.txt")).toBe("late\n");

  const yes = await shop.kelson(["rewind", "--to", "0"], { typed: ["y"] });
  expect(yes.code).toBe(0);
  expect(existsSync(join(shop.cwd, "new.txt"))).toBe(false);
  expect(await text(shop, "there.txt")).toBe("mine\n");
  const fork = yes.stdout.trim();
  expect((await shop.kelson(["sessions", "list", "--tree"])).stdout).toContain(`(fork of ${session.split("-").at(-1)}`);
  expect((await shop.kelson(["rewind", fork, "--undo", "--yes"])).code).toBe(0);
  expect(await text(shop, "new.txt")).toBe("new\n");
  expect((await shop.kelson(["rewind", session, "--undo", "--yes"])).code).toBe(0);
  expect(existsSync(join(shop.cwd, "new.txt"))).toBe(false);
  for (const id of [session, fork]) expect((await shop.kelson(["audit", "verify", id])).code).toBe(0);
});

test("by default it goes back before the last message; only files, in JSON, and what was edited if that is asked for", async () => {
  const shop = await workshop();
  const session = await worked(shop);
  await writeFile(join(shop.cwd, "late.txt"), "mine\n");
  const { stdout } = await shop.kelson(["rewind", "--files", "--replace-edited", "--yes", "--json"]);
  const done = JSON.parse(stdout) as Rewound;
  expect(done).toMatchObject({ session, step: 3, files: { edited: ["late.txt"], kept: [] } });
  expect(done.fork).toBeUndefined();
  expect(existsSync(join(shop.cwd, "late.txt"))).toBe(false);
  expect(await text(shop, "new.txt")).toBe("new\n");
  expect((await shop.kelson(["rewind", "--list"])).stdout).toMatch(/^STEP.*\n0 .*\n1 +\w+ +1 +do the one\n2 +\w+ +4 /u);
});

test("in a chat it goes on in the fork", async () => {
  const shop = await workshop();
  const session = await worked(shop);
  const typed = ["/rewind", "/rewind x", "/rewind 9", "/rewind 1", "/quit"];
  const { stderr } = await shop.kelson(["chat", "-r", session], { typed });
  expect(stderr).toContain("/rewind must be a step, such as 3");
  expect(stderr).toContain(`session ${session} has no step 9`);
  expect(existsSync(join(shop.cwd, "link"))).toBe(false);
  expect(await text(shop, "there.txt")).toBe("one\ntwo\n");
  expect(stderr).not.toContain(`kelson chat -r ${session} goes on`);
});

test("where nothing was saved that is said, and the conversation can be rewound alone", async () => {
  const shop = await workshop();
  const session = await worked(shop, ["--checkpoints", "off"]);
  for (const argv of [
    ["sessions", "diff"],
    ["rewind", "--yes"],
  ]) {
    const { code, stderr } = await shop.kelson(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`session ${session} has no snapshots of its files`)]);
  }
  expect((await shop.kelson(["rewind", "--conversation", "--yes"])).code).toBe(0);
});

test.each([
  [["rewind", "--files", "--both"], "cannot stand together"],
  [["rewind", "--undo", "--to", "1"], "name nothing else"],
  [["rewind", "--to", "two"], '--to must be a step, such as 3, got "two"'],
  [["rewind", "--to", "9", "--dry-run"], "has no step 9; its last one is 5"],
  [["rewind", "--undo", "--dry-run"], "nothing to undo"],
  [["sessions", "diff", "--step", "1", "--call", "x"], "cannot stand together"],
  [["sessions", "diff", "--call", "x"], "has no call x that was begun"],
])("%j is refused in one sentence", async (argv, sentence) => {
  const shop = await workshop();
  await worked(shop);
  const { code, stderr } = await shop.kelson(argv);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
});
