/** awk and sed: languages that mostly only print, and can do everything. */
import type { Field } from "../expand.ts";
import { type Findings, type Scene, touch, unclear } from "../findings.ts";
import { flags, flagValue, hasFlag, readFlags } from "../flags.ts";

/** A program without pipes, redirects, `system` and loading only reads what it is given. */
export const awk = (found: Findings, words: readonly Field[], scene: Scene): void => {
  const given = readFlags(words, flags("-F= -v= --field-separator= --assign= --posix --version"), true);
  const [program, ...files] = given.operands;
  found.effects.add("read");
  if (given.strange !== undefined || program === undefined) return void found.effects.add("execute");
  if (program.unknown !== undefined) return unclear(found, program.unknown);
  if (/system|getline|[|>@]|\bclose\b|\bENVIRON\b/u.test(program.text.replaceAll(/\|\||>=/gu, "")))
    found.effects.add("execute");
  for (const file of files) if (!/^[A-Za-z_]\w*=/u.test(file.text)) touch(found, "read", file, scene);
};

/** A script of plain substitutions, deletions and prints only edits text. */
export const sed = (found: Findings, words: readonly Field[], scene: Scene): void => {
  const given = readFlags(words, sedFlags);
  const expression = flagValue(given, "-e", "--expression");
  const expressions = given.flags
    .filter(({ name }) => name === "-e" || name === "--expression")
    .map(({ value }) => value);
  const [first, ...rest] = given.operands;
  const scripts = expression === undefined ? [first] : expressions;
  const files = expression === undefined ? rest : given.operands;
  const inPlace = hasFlag(given, "-i", "--in-place");
  found.effects.add("read");
  if (given.strange !== undefined || hasFlag(given, "-f", "--file")) found.effects.add("execute");
  for (const script of scripts) {
    if (script?.unknown !== undefined) unclear(found, script.unknown);
    else if (script === undefined || !isPlainScript(script.text)) found.effects.add("execute");
  }
  for (const file of files) touch(found, inPlace ? "overwrite" : "read", file, scene);
};

const sedFlags = flags(
  "-n -E -r -s -u -z -e= -i? -f=< --expression= --in-place? --quiet --silent --regexp-extended --null-data --file=<",
);

const isPlainScript = (script: string): boolean => {
  let rest = script.trim();
  while (rest !== "") {
    const taken = (address.exec(rest)?.[0] ?? "").length;
    const command = rest.slice(taken);
    const length = simple.exec(command)?.[0].length ?? substitution(command);
    if (length === undefined) return false;
    rest = command.slice(length).replace(/^[\s;]+/u, "");
  }
  return true;
};

const address =
  /^(?:(?:\d+(?:~\d+)?|\$|\/(?:[^/\\\n]|\\.)*\/I?)(?:,(?:[+~]?\d+|\$|\/(?:[^/\\\n]|\\.)*\/I?))?)?\s*!?\s*/u;
const simple = /^[dpqPDGHhgxnN=](?=\s*(?:;|\n|$))/u;

// `s/a/b/g`: its flags must not be `e`, which runs, or `w`, which writes.
const substitution = (command: string): number | undefined => {
  const delimiter = command.charAt(1);
  if (!/^[sy][^\s\w\\;]/u.test(command)) return undefined;
  let at = 2;
  for (let parts = 0; parts < 2; at += 1) {
    if (at >= command.length || command.charAt(at) === "\n") return undefined;
    if (command.charAt(at) === "\\") at += 1;
    else if (command.charAt(at) === delimiter) parts += 1;
  }
  const end = /^[gpiI\d]*(?=\s*(?:;|\n|$))/u.exec(command.slice(at));
  return end === null ? undefined : at + end[0].length;
};
