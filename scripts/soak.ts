/** `npm run soak`: what the tests do a few times, done until it would have shown: kills, stores that fail, long properties. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { kills, whole } from "../test/soak/kills.ts";
import { troubled, wholeInProcess } from "../test/soak/trouble.ts";

const root = join(import.meta.dirname, "..");

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "1000" },
    stores: { type: "string", default: "100" },
    seed: { type: "string", default: "20261122" },
    lanes: { type: "string", default: "2" },
    /** The long counts of other tests, divided by this; 0 leaves them out. */
    shorter: { type: "string", default: "1" },
  },
});

/** One line of the table. */
interface Figure {
  readonly what: string;
  readonly count: string;
  readonly faults: number;
  readonly minutes: number;
}

interface Done extends Omit<Figure, "minutes" | "faults"> {
  readonly faults: readonly string[];
}

const timed = async (work: () => Promise<Done>): Promise<Figure> => {
  const from = performance.now();
  const { faults, ...figure } = await work();
  return { ...figure, faults: faults.length, minutes: (performance.now() - from) / 60_000 };
};

/** Says each at once: what comes later may be what ends the program. */
const told = ({ seed, faults }: { readonly seed: number; readonly faults: readonly string[] }): readonly string[] => {
  const named = faults.map((fault) => `seed ${seed}: ${fault}`);
  for (const fault of named) console.log(`FAULT ${fault}`);
  return named;
};

/** Each lane has seeds of its own, and says of each run how it went. */
const inLanes = async (lane: (index: number) => Promise<void>): Promise<void> => {
  await Promise.all(Array.from({ length: Number(values.lanes) }, (_, index) => lane(index)));
};

const seedOf = (lane: number): number => Number(values.seed) + lane * 100_000;

const killing = async (): Promise<Done> => {
  const expected = await whole();
  const sum = { runs: 0, kills: 0, lives: 0, events: 0 };
  const faults: string[] = [];
  await inLanes(async (lane) => {
    const share = Number(values.kills) / Number(values.lanes);
    for await (const survived of kills(share, seedOf(lane), expected)) {
      sum.runs += 1;
      sum.kills += survived.kills;
      sum.lives += survived.lives;
      sum.events += survived.events;
      faults.push(...told(survived));
      console.log(
        `seed ${survived.seed}: ${survived.kills} kills, ${survived.faults.length} faults; ${sum.kills} in all`,
      );
    }
  });
  const count = `${sum.kills} kills of ${sum.lives} processes in ${sum.runs} runs, ${sum.events} events`;
  return { what: "processes killed", count, faults };
};

const failing = async (): Promise<Done> => {
  const expected = await wholeInProcess();
  const sum = { before: 0, after: 0, slow: 0, full: 0, resumed: 0 };
  const faults: string[] = [];
  await inLanes(async (lane) => {
    for (let run = lane; run < Number(values.stores); run += Number(values.lanes)) {
      const { seed, faults: found, ...trouble } = await troubled(Number(values.seed) + run, expected);
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += trouble[key];
      faults.push(...told({ seed, faults: found }));
      console.log(`seed ${seed}: ${JSON.stringify(trouble)}, ${found.length} faults`);
    }
  });
  const { before, after, slow, full, resumed } = sum;
  const failures = `${before} failures before and ${after} after a write, ${slow} delays, ${full} times full`;
  return { what: "stores failing", count: `${values.stores} runs: ${failures}; resumed ${resumed} times`, faults };
};

/** Tests that take their counts from the environment, and how many make a long run. */
const longTests: readonly { readonly file: string; readonly env: Readonly<Record<string, number>> }[] = [
  { file: "test/whole/full-disk.test.ts", env: {} },
  { file: "test/agent/tree-kill.test.ts", env: { KELSON_KILLS: 200 } },
  { file: "test/agent/prefix.test.ts", env: { KELSON_SESSIONS: 60 } },
  { file: "test/agent/caches.test.ts", env: { KELSON_ROUNDS: 60 } },
  { file: "test/audit/fuzz.test.ts", env: { KELSON_ROUNDS: 1_000 } },
  { file: "test/checkpoints/kill.test.ts", env: { KELSON_KILLS: 60 } },
  { file: "test/checkpoints/ignored.test.ts", env: { KELSON_RUNS: 200 } },
  { file: "test/checkpoints/rewind.test.ts", env: { KELSON_RUNS: 100 } },
];

const long = async ({ file, env }: (typeof longTests)[number]): Promise<Done> => {
  const counts = Object.entries(env).map(([name, count]) => [name, String(Math.ceil(count / Number(values.shorter)))]);
  const words = ["run", file, "--testTimeout", "3600000"];
  const child = spawn(process.execPath, [join(root, "node_modules", ".bin", "vitest"), ...words], {
    cwd: root,
    env: { ...process.env, ...(Object.fromEntries(counts) as object) },
    stdio: "inherit",
  });
  const code = await new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  const count = counts.map((pair) => pair.join("=")).join(" ") || "as in npm test";
  return { what: file, count, faults: code === 0 ? [] : [`${file} ended with ${String(code)}`] };
};

const figures: Figure[] = [];
if (values.kills !== "0") figures.push(await timed(killing));
if (values.stores !== "0") figures.push(await timed(failing));
if (values.shorter !== "0") for (const test of longTests) figures.push(await timed(() => long(test)));

const rows = figures.map(
  ({ what, count, faults, minutes }) => `| ${what} | ${count} | ${faults} | ${minutes.toFixed(1)} min |`,
);
console.log(
  ["", `seed ${values.seed}`, "", "| what | how often | faults | took |", "| - | - | - | - |", ...rows].join("\n"),
);
process.exit(figures.every(({ faults }) => faults === 0) ? 0 : 1);
