/** Processes that are killed in the middle of a save or of a restore leave nothing half. */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { integer, sample } from "fast-check";
import { expect, test } from "vitest";
import { type Ground, ground, nothing } from "./ground.ts";
import { picture } from "./picture.ts";

const seed = Number(process.env["KELSON_SEED"] ?? 20_261_122);
const kills = Number(process.env["KELSON_KILLS"] ?? 5);
console.log(`killing with seed ${seed}, ${kills} times each`);

/** Milliseconds after it has opened its place. */
const moments = (longest: number): number[] => sample(integer({ min: 0, max: longest }), { seed, numRuns: kills });

/** Gives what it had said it did. */
const killedAfter = (at: Ground, ms: number, snapshots: readonly string[]): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const args = [join(import.meta.dirname, "working-process.ts"), at.root, at.directory, ...snapshots];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (text: Buffer) => {
      if (said === "") setTimeout(() => child.kill("SIGKILL"), ms);
      said += text.toString();
    });
    child.on("error", reject);
    child.on("close", () => resolve(said.split("\n").slice(1, -1)));
  });

const many = `for d in $(seq 12); do mkdir -p d$d; for f in $(seq 10); do echo "$1 $d $f" > d$d/f$f; done; done`;

test("in the middle of a save: what was named is whole, and the next save is as ever", async () => {
  await using at = ground();
  for (const [turn, ms] of moments(200).entries()) {
    at.shell(`set -- ${turn}; ${many}; rm -rf d${turn + 1}`);
    const named = await killedAfter(at, ms, []);
    const files = at.again();
    const fresh = at.again({ directory: join(at.root, `../fresh${turn}`) });
    const { snapshot } = await files.save();
    expect(snapshot).toBe((await fresh.save()).snapshot);
    for (const digest of new Set([snapshot, ...named])) {
      expect(digest).toBe(snapshot);
      for (const { to } of await files.diff(nothing, digest)) if (to?.kind === "file") await files.content(to.digest);
    }
  }
});

test("in the middle of a restore: every file is whole, and asking again finishes it", async () => {
  await using at = ground();
  at.shell(`set -- one; ${many}; ln -s d1 link; chmod 700 d2; chmod 555 d6 d7`);
  const one = { shown: picture(at.root), ...(await at.files.save()) };
  at.shell(
    `set -- two; ${many}; rm -rf d3 d4/f1 link d2; echo file > d2; mkdir -p link/new; chmod 755 d5/f5 d6; rm -rf d7`,
  );
  const two = { shown: picture(at.root), ...(await at.files.save()) };
  // A directory that its owner may not write to is written to all the same, and is what it was afterwards.
  const whole = new Set([...one.shown, ...two.shown].flatMap((line) => [line, line.replace(" 555 dir", " 755 dir")]));
  for (const [turn, ms] of moments(400).entries()) {
    await killedAfter(at, ms, turn % 2 === 0 ? [one.snapshot, two.snapshot] : [two.snapshot, one.snapshot]);
    const half = picture(at.root, (path) => path.startsWith(".kelson-restoring-"));
    const isNew = (line: string): boolean => line.endsWith(" 700 directory");
    expect(half.filter((line) => !whole.has(line) && !isNew(line))).toEqual([]);
    const [wanted, known] = turn % 3 === 0 ? [one, two] : [two, one];
    // Nobody but the restore that was killed has edited anything.
    const restored = await at.again().restore({ to: wanted.snapshot, known: known.snapshot });
    expect({ kept: restored.kept, snapshot: restored.snapshot }).toEqual({ kept: [], snapshot: wanted.snapshot });
    expect(picture(at.root)).toEqual(wanted.shown);
    expect(readdirSync(at.root).filter((name) => name.startsWith(".kelson"))).toEqual([]);
  }
});
