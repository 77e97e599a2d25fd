/** Notes stand in the prompt in a line each, no more than fit, old ones marked. */
import { expect, test } from "vitest";
import type { Note } from "../../src/contract/memory.ts";
import { notes } from "../../src/sources/notes.ts";
import { sourceConformance } from "../../src/testing/conformance/source.ts";
import { workspace } from "../../src/testing/workspace.ts";

const now = Date.UTC(2026, 2, 31);

const note = (name: string, more: Partial<Note> = {}): Note => ({
  name,
  description: `About ${name}`,
  type: "project",
  scope: "project",
  text: "Text.",
  created: "2026-03-30",
  file: `/notes/${name}.md`,
  ...more,
});

const source = (all: readonly Note[], saves = true, begun = all.length > 0) =>
  notes({
    keeper: { list: () => Promise.resolve({ begun, notes: all, faults: [] }) },
    saves,
    finds: true,
    now: () => now,
  });

const layers = async (all: readonly Note[], saves = true, begun?: boolean) => {
  const world = await workspace();
  const gathered = await source(all, saves, begun).gather(world);
  await world.close();
  return gathered;
};

const textOf = async (all: readonly Note[]): Promise<string> => (await layers(all, false))[0]?.text ?? "";

sourceConformance(source([note("one")]), () => workspace());

test("the guidance stands in the system prompt where notes can be saved, the notes beside the message", async () => {
  expect((await layers([note("one")])).map(({ layer, source: from, position }) => [layer, from, position])).toEqual([
    ["memory", "guidance", "system"],
    ["memory", "notes", "turn"],
  ]);
  expect((await layers([])).map(({ source: from }) => from)).toEqual(["guidance"]);
  expect(await layers([], false)).toEqual([]);
  expect((await layers([], false, true)).map(({ text }) => text)).toEqual(["There is no note."]);
});

test("a note is a line, marked once nobody has stood by it for 30 days", async () => {
  const lines = (
    await textOf([
      note("fresh", { created: "2026-03-01" }),
      note("old", { created: "2026-02-28" }),
      note("checked", { created: "2020-01-01", verified: "2026-03-30", scope: "user", type: "feedback" }),
    ])
  ).split("\n");
  expect(lines.slice(1)).toEqual([
    "- fresh (project, project): About fresh",
    "- old (project, project) [old]: About old",
    "- checked (user, feedback): About checked",
  ]);
});

test.each([
  ["lines", 250, 20],
  ["bytes", 190, 200],
])("no more than 200 lines and 25,000 bytes of them: %s", async (_, count, chars) => {
  const all = Array.from({ length: count }, (__, index) => note(`n${index}`, { description: "é".repeat(chars / 2) }));
  const text = await textOf(all);
  const lines = text.split("\n");
  expect(lines.length).toBeLessThanOrEqual(200);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(25_000);
  const left = Number(
    /^\[(\d+) older notes are left out here; memory_search finds them\.\]$/u.exec(lines.at(-1) ?? "")?.[1],
  );
  expect(left + lines.length - 2).toBe(count);
});
