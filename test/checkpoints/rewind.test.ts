/** Random scripts of edits, rewound to every step, are what they were: byte, mode and link. What users edited stays. */
import { array, assert, asyncProperty, infiniteStream, nat } from "fast-check";
import { expect, test } from "vitest";
import { edit, preamble } from "./edits.ts";
import { type Ground, ground } from "./ground.ts";
import { picture } from "./picture.ts";

const seed = Number(process.env["KELSON_SEED"] ?? 20_261_122);
const numRuns = Number(process.env["KELSON_RUNS"] ?? 15);
console.log(`rewinding files with seed ${seed}, ${numRuns} scripts`);

const isIgnored = (path: string): boolean => path === "out" || path.startsWith("out/");
const shownOf = (at: Ground): string[] => picture(at.root, isIgnored);

const run = (at: Ground, edits: readonly string[]): void => {
  at.shell(`${preamble}\nexec 2>/dev/null\n${edits.join("\n")}\ntrue`);
};

/** What a user does comes after a snapshot, and is in the next one. */
const scripts = array(array(edit, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 7 });

test("to every step, in any order, and back", { timeout: 600_000 }, async () => {
  await assert(
    asyncProperty(scripts, array(edit, { maxLength: 4 }), infiniteStream(nat()), async (steps, users, chance) => {
      await using at = ground();
      at.write(".gitignore", "/out/\n");
      const saved: { snapshot: string; shown: string[] }[] = [];
      for (const edits of steps) {
        run(at, edits);
        saved.push({ snapshot: (await at.files.save()).snapshot, shown: shownOf(at) });
      }
      for (let turn = 0; turn < steps.length * 2; turn += 1) {
        const { snapshot: to, shown } = saved[(chance.next().value ?? 0) % saved.length] ?? { snapshot: "", shown: [] };
        const { snapshot: known } = await at.files.save();
        run(at, users);
        const before = shownOf(at);
        const restored = await at.files.restore({ to, known, edited: "replace" });
        expect(restored.kept).toEqual([]);
        expect(restored.snapshot).toBe(to);
        expect(shownOf(at)).toEqual(shown);
        if (turn % 2 === 0) continue;
        await at.files.restore({ to: restored.from, known: restored.snapshot });
        expect(shownOf(at)).toEqual(before);
      }
    }),
    { seed, numRuns },
  );
});

test("what a user edited since is not touched, and all else is as wanted", { timeout: 600_000 }, async () => {
  await assert(
    asyncProperty(scripts, array(edit, { minLength: 1, maxLength: 4 }), async (steps, users) => {
      await using at = ground();
      const snapshots: string[] = [];
      for (const edits of steps) {
        run(at, edits);
        snapshots.push((await at.files.save()).snapshot);
      }
      const [to = "", known = ""] = [snapshots[0], snapshots.at(-1)];
      run(at, users);
      const mine = await at.files.save({ since: known });
      const restored = await at.files.restore({ to, known });
      expect(restored.from).toBe(mine.snapshot);
      const touched = new Set(restored.changed.map(({ path }) => path));
      expect(mine.changed.filter(({ path }) => touched.has(path))).toEqual([]);
      const left = await at.files.diff(to, restored.snapshot ?? "");
      const kept = new Set(restored.kept.map(({ path }) => path));
      expect(left.filter(({ path }) => !kept.has(path))).toEqual([]);
    }),
    { seed, numRuns },
  );
});
