/** A store that fails, is slow or has no room, again and again: `npm run soak` does it longer. */
import { beforeAll, expect, test } from "vitest";
import type { Tree } from "./outcome.ts";
import { troubled, wholeInProcess } from "./trouble.ts";

const seed = Number(process.env["KELSON_SEED"] ?? 20_261_122);
const runs = Number(process.env["KELSON_RUNS"] ?? 4);

let expected: Tree;
beforeAll(async () => {
  expected = await wholeInProcess();
});

test.each(Array.from({ length: runs }, (_, run) => seed + run))(
  "nothing is lost and nothing is done twice when the store fails (seed %i)",
  { timeout: 300_000 },
  async (from) => {
    const { faults, ...trouble } = await troubled(from, expected);
    console.log(JSON.stringify(trouble));
    expect(faults).toEqual([]);
  },
);
