/** The examples of plug-ins, and that of the documentation, really run: in whole runs of the agent, held and not held. */
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { workshop, type Workshop } from "../cli/workshop.ts";
import { directory, manifestOf, noBubblewrap } from "./plugged.ts";

const examples = join(import.meta.dirname, "../../examples/plugins");
const wordCount = join(examples, "word-count");
const csvColumns = join(examples, "csv-columns");

const noPython = ((): string | undefined => {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "there is no python3";
  }
})();

/** Both examples in one run; without a sandbox they have to be allowed. */
const wholeRun = async (
  shop: Workshop,
  flags: readonly string[],
  calls: readonly { name: string; input: unknown }[],
) => {
  const { kelson, cwd, script } = shop;
  await writeFile(join(cwd, "poem.txt"), "Timber under tide,\nholding frame\n");
  const model = await script({ calls }, { text: "Done." });
  const { code, stdout } = await kelson(["run", "-m", model, "--output-format", "stream-json", ...flags, "go"]);
  return { code, stdout };
};

const countCall = { name: "word_count", input: { path: "poem.txt" } };
const columnsCall = { name: "csv_columns", input: { csv: "port,ship\nOslo,Fram\nOslo,Maud\n" } };
const counted = '{"lines":2,"words":5,"characters":33}';
const columns = '[{"name":"port","values":2,"different":1},{"name":"ship","values":2,"different":2}]';

describe("whole runs with the examples", () => {
  const withExamples = async (): Promise<Workshop> => {
    const shop = await workshop();
    for (const directory of [wordCount, csvColumns]) await shop.kelson(["tools", "add", directory]);
    return shop;
  };
  const quoted = (json: string): string => JSON.stringify(json).slice(1, -1);

  test.skipIf(noBubblewrap !== undefined)(
    `in bubblewrap the one in TypeScript runs without asking${noBubblewrap === undefined ? "" : ` (skipped: ${noBubblewrap})`}`,
    async () => {
      const { code, stdout } = await wholeRun(await withExamples(), [], [countCall]);
      expect(code).toBe(0);
      expect(stdout).toContain(quoted(counted));
    },
  );

  test.skipIf(noBubblewrap !== undefined || noPython !== undefined)(
    `in bubblewrap the one in Python does, too (skipped where ${noBubblewrap ?? noPython ?? "bubblewrap or python3 is missing"})`,
    async () => {
      const { code, stdout } = await wholeRun(await withExamples(), [], [columnsCall]);
      expect(code).toBe(0);
      expect(stdout).toContain(quoted(columns));
    },
  );

  test("without a sandbox a call is asked about, and denied where nobody answers", async () => {
    const { stdout } = await wholeRun(await withExamples(), ["--sandbox", "off"], [countCall]);
    expect(stdout).toContain("denied");
    expect(stdout).not.toContain(quoted(counted));
  });

  test("without a sandbox a rule allows it", async () => {
    const { stdout } = await wholeRun(await withExamples(), ["--sandbox", "off", "--allow", "word_count"], [countCall]);
    expect(stdout).toContain(quoted(counted));
  });

  test.skipIf(noPython !== undefined)(
    `and the one in Python, too${noPython === undefined ? "" : ` (skipped: ${noPython})`}`,
    async () => {
      const { stdout } = await wholeRun(
        await withExamples(),
        ["--sandbox", "off", "--allow", "csv_columns"],
        [columnsCall],
      );
      expect(stdout).toContain(quoted(columns));
    },
  );
});

test("the documentation tells of every field, and its example is one", async () => {
  const page = await readFile(join(import.meta.dirname, "../../docs/plugins.md"), "utf8");
  const block = (language: string): string => new RegExp(`\`\`\`${language}\n(.+?)\`\`\``, "su").exec(page)?.[1] ?? "";
  const home = await directory();
  await writeFile(join(home, "tool.json"), block("json"));
  await writeFile(join(home, "title.pl"), block("perl"));
  const { kelson } = await workshop();
  const checked = await kelson([
    "tools",
    "check",
    home,
    "--sandbox",
    "off",
    "--input",
    '{"text": "timber under tide"}',
  ]);
  expect(checked).toMatchObject({ code: 0, stdout: "Timber Under Tide\n" });
  for (const field of Object.keys(manifestOf({ memory: 1, output: {}, allowed_paths: [], hosts: [] })))
    expect(page).toContain(`\`${field}\``);
});
