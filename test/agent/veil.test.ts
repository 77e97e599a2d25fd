/** What an edit may do around a marker: the secret stays in its file, byte for byte, and goes nowhere else. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Tool } from "../../src/contract/tool.ts";
import { memory } from "../../src/stores/memory.ts";
import { applyPatch } from "../../src/tools/apply-patch.ts";
import { editFile } from "../../src/tools/edit-file.ts";
import { readFile as readFileTool } from "../../src/tools/read-file.ts";
import { replaceInFiles } from "../../src/tools/replace-in-files.ts";
import { writeFile as writeFileTool } from "../../src/tools/write-file.ts";
import { pemBlock } from "../secrets/drawn.ts";
import { assembled } from "./assembled.ts";
import { playing, type Turn } from "./playing.ts";
import { logOf, marker, otherMarker, outcomes, redacting, secret } from "./redacting.ts";
import { counting } from "./tools.ts";
import { say } from "./workshop.ts";

const files = async (held: Readonly<Record<string, string>>, turns: readonly Turn[], tools: readonly Tool[]) => {
  const cwd = await mkdtemp(join(tmpdir(), "kelson-secrets-"));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(held)) await writeFile(join(cwd, name), text);
  const store = memory();
  const runtime = assembled({ provider: playing(turns), tools, change: redacting }, store);
  const session = await runtime.create({ cwd });
  await session.send({ type: "set-mode", id: "mode", mode: "bypass" });
  const work = { runtime, store, session };
  await say(session, "go");
  expect(await logOf(work)).not.toContain(secret);
  return {
    outcomes: await outcomes(work),
    text: (name: string) => readFile(join(cwd, name), "utf8").catch(() => undefined),
  };
};

const using = (...calls: { name: string; input: unknown }[]): Turn[] => [
  ...calls.map((one) => ({ calls: [one] })),
  { text: "done" },
];
const conf = (token: string, line = "b = 2"): string => `\uFEFFa = 1\r\ntoken ${token} end\r\n${line}\r\n`;

test("an edit around a marker keeps the secret byte for byte", async () => {
  const done = await files(
    { "a.conf": conf(secret), "b.conf": conf(secret) },
    using(
      { name: "read_file", input: { path: "a.conf" } },
      {
        name: "edit_file",
        input: { path: "a.conf", old_string: `${marker} end\nb = 2`, new_string: `${marker} end\nb = 3` },
      },
      {
        name: "replace_in_files",
        input: { glob: "b.conf", find: `token ${marker} end\nb = 2`, replace: `token ${marker} end\nb = 4` },
      },
    ),
    [readFileTool, editFile, replaceInFiles],
  );
  expect(done.outcomes[0]).toContain(`token ${marker} end`);
  expect(await done.text("a.conf")).toBe(conf(secret, "b = 3"));
  expect(await done.text("b.conf")).toBe(conf(secret, "b = 4"));
});

test("a patch and a whole file keep it, too; a move takes it along", async () => {
  const done = await files(
    { "a.conf": conf(secret), "b.conf": conf(secret), "c.conf": conf(secret) },
    using(
      {
        name: "apply_patch",
        input: {
          patch: `*** Begin Patch\n*** Update File: a.conf\n@@\n token ${marker} end\n-b = 2\n+b = 5\n*** End Patch`,
        },
      },
      { name: "write_file", input: { path: "b.conf", content: `only ${marker}\n` } },
      {
        name: "apply_patch",
        input: {
          patch: "*** Begin Patch\n*** Update File: c.conf\n*** Move to: d.conf\n@@\n-b = 2\n+b = 6\n*** End Patch",
        },
      },
    ),
    [applyPatch, writeFileTool],
  );
  expect(await done.text("a.conf")).toBe(conf(secret, "b = 5"));
  expect(await done.text("b.conf")).toBe(`only ${secret}\n`);
  expect(await done.text("d.conf")).toBe(conf(secret, "b = 6"));
  expect(await done.text("c.conf")).toBeUndefined();
});

test("a key of many lines is one marker, and stays", async () => {
  const key = pemBlock("RSA PRIVATE KEY");
  const done = await files(
    { "key.txt": `first\n${key}\nlast\n` },
    using(
      { name: "read_file", input: { path: "key.txt" } },
      { name: "edit_file", input: { path: "key.txt", old_string: "last", new_string: "end" } },
    ),
    [readFileTool, editFile],
  );
  expect(done.outcomes[0]).toMatch(/^1\tfirst\n2\t\[secret:private-key:[0-9a-f]{16}\]\n3\tlast$/u);
  expect(await done.text("key.txt")).toBe(`first\n${key}\nend\n`);
});

test("anywhere else a marker is invalid_arguments, and nothing is written", async () => {
  const a = conf(secret);
  const done = await files(
    { "a.conf": a, "b.conf": "plain = 1\n" },
    using(
      { name: "write_file", input: { path: "new.conf", content: `stolen ${marker}\n` } },
      { name: "write_file", input: { path: "b.conf", content: `stolen ${marker}\n` } },
      { name: "edit_file", input: { path: "b.conf", old_string: "plain = 1", new_string: `plain = ${marker}` } },
      { name: "edit_file", input: { path: "b.conf", old_string: marker, new_string: "x" } },
      { name: "edit_file", input: { path: "a.conf", old_string: marker, new_string: otherMarker } },
      {
        name: "apply_patch",
        input: {
          patch: `*** Begin Patch\n*** Update File: a.conf\n@@\n token ${marker} end\n-b = 2\n+b = 5\n*** Add File: c.conf\n+${marker}\n*** End Patch`,
        },
      },
      {
        name: "apply_patch",
        input: {
          patch: `*** Begin Patch\n*** Update File: a.conf\n*** Move to: d.conf\n@@\n-token ${marker} end\n+token ${marker}\n*** End Patch`,
        },
      },
      { name: "look", input: { text: marker } },
    ),
    [writeFileTool, editFile, applyPatch, counting("look", ["read"])],
  );
  for (const outcome of done.outcomes) expect(outcome).toMatch(/invalid_arguments/u);
  expect(done.outcomes).toHaveLength(8);
  expect(await done.text("a.conf")).toBe(a);
  expect(await done.text("b.conf")).toBe("plain = 1\n");
  for (const name of ["new.conf", "c.conf", "d.conf"]) expect(await done.text(name)).toBeUndefined();
});

test("a marker that stands in a file as it is stays one", async () => {
  const done = await files(
    { "notes.md": `a marker: ${otherMarker}\n`, "both.md": `${secret} ${marker}\n` },
    using(
      {
        name: "edit_file",
        input: { path: "notes.md", old_string: `a marker: ${otherMarker}`, new_string: `see ${otherMarker}` },
      },
      { name: "write_file", input: { path: "both.md", content: `${marker}\n` } },
    ),
    [editFile, writeFileTool],
  );
  expect(await done.text("notes.md")).toBe(`see ${otherMarker}\n`);
  expect(await done.text("both.md")).toBe(`${secret} ${marker}\n`);
  expect(done.outcomes[1]).toContain("cannot be told which is meant");
});
