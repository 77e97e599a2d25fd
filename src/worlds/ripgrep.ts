/** Searches with ripgrep, reading its output as it comes and ending it when nobody reads on. */
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { finished } from "node:stream/promises";
import type { Process, Spawn } from "./process.ts";
import { foundLines } from "./ripgrep-messages.ts";
import { signal } from "./signal.ts";
import type { Pattern, Scope, SearchEngine } from "./search.ts";

/** `program` is the path of ripgrep's binary. */
export const ripgrep = (program: string, spawn: Spawn): SearchEngine => ({
  lines: async function* (scope, pattern) {
    const words = ["--json", "--sort=path", "--crlf", ...patternWords(pattern), "--", pattern.text, scope.file ?? "./"];
    const isWanted = (path: string): boolean => scope.file !== undefined || scope.glob.accepts(path);
    yield* foundLines(runTwice({ program, spawn, scope, words, separator: "\n", sumsUp: true }), isWanted);
  },
  files: async function* (scope) {
    const words = ["--files", "--null", "--", scope.file ?? "./"];
    for await (const paths of runTwice({ program, spawn, scope, words, separator: "\0", sumsUp: false }))
      yield paths.map((path) => path.replace(/^\.\//u, ""));
  },
});

/** Only .gitignore files decide, those of parent directories too. */
const always = ["--no-config", "--no-messages", "--no-ignore-dot", "--no-ignore-exclude", "--no-ignore-global"];

const scopeWords = ({ glob, inRepository }: Scope): string[] => [
  ...(inRepository ? [] : ["--no-require-git"]),
  ...(glob.hidden ? ["--hidden", "--glob=!.git"] : []),
  ...(glob.name === undefined ? [] : [`--type-add=kelson:${glob.name}`, "--type=kelson"]),
];

const patternWords = ({ literal, ignoreCase, context }: Pattern): string[] => [
  ...(literal ? ["--fixed-strings"] : []),
  ...(ignoreCase ? ["--ignore-case"] : []),
  ...(context > 0 ? [`--context=${String(context)}`] : []),
];

interface Run {
  readonly program: string;
  readonly spawn: Spawn;
  readonly scope: Scope;
  readonly words: readonly string[];
  readonly separator: string;
  /** It says something in the end even when it has found nothing. */
  readonly sumsUp: boolean;
}

/** What came to nothing before anything was read is tried once more: on a busy machine a start may fail. */
const runTwice = async function* (how: Run): AsyncGenerator<readonly string[]> {
  try {
    yield* run(how);
  } catch (error) {
    if (!(error instanceof NothingCame)) throw error;
    yield* run(how);
  }
};

/** It ended without a word, and not as ripgrep ends that has found nothing. */
class NothingCame extends Error {}

/** Pieces of ripgrep's output. Rejects with its own words when it refuses the pattern. */
const run = async function* ({
  program,
  spawn,
  scope,
  words,
  separator,
  sumsUp,
}: Run): AsyncGenerator<readonly string[]> {
  scope.signal?.throwIfAborted();
  const argv: [string, ...string[]] = [program, ...always, ...scopeWords(scope), ...words];
  const child = await spawn({ argv, cwd: scope.directory, env: {}, stdin: "none", stderr: "apart" });
  const complaint = whole(child.outputs[1] as Readable);
  const stop = stopper(child);
  scope.signal?.addEventListener("abort", stop);
  let came = false;
  try {
    for await (const piece of pieces(child.outputs[0] as Readable, separator)) {
      came = true;
      yield piece;
    }
    const ending = await child.ended;
    scope.signal?.throwIfAborted();
    if (ending.signal !== undefined) throw new Error(`cannot search: ripgrep was ended by ${ending.signal}`);
    if (ending.code === 2) refuse(await complaint, words.at(-2) ?? "");
    // 0 is for found; 1 for not found, without a word, or that of a sandbox that did not start; others are never its own.
    const isLost = ending.code === 0 ? !came : ending.code === 1 ? (await complaint) !== "" : (ending.code ?? 0) > 2;
    if (isLost || (sumsUp && !came))
      throw new NothingCame(`cannot search: ripgrep ended with code ${ending.code}: ${await complaint}`);
  } finally {
    scope.signal?.removeEventListener("abort", stop);
    stop();
  }
};

/** Kills it while it runs; its number may be another's afterwards. */
const stopper = ({ pid, ended }: Process): (() => void) => {
  let runs = true;
  void ended.then(() => (runs = false));
  return () => {
    if (runs) signal(-pid, "SIGKILL");
  };
};

/** Without a complaint, ripgrep only met files that it could not read. */
const refuse = (complaint: string, pattern: string): void => {
  if (complaint === "") return;
  const reason = /^error: (?<reason>.*)$/mu.exec(complaint)?.groups?.["reason"] ?? complaint.trim();
  throw new Error(`cannot search: ${JSON.stringify(pattern)} is not a regular expression: ${reason}`);
};

const pieces = async function* (source: Readable, separator: string): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of source) {
    const parts = (rest + decoder.write(chunk as Buffer)).split(separator);
    rest = parts.pop() ?? "";
    yield parts;
  }
  if (rest !== "") yield [rest];
};

const whole = async (source: Readable): Promise<string> => {
  let text = "";
  source.setEncoding("utf8");
  source.on("data", (piece: string) => {
    text = (text + piece).slice(0, 2000);
  });
  await finished(source, { writable: false }).catch(() => undefined);
  return text;
};
