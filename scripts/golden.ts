/** Records the golden sessions of this version: `node scripts/golden.ts`. Those of released versions are never written again. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventOf } from "../src/log/line.ts";
import type { Line } from "../src/contract/store.ts";
import { foldedLines } from "./golden/folded.ts";
import { scenes } from "./golden/scenes.ts";
import { onStage } from "./golden/stage.ts";

const root = join(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const directory = join(root, "test/golden", version);

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

rmSync(directory, { recursive: true, force: true });
mkdirSync(join(directory, "folds"), { recursive: true });
for (const [seed, { name, setting, play }] of scenes.entries()) {
  await onStage(name, seed + 1, setting, async (stage) => {
    for (const [file, session] of Object.entries(await play(stage))) {
      const lines = await Array.fromAsync(stage.runtime.export(session));
      writeFileSync(join(directory, `${file}.jsonl`), textOf(lines));
      const events = lines.map((line) => eventOf(JSON.parse(line) as Line));
      writeFileSync(join(directory, "folds", `${file}.jsonl`), textOf(foldedLines(events)));
      console.log(`${file}: ${lines.length} lines`);
    }
  });
}
