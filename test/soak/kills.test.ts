/** The program is killed at random moments, again and again, and each time gone on with: `npm run soak` does it longer. */
import { beforeAll, expect, test } from "vitest";
import { kills, whole } from "./kills.ts";
import type { Tree } from "./outcome.ts";

const seed = Number(process.env["KELSON_SEED"] ?? 20_261_122);
const most = Number(process.env["KELSON_KILLS"] ?? 60);
const lanes = 2;

let expected: Tree;
beforeAll(async () => {
  expected = await whole();
});

test.concurrent.each(Array.from({ length: lanes }, (_, lane) => seed + lane * 1_000))(
  `nothing is lost and nothing is done twice when processes are killed (seed %i)`,
  { timeout: 600_000 },
  async (from) => {
    let killed = 0;
    for await (const { seed, kills: more, faults } of kills(most / lanes, from, expected)) {
      expect({ seed, faults }).toEqual({ seed, faults: [] });
      killed += more;
    }
    console.log(`${killed} processes were killed, from seed ${from} on`);
  },
);
