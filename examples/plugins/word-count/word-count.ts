/** A plug-in tool in TypeScript: one JSON text on standard input, one on standard output. Needs nothing but Node 24. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

interface Asked {
  readonly input: { readonly path: string };
  readonly workspace: string;
}

const answer = (value: object): void => void process.stdout.write(JSON.stringify(value));

const { input, workspace } = JSON.parse(readFileSync(0, "utf8")) as Asked;
try {
  const text = readFileSync(resolve(workspace, input.path), "utf8");
  process.stderr.write(`counting ${input.path}\n`);
  const words = text.split(/\s+/u).filter((word) => word !== "").length;
  answer({ ok: true, output: { lines: text.split("\n").length - 1, words, characters: text.length } });
} catch (error) {
  answer({ ok: false, error: (error as Error).message });
}
