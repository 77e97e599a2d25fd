/** Random scripts of shells and tools, run by a real agent while a user edits, rewound to every step: byte, mode and link. */
import { array, assert, asyncProperty, infiniteStream, nat, oneof, record, constantFrom } from "fast-check";
import { expect, test } from "vitest";
import type { Turn } from "../agent/playing.ts";
import { edit } from "../checkpoints/edits.ts";
import { type Studio, studio, worked } from "./studio.ts";

const seed = Number(process.env["KELSON_SEED"] ?? 20_261_122);
const numRuns = Number(process.env["KELSON_RUNS"] ?? 6);
console.log(`rewinding sessions with seed ${seed}, ${numRuns} runs`);

const lines = (minLength: number, maxLength = 5) => array(edit, { minLength, maxLength });
/** What a step does: lines of a shell script, or a file written by the tool for it. */
const work = oneof(
  { weight: 4, arbitrary: record({ shell: lines(1) }) },
  record({ path: constantFrom("a", "d/a", "d/e/f", "new/one"), content: constantFrom("x", "tool\n", "") }),
);
/** What the user does while the model thinks of the step. */
const steps = array(record({ user: oneof(lines(0, 0), lines(1, 2)), work }), { minLength: 2, maxLength: 6 });

interface Told {
  readonly session: string;
  /** What the workspace was when the model had thought of each step after this one, or at the end. */
  readonly wanted: readonly (readonly string[])[];
  /** Paths that the user touched since, while the model thought. */
  readonly edits: readonly ReadonlySet<string>[];
}

type Script = readonly {
  readonly user: readonly string[];
  readonly work: { readonly shell: readonly string[] } | { readonly path: string; readonly content: string };
}[];

const perform = async (at: Studio, script: Script): Promise<Told> => {
  const turns = script.map(({ work: asked }): Turn =>
    "shell" in asked ? at.doing(asked.shell) : { calls: [{ name: "write_file", input: asked }] },
  );
  const before: string[][] = [];
  const after: string[][] = [];
  const touched: Set<string>[] = [];
  const thinks = (step: number): void => {
    before.push(at.shown());
    at.edit(script[step - 1]?.user ?? []);
    after.push(at.shown());
    touched.push(pathsOf(before.at(-1) ?? [], after.at(-1) ?? []));
  };
  const runtime = at.open([...turns, { text: "Done." }], { thinks });
  const session = await worked(runtime, at.root);
  // A call that changed nothing leaves no trace: what the user did on both sides of it is one.
  const last: number[] = [];
  for (let step = script.length; step >= 0; step -= 1) {
    const isIdle = step < script.length && isSame(after[step], before[step + 1]);
    last[step] = isIdle ? (last[step + 1] ?? step) : step;
  }
  const wanted = last.map((step) => after[step] ?? []);
  const edits = last.map((step) => new Set(touched.slice(step + 1).flatMap((paths) => [...paths])));
  return { session, wanted, edits };
};

const isSame = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.join("\n") === other.join("\n");

const pathOf = (line: string): string => line.replace(/ (?:-> .*|[0-7]+ \S+)$/su, "");
const pathsOf = (one: readonly string[], other: readonly string[]): Set<string> =>
  new Set([...one.filter((line) => !other.includes(line)), ...other.filter((line) => !one.includes(line))].map(pathOf));

test("every step is what it was, and each rewind can be undone", { timeout: 600_000 }, async () => {
  await assert(
    asyncProperty(steps, infiniteStream(nat()), async (script, chance) => {
      await using at = studio();
      at.write(".gitignore", "/out/\n");
      const { session, wanted } = await perform(at, script);
      const runtime = at.open([]);
      for (let turn = 0; turn < wanted.length * 2; turn += 1) {
        const to = (chance.next().value ?? 0) % wanted.length;
        const before = at.shown();
        const { files } = await runtime.rewind(session, { to, what: "files", edited: "replace" });
        expect({ kept: files?.kept, to, shown: at.shown() }).toEqual({ kept: [], to, shown: wanted[to] });
        if (turn % 2 === 0 || files?.changed.length === 0) continue;
        await runtime.undoRewind(session);
        expect(at.shown()).toEqual(before);
        await runtime.undoRewind(session);
        expect(at.shown()).toEqual(wanted[to]);
      }
      expect((await runtime.verify(session)).ok).toBe(true);
    }),
    { seed, numRuns },
  );
});

test("what the user edited since stays, and all else is as it was", { timeout: 600_000 }, async () => {
  await assert(
    asyncProperty(steps, lines(1, 2), nat(), async (script, last, chance) => {
      await using at = studio();
      at.write(".gitignore", "/out/\n");
      const { session, wanted, edits } = await perform(at, script);
      const untouched = at.shown();
      at.edit(last);
      const before = at.shown();
      const to = chance % wanted.length;
      const users = new Set([...(edits[to] ?? []), ...pathsOf(untouched, before)]);
      const { files } = await at.open([]).rewind(session, { to, what: "files" });
      const after = at.shown();
      const changed = pathsOf(before, after);
      expect([...changed].filter((path) => users.has(path))).toEqual([]);
      // All that is not as it was then has been named.
      const named = new Set(files?.kept.map(({ path }) => inLatin1(path)));
      expect([...pathsOf(wanted[to] ?? [], after)].filter((path) => !named.has(path))).toEqual([]);
    }),
    { seed, numRuns },
  );
});

/** As the picture shows it: a byte that is no UTF-8 stands in the port as a lone surrogate. */
const inLatin1 = (path: string): string =>
  path.replaceAll(/[\udc80-\udcff]|[^\udc80-\udcff]+/gu, (part) =>
    /^[\udc80-\udcff]$/u.test(part)
      ? String.fromCharCode(part.charCodeAt(0) - 0xdc00)
      : Buffer.from(part).toString("latin1"),
  );
