/** Lines that nobody means: they are read to an end, and what bash calls a syntax error is never understood. */
import { spawnSync } from "node:child_process";
import { array, assert, constantFrom, nat, oneof, property, sample, string, tuple } from "fast-check";
import { expect, test } from "vitest";
import { readCommand } from "../../../src/policy/shell/read-command.ts";
import { parseShell } from "../../../src/shell/parse-shell.ts";
import { place } from "./summary.ts";
import { destroying } from "./table/destroying.ts";
import { executing } from "./table/executing.ts";
import { reading } from "./table/reading.ts";
import { writing } from "./table/writing.ts";

const seed = 20_261_122;
const hasBash = spawnSync("bash", ["--version"]).status === 0;

const pieces = constantFrom(
  ...(
    "a rm -rf x=1 $a ${a} ${a:-b} $( $(( )) ) ( (( { } ; ;; & && || | |& < > >> <<< 2>&1 >& ' \" \\ ` # if then else elif fi while do done " +
    "for in case esac [[ ]] ! time function f() * ? [a] ~ $' ${ $ <( >( coproc =( += echo {a,b} {1..3} - -c 1 2>"
  ).split(" "),
  " ",
  " ",
  " ",
  "\n",
  "\t",
  "\\\n",
  "<<EOF\n",
  "\nEOF\n",
  "<<'E'\n",
  "\nE\n",
  "\r",
);
const noise = array(pieces, { minLength: 1, maxLength: 14 }).map((parts) => parts.join(""));

const lines = [...reading, ...writing, ...executing, ...destroying].map(([line]) => line);
const mutated = tuple(
  constantFrom(...lines),
  array(tuple(nat(100), nat(2), pieces), { minLength: 1, maxLength: 3 }),
).map(([line, changes]) =>
  changes.reduce(
    (text, [at, cut, piece]) =>
      text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + cut),
    line,
  ),
);

test(`random text is read to an end (seed ${seed})`, () => {
  const any = oneof(noise, mutated, string({ unit: "binary", maxLength: 60 }));
  assert(
    property(any, (line) => {
      const found = readCommand(line, place, parseShell);
      expect(found.understood || found.why !== undefined).toBe(true);
    }),
    { seed, numRuns: 8000 },
  );
});

// bash reads them all in one process: `-n` runs nothing.
const check = `while IFS= read -r -d '' line; do bash -n -c -- "$line" 2>/dev/null && echo ok || echo bad; done`;

test.skipIf(!hasBash)(`with a bash: what bash calls a syntax error is not understood (seed ${seed})`, () => {
  const candidates = sample(oneof(noise, mutated), { seed, numRuns: 4000 });
  const understood = candidates.filter(
    (line) => !line.includes("\0") && readCommand(line, place, parseShell).understood,
  );
  expect(understood.length).toBeGreaterThan(300);
  const { stdout } = spawnSync("bash", ["-c", check], {
    input: understood.map((line) => `${line}\0`).join(""),
    encoding: "utf8",
  });
  const verdicts = stdout.trim().split("\n");
  expect(understood.filter((_, index) => verdicts[index] !== "ok")).toEqual([]);
});
