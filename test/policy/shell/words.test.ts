/** Words as bash itself makes them: what is known before the run is what the run gives. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { array, assert, constantFrom, oneof, property, string, tuple } from "fast-check";
import { afterAll, expect, test } from "vitest";
import { readCommand } from "../../../src/policy/shell/read-command.ts";
import { parseShell } from "../../../src/shell/parse-shell.ts";
import { place } from "./summary.ts";

const seed = 20_261_122;
const hasBash = spawnSync("bash", ["--version"]).status === 0;

const folder = mkdtempSync(join(tmpdir(), "kelson-words-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plain = string({
  unit: constantFrom(...Array.from("abzAZ019 -_=./,:;|&<>(){}[]*?!#~$`'\"\\\n\t%^+@é")),
  minLength: 1,
  maxLength: 8,
});

/** Not those of this process: some make bash read the .bashrc of whoever runs the tests, which may take its time. */
interface Surroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** What bash writes; some loops have no end. A bash that could not run, or that somebody else ended, says nothing about words. */
const bash = (text: string, { cwd, env }: Surroundings): string => {
  const asked = { cwd, env, timeout: 2_000, input: "", encoding: "utf8" } as const;
  const { stdout, error, signal } = spawnSync("/bin/bash", ["-c", "--", text], asked);
  const why = error ?? signal;
  if (why && !String(why).includes("ETIMEDOUT")) throw new Error(`bash did not come to its end: ${String(why)}`);
  return stdout;
};

const single = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const double = (text: string) => `"${text.replaceAll(/["$`\\]/gu, String.raw`\$&`)}"`;
const ansi = (text: string) =>
  `$'${text
    .replaceAll(/['\\]/gu, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`)
    .replaceAll("\t", String.raw`\x09`)}'`;
const escaped = (text: string) => Array.from(text, (char) => (char === "\n" ? "'\n'" : `\\${char}`)).join("");

const quoted = tuple(plain, constantFrom(single, double, ansi, escaped)).map(([text, quote]) => quote(text));
const bare = constantFrom(
  "a",
  "b-c",
  "{x,y}",
  "{1..3}",
  "{",
  "}",
  ",",
  "{a",
  "{b,{c,d}}",
  "a=b",
  "#",
  "${v}",
  "${w}",
  '"$w"',
  "%",
  "{,}",
);
const word = array(oneof(quoted, bare), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
const line = array(word, { minLength: 1, maxLength: 4 }).map(
  (words) => `v=1; w='p  q'; printf '%s\\0' ${words.join(" ")}`,
);

test.skipIf(!hasBash)(`with a bash: words are those that bash makes (seed ${seed})`, () => {
  let known = 0;
  assert(
    property(line, (text) => {
      const reading = readCommand(text, place, parseShell);
      if (!reading.understood) return;
      known += 1;
      const out = bash(text, { cwd: folder, env: {} });
      const words = reading.parts.at(-1)?.words.slice(2) ?? [];
      expect(words).toEqual(words.length === 0 ? [] : out.split("\0").slice(0, -1));
    }),
    { seed, numRuns: 250, endOnFailure: true },
  );
  expect(known).toBeGreaterThan(120);
});

// A program that writes down how it was called, and the only one there is.
const binaries = join(folder, "bin");
const log = join(folder, "log");
mkdirSync(binaries);
for (const name of ["p", "q"]) {
  writeFileSync(
    join(binaries, name),
    // In one write, which takes a text without line ends: others write at the same time.
    `#!/bin/bash\nprintf -v text '%s\\1' ${name} "$@"\nprintf '%s\\2' "\${text//$'\\n'/$'\\3'}" >> ${log}\necho x\n`,
  );
  chmodSync(join(binaries, name), 0o755);
}

const fragments = constantFrom(
  ..."p q p\ta p\tb q\t-x p\t\"$v\" p\t$v q\t$(p\t1) p\t`q\t2` v=1 v=p $v p\t{1,2} eval\t'p\t3' eval\t\"q\t$v\" f f()\t{\tp\tf;\t} true false !\tp (p\t4) {\tp\t5;\t} p\t'a;q' p\t\"a|q\" p\t\\;q p\t$'q\\nr' command\tp\t6 q\t#c p<<<q p\t>/dev/null builtin\teval\t'q\t7' exit return for\ti\tin\t1\t2;\tdo\tp\t$i;\tdone if\tp;\tthen\tq;\tfi while\tfalse;\tdo\tp;\tdone case\ta\tin\ta)\tp\t8;;\tesac unset\tv p()\t{\tq\tinner;\t} export\tv=2 v+=3 bash\t-c\t'p\t9'"
    .split(" ")
    .map((text) => text.replaceAll("\t", " ")),
);
const operators = constantFrom("; ", " && ", " || ", " | ", "\n", " & wait; ");
const script = array(tuple(fragments, operators), { minLength: 1, maxLength: 7 }).map((parts) =>
  parts.flatMap(([text, operator], index) => (index === 0 ? [text] : [operator, text])).join(""),
);

test.skipIf(!hasBash)(`with a bash: every program that bash runs is among the parts (seed ${seed})`, () => {
  let ranSome = 0;
  assert(
    property(script, (text) => {
      const reading = readCommand(text, place, parseShell);
      if (!reading.understood) return;
      writeFileSync(log, "");
      bash(text, { cwd: folder, env: { PATH: `${binaries}:/bin` } });
      const ran = readFileSync(log, "utf8").replaceAll("\u0003", "\n").split("\u0002").slice(0, -1);
      const parts = new Set(reading.parts.map(({ words }) => words.map((found) => `${found}\u0001`).join("")));
      ranSome += ran.length > 0 ? 1 : 0;
      expect({ text, missing: ran.filter((call) => !parts.has(call)) }).toEqual({ text, missing: [] });
    }),
    { seed, numRuns: 150, endOnFailure: true },
  );
  expect(ranSome).toBeGreaterThan(30);
});

const steps = constantFrom(
  "p > a",
  "p >> b",
  "> c",
  "cd d",
  "cd d/e",
  "cd ..",
  "cd nope",
  "cd",
  "(cd d; p > f)",
  "x=g; p > $x",
  'p > "$x"',
  "{ p; q; } > h",
  "for i in 1 2; do p > n$i; done",
  "for i in d e; do cd $i; p > o; done",
  "if cd nope; then p > t; else p > u; fi",
  "p &> k",
  "g() { p > ff; cd d; }",
  "g",
  "eval 'cd d; p > ev'",
  "bash -c 'cd d; p > bb'",
  "(cd d && p > $PWD/gg)",
  "cd -",
  "pushd d",
  "popd",
  "while p; do cd d; p > w; break; done",
  "false && cd d",
  "true || cd d",
  "cd d | p > y",
  "cd d & wait",
  "! cd d",
  "x=z",
  "exit",
  "r() { cd d; return; cd e; }",
  "r; p > s",
  "until cd d; do p; done",
  "case a in a) cd d;; b) p > m;; esac",
  "p > {l,j}",
  "p > ~/hh",
  "HOME=d; p > ~/ii",
  "p > 'q r'",
  "cat <<E > v\nhi\nE",
  "p 2> err",
  "p >| d/over",
  "p > ../up",
);
const paths = array(tuple(steps, operators), { minLength: 1, maxLength: 6 }).map((parts) =>
  parts
    .flatMap(([text, operator], index) =>
      index === 0
        ? [text]
        : [operator.includes("|") && !operator.includes("||") ? "\n" : operator.replace(/^(?=.*E$)/u, "\n"), text],
    )
    .join(""),
);

test.skipIf(!hasBash)(`with a bash: every file that bash writes is among the writes (seed ${seed})`, () => {
  let wrote = 0;
  const yard = join(folder, "yard");
  const cwd = join(yard, "w");
  const here = { cwd, home: join(yard, "home"), roots: [cwd], mountPoints: [] };
  assert(
    property(paths, (text) => {
      const reading = readCommand(text, here, parseShell);
      if (!reading.understood || reading.destroys !== undefined) return;
      rmSync(yard, { recursive: true, force: true });
      for (const path of ["w/d/e/d", "w/e", "home/d/e"]) mkdirSync(join(yard, path), { recursive: true });
      bash(text, { cwd, env: { PATH: `${binaries}:/bin`, HOME: here.home } });
      const files = readdirSync(yard, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const written = files.map((entry) => join(entry.parentPath, entry.name));
      const known = new Set(reading.parts.flatMap(({ writes }) => writes));
      wrote += written.length > 0 ? 1 : 0;
      expect({ text, missing: written.filter((path) => !known.has(path)) }).toEqual({ text, missing: [] });
    }),
    { seed, numRuns: 150, endOnFailure: true },
  );
  expect(wrote).toBeGreaterThan(30);
});
