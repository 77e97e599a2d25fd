/** Searches with ripgrep, reading its output as it comes and ending it when nobody reads on. */
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { finished } from "node:stream/promises";
import type { SearchLine } from "../contract/world.ts";
import type { Process, Spawn } from "./process.ts";
import type { Pattern, Scope, SearchEngine } from "./search.ts";

/** `program` is the path of ripgrep's binary. */
export const ripgrep = (program: string, spawn: Spawn): SearchEngine => ({
  lines: async function* (scope, pattern) {
    const words = ["--json", "--sort=path", "--crlf", ...patternWords(pattern), "--", pattern.text];
    yield* textLines(run({ program, spawn, scope, words: [...words, scope.file ?? "./"], separator: "\n" }), scope);
  },
  files: async function* (scope) {
    const words = ["--files", "--null", "--", scope.file ?? "./"];
    for await (const path of run({ program, spawn, scope, words, separator: "\0" })) yield path.replace(/^\.\//u, "");
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
}

/** Pieces of ripgrep's output. Rejects with its own words when it refuses the pattern. */
const run = async function* ({ program, spawn, scope, words, separator }: Run): AsyncGenerator<string> {
  scope.signal?.throwIfAborted();
  const argv: [string, ...string[]] = [program, ...always, ...scopeWords(scope), ...words];
  const child = await spawn({ argv, cwd: scope.directory, env: {}, stdin: "none", stderr: "apart" });
  const complaint = whole(child.outputs[1] as Readable);
  const stop = stopper(child);
  scope.signal?.addEventListener("abort", stop);
  try {
    yield* pieces(child.outputs[0] as Readable, separator);
    const { code, signal } = await child.ended;
    scope.signal?.throwIfAborted();
    if (signal !== undefined) throw new Error(`cannot search: ripgrep was ended by ${signal}`);
    if (code === 2) refuse(await complaint, words.at(-2) ?? "");
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
    if (runs) process.kill(-pid, "SIGKILL");
  };
};

/** Without a complaint, ripgrep only met files that it could not read. */
const refuse = (complaint: string, pattern: string): void => {
  if (complaint === "") return;
  const reason = /^error: (?<reason>.*)$/mu.exec(complaint)?.groups?.["reason"] ?? complaint.trim();
  throw new Error(`cannot search: ${JSON.stringify(pattern)} is not a regular expression: ${reason}`);
};

const pieces = async function* (source: Readable, separator: string): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of source) {
    const parts = (rest + decoder.write(chunk as Buffer)).split(separator);
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest !== "") yield rest;
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

/** A text that may not be UTF-8, as ripgrep writes it. */
type Text = { readonly text: string } | { readonly bytes: string };

type Message =
  | { readonly type: "begin"; readonly data: { readonly path: Text } }
  | {
      readonly type: "match" | "context";
      readonly data: { readonly path: Text; readonly lines: Text; readonly line_number: number };
    }
  | { readonly type: "end"; readonly data: { readonly binary_offset: number | null } }
  | { readonly type: "summary" };

/** A file with so many lines found is taken for text, so that they need not wait for its end. */
const surelyText = 1000;

/** Lines wait until ripgrep has seen the whole file: whether it is binary is only known then. */
const textLines = async function* (messages: AsyncIterable<string>, scope: Scope): AsyncGenerator<SearchLine> {
  let waiting: SearchLine[] = [];
  let wanted = true;
  for await (const json of messages) {
    const message = JSON.parse(json) as Message;
    if (message.type === "begin") wanted = scope.file !== undefined || scope.glob.accepts(pathOf(message.data.path));
    if (wanted && (message.type === "match" || message.type === "context")) waiting.push(lineOf(message));
    const isText = message.type === "end" && message.data.binary_offset === null;
    if (isText || waiting.length > surelyText) yield* waiting;
    if (message.type === "end" || waiting.length > surelyText) waiting = [];
  }
};

const lineOf = ({ type, data }: Extract<Message, { type: "match" | "context" }>): SearchLine => ({
  path: pathOf(data.path),
  line: data.line_number,
  text: textOf(data.lines).replace(/\r?\n$/u, ""),
  match: type === "match",
});

const pathOf = (path: Text): string => textOf(path).replace(/^\.\//u, "");

const textOf = (text: Text): string =>
  "text" in text ? text.text : Buffer.from(text.bytes, "base64").toString("utf8");
