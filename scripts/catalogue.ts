/** Writes src/catalogue/models.json from llm-zoo and our corrections; with `--check`, fails when the one on disk is another. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MODEL_CONFIGS } from "llm-zoo";
import { corrections } from "./catalogue/corrections.ts";
import type { Row } from "./catalogue/row.ts";
import { rowsOf } from "./catalogue/rows.ts";

const root = join(import.meta.dirname, "..");
const path = join(root, "src/catalogue/models.json");

/** Whether the file is not what would be written, its day aside. */
export const catalogueDrifted = (): boolean => {
  const written = readFileSync(path, "utf8");
  return written !== page((JSON.parse(written) as { made: string }).made);
};

/** One line a model, sorted, so that a change is a line. */
const page = (made: string): string => `{
  "source": "llm-zoo ${sourceVersion()}",
  "made": "${made}",
  "columns": ["name", "window", "outputLimit", "can", "input", "output", "cacheRead", "cacheWrite"],
  "models": [
    ${[...rows()]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, row]) => line(name, row))
      .join(",\n    ")}
  ]
}
`;

const sourceVersion = (): string =>
  (JSON.parse(readFileSync(join(root, "node_modules/llm-zoo/package.json"), "utf8")) as { version: string }).version;

const rows = (): ReadonlyMap<string, Row> => {
  const found = new Map<string, Row>();
  for (const [name, row] of Object.values(MODEL_CONFIGS).flatMap(rowsOf)) {
    found.set(name, merged(name, found.get(name), row));
  }
  for (const [name, row] of Object.entries(corrections)) if (!found.has(name)) found.set(name, whole(name, row));
  return found;
};

/** llm-zoo has many models twice, as they are without thinking and with it: the name can do what either can. */
const merged = (name: string, one: Row | undefined, other: Row): Row => {
  if (one === undefined) return other;
  if (JSON.stringify(one.prices) !== JSON.stringify(other.prices)) {
    throw new Error(`llm-zoo has two prices for ${name}: write the right one into the corrections`);
  }
  return one.can.length >= other.can.length ? one : other;
};

/** A correction of what llm-zoo does not have at all. */
const whole = (name: string, { window, outputLimit, can, prices }: Partial<Row>): Row => {
  if (window === undefined || outputLimit === undefined || can === undefined) {
    throw new Error(`the correction of ${name} is a part of a row, and llm-zoo has no such model`);
  }
  return { window, outputLimit, can, prices };
};

/** Unknown values are null, and left off at the end. */
const line = (name: string, { window, outputLimit, can, prices }: Row): string => {
  const { input = null, output = null, cacheRead = null, cacheWrite = null } = prices ?? {};
  const values = [name, window, outputLimit, can.join(" "), input, output, cacheRead, cacheWrite];
  const known = values.slice(0, values.findLastIndex((value) => value !== null) + 1);
  return `[${known.map((value) => JSON.stringify(value)).join(", ")}]`;
};

if (import.meta.main) {
  if (!process.argv.includes("--check")) {
    writeFileSync(path, page(new Date().toISOString().slice(0, 10)));
  } else if (catalogueDrifted()) {
    console.error("src/catalogue/models.json is not what its source says; run node scripts/catalogue.ts");
    process.exitCode = 1;
  }
}
