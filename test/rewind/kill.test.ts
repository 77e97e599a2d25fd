/** A rewind that is killed can be asked for again, or undone; either way nothing is lost. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { integer, sample } from "fast-check";
import { expect, test } from "vitest";
import { sqlite } from "../../src/stores/sqlite.ts";
import { studio, worked } from "./studio.ts";

const seed = Number(process.env["KELSON_SEED"] ?? 20_261_122);
const kills = Number(process.env["KELSON_KILLS"] ?? 4);
console.log(`killing rewinds with seed ${seed}, ${kills} times`);

/** Milliseconds after it has begun. */
const moments = sample(integer({ min: 0, max: 900 }), { seed, numRuns: kills });

const killedAfter = (ms: number, ...words: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const path = join(import.meta.dirname, "rewinding-process.ts");
    const child = spawn(process.execPath, [path, ...words], { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (text: Buffer) => {
      if (said === "") setTimeout(() => child.kill("SIGKILL"), ms);
      said += text.toString();
    });
    child.on("error", reject);
    child.on("close", () => resolve(said));
  });

const many = (word: string): string =>
  `for d in $(seq 8); do mkdir -p d$d; for f in $(seq 10); do echo "${word} $d $f" > d$d/f$f; done; done`;

test("kill -9 in the middle of a rewind", { timeout: 300_000 }, async () => {
  let cutOff = 0;
  for (const [turn, ms] of moments.entries()) {
    await using at = studio();
    const store = sqlite(join(at.state, "sessions"), { synchronous: "off" });
    at.edit([many("first"), "ln -s d1 link"]);
    const first = at.shown();
    const turns = [at.doing([many("second"), "rm -rf d3 link; chmod 700 d2"]), { text: "Done." }];
    const session = await worked(at.open(turns, { store }), at.root);
    at.edit(["echo mine > mine; echo mine > d1/f1"]);
    const before = at.shown();
    const said = await killedAfter(ms, at.state, session, "0");
    if (!said.includes("done")) cutOff += 1;
    const runtime = at.open([], { store });
    const isAskedAgain = turn % 2 === 0;
    if (isAskedAgain) await runtime.rewind(session, { to: 0, what: "files", edited: "replace" });
    expect({ ms, shown: isAskedAgain ? at.shown() : first }).toEqual({ ms, shown: first });
    const restored = at.shown().join() !== before.join();
    if (restored) await runtime.undoRewind(session);
    expect({ ms, shown: at.shown() }).toEqual({ ms, shown: before });
    expect((await runtime.verify(session)).ok).toBe(true);
    await store.close();
  }
  console.log(`${cutOff} of ${kills} were cut off`);
});
