/** The instructions that are written in a directory, with the files that they include. */
import { dirname, isAbsolute, join } from "node:path";
import { meansFile, mentionsIn } from "./mentions.ts";
import type { TextFile } from "./text-file.ts";

/** `text` is what a model reads, `faults` what is wrong with the files, a sentence each, and is said in the text, too. */
export interface Written {
  readonly path: string;
  readonly text: string;
  readonly faults: readonly string[];
}

/** Reads as far as the instructions of one place may reach; as `textFile` does. */
export type ReadText = (path: string) => Promise<TextFile | undefined>;

type Readable = Extract<TextFile, { text: string }>;

/** The first that is there counts. */
const names = ["AGENTS.override.md", "AGENTS.md", "CLAUDE.md"];

/** Of a file together with what it includes; Codex reads as much. */
export const maxChars = 32 * 1024;
const maxIncludes = 50;
const maxDepth = 5;
/** What is named is looked for, whether it is there or not. */
const maxNamed = 500;

/** Undefined when there are none. What cannot be read makes way for the next name. */
export const writtenIn = async (read: ReadText, directory: string): Promise<Written | undefined> => {
  const faults: string[] = [];
  let strange: string | undefined;
  for (const name of names) {
    const file = await read(join(directory, name));
    if (file === undefined) continue;
    if ("text" in file) return written(read, file, faults);
    strange ??= file.path;
    faults.push(file.fault);
  }
  return strange === undefined ? undefined : { path: strange, text: said(faults), faults };
};

const written = async (read: ReadText, file: Readable, before: readonly string[]): Promise<Written | undefined> => {
  const { included, faults } = await includes(read, file);
  const all = [...before, ...faults];
  let left = maxChars;
  let leftOut = 0;
  const pieces = [file, ...included].flatMap(({ path, text }, index) => {
    const whole = text.trim();
    const shown = whole.slice(0, left).toWellFormed();
    left -= shown.length;
    leftOut += whole.length - shown.length;
    if (index === 0 || shown === "") return shown === "" ? [] : [shown];
    return [`<included path=${JSON.stringify(path)}>\n${shown}\n</included>`];
  });
  if (leftOut > 0)
    all.push(`${file.path} is too long with what it includes: its last ${leftOut} characters are left out`);
  const text = [...pieces, ...(all.length > 0 ? [said(all)] : [])].join("\n\n");
  return text === "" ? undefined : { path: file.path, text, faults: all };
};

const said = (faults: readonly string[]): string => faults.map((fault) => `[${fault}]`).join("\n");

/** Each file once, in the order in which they are first named; so a circle ends. */
const includes = async (
  read: ReadText,
  file: Readable,
): Promise<{ readonly included: readonly Readable[]; readonly faults: readonly string[] }> => {
  const included: Readable[] = [];
  const faults: string[] = [];
  const seen = new Set([file.real]);
  const named = new Set<string>();
  const tooMuch = (path: string, why: string): void => void faults.push(`${path} is not included: ${why}`);
  const follow = async (from: Readable, depth: number): Promise<void> => {
    for (const mention of mentionsIn(from.text.slice(0, maxChars))) {
      const path = mention.startsWith("~/") || isAbsolute(mention) ? mention : join(dirname(from.path), mention);
      if (named.has(path) || named.size === maxNamed) continue;
      named.add(path);
      const found = await read(path);
      if (found === undefined || "fault" in found) {
        if (meansFile(mention)) faults.push(found?.fault ?? `${from.path} includes ${mention}, which is not there`);
      } else if (seen.has(found.real)) continue;
      else if (depth > maxDepth) tooMuch(found.path, `it is named more than ${maxDepth} files deep`);
      else if (included.length === maxIncludes) tooMuch(found.path, `there are more than ${maxIncludes} files`);
      else {
        seen.add(found.real);
        included.push(found);
        if (mayInclude(found.path)) await follow(found, depth + 1);
      }
    }
  };
  await follow(file, 1);
  if (named.size === maxNamed) tooMuch(`what ${file.path} names last`, `more than ${maxNamed} files are named`);
  return { included, faults };
};

/** Elsewhere an `@` means something else. */
const mayInclude = (path: string): boolean => /(?:\.(?:mdx?|mdc|txt)|\/[^./]+)$/iu.test(path);
