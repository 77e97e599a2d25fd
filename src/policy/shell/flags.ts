/** The words of a program, told apart: flags, their values, operands. */
import type { Field } from "./expand.ts";

/** What a flag takes: nothing, a value (attached, or the next word), an attached value or none; or a path. */
type FlagKind = "plain" | "value" | "optional" | "reads" | "writes";

/** The flags of a program that are known. With `any`, others are taken to be harmless and to take nothing. */
export interface Flags {
  readonly any: boolean;
  readonly kinds: ReadonlyMap<string, FlagKind>;
}

export interface Arguments {
  readonly operands: readonly Field[];
  readonly flags: readonly { readonly name: string; readonly value?: Field }[];
  readonly paths: readonly { readonly use: "reads" | "writes"; readonly field: Field }[];
  /** A flag that is not known, or a word that may be one. */
  readonly strange?: string;
}

/**
 * Flags from text: `-a` takes nothing, `-n=` a value, `--color?` an attached one, `-f=<` a path that is read, `-o=>` one
 * that is written, `-#` is a number, and `*` says that all others are harmless.
 */
export const flags = (text: string): Flags => {
  const tokens = text.split(/\s+/u).filter((token) => token !== "");
  return {
    any: tokens.includes("*"),
    kinds: new Map(
      tokens
        .filter((token) => token !== "*")
        .map((token) => {
          const [, name = token, mark = ""] = /^(.+?)(=<|=>|=|\?)?$/u.exec(token) ?? [];
          return [name, marks[mark] ?? "plain"] as const;
        }),
    ),
  };
};

const marks: Readonly<Record<string, FlagKind>> = { "=": "value", "?": "optional", "=<": "reads", "=>": "writes" };

/** Reads words by what is known of a program's flags. `first` stops at the first operand, as wrappers do. */
export const readFlags = (words: readonly Field[], known: Flags, first = false): Arguments => {
  const found = {
    operands: [] as Field[],
    flags: [] as { name: string; value?: Field }[],
    strange: undefined as string | undefined,
  };
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift() as Field;
    if (word.text === "--" && word.unknown === undefined) {
      found.operands.push(...rest);
      break;
    }
    if (!isFlag(word)) {
      if (mayBeFlag(word, known)) found.strange ??= word.unknown ?? `what ${word.text} means may be a flag`;
      found.operands.push(word);
      if (first) {
        found.operands.push(...rest.splice(0));
      }
    } else found.strange ??= takeFlag(word, rest, known, found.flags);
  }
  const { operands, strange } = found;
  const paths = found.flags.flatMap(({ name, value }) => {
    const use = known.kinds.get(name);
    if (value === undefined) return [];
    if (use === "reads" || use === "writes") return [{ use, field: value }];
    // What nobody knows may be a path.
    return use === undefined && /[/.~]/u.test(value.text) ? [{ use: "reads" as const, field: value }] : [];
  });
  return { operands, flags: found.flags, paths, ...(strange === undefined ? {} : { strange }) };
};

export const hasFlag = ({ flags }: Arguments, ...names: readonly string[]): boolean =>
  flags.some(({ name }) => names.includes(name));

export const flagValue = ({ flags }: Arguments, ...names: readonly string[]): Field | undefined =>
  flags.find(({ name }) => names.includes(name))?.value;

/** Gives the sentence of what is strange about it. */
const takeFlag = (
  word: Field,
  rest: Field[],
  known: Flags,
  found: { name: string; value?: Field }[],
): string | undefined => {
  const text = word.unknown === undefined ? word.text : (word.prefix ?? "");
  if (text.startsWith("--")) return longFlag(word, text, rest, { known, found });
  if (word.unknown !== undefined && word.single !== true) return word.unknown;
  for (let at = 1; at < text.length; at += 1) {
    const name = `-${text.charAt(at)}`;
    const kind = known.kinds.get(name) ?? (known.kinds.has("-#") && /\d/u.test(name) ? "plain" : undefined);
    if (kind === undefined && !known.any) return `${name} is not a flag that is known to be harmless`;
    if (kind === undefined || kind === "plain") found.push({ name });
    else {
      const attached = text.length > at + 1 || word.unknown !== undefined;
      const value = attached ? tail(word, at + 1) : kind === "optional" ? undefined : rest.shift();
      found.push(value === undefined ? { name } : { name, value });
      return value?.unknown !== undefined && value.single !== true ? value.unknown : undefined;
    }
  }
  return word.unknown;
};

const longFlag = (
  word: Field,
  text: string,
  rest: Field[],
  { known, found }: { known: Flags; found: { name: string; value?: Field }[] },
): string | undefined => {
  const equals = text.indexOf("=");
  if (equals === -1 && word.unknown !== undefined) return word.unknown;
  const name = equals === -1 ? text : text.slice(0, equals);
  const kind = known.kinds.get(name);
  if (kind === undefined && !known.any) return `${name} is not a flag that is known to be harmless`;
  const takes = kind === "value" || kind === "reads" || kind === "writes";
  const value = equals === -1 ? (takes ? rest.shift() : undefined) : tail(word, equals + 1);
  found.push(value === undefined ? { name } : { name, value });
  return value?.unknown !== undefined && value.single !== true ? value.unknown : undefined;
};

// Patterns and what is not known are cut off as they stand.
const tail = (word: Field, from: number): Field =>
  word.unknown === undefined
    ? { text: word.text.slice(from), ...(word.pattern === undefined ? {} : { pattern: word.pattern.slice(from) }) }
    : { ...word, prefix: (word.prefix ?? "").slice(from) };

const isFlag = (word: Field): boolean => {
  const text = word.unknown === undefined ? word.text : (word.prefix ?? "");
  return text.length > 1 && text.startsWith("-");
};

// A file may be named like a flag, so a pattern that begins with `*` can become one.
const mayBeFlag = (word: Field, known: Flags): boolean => {
  if (word.unknown !== undefined) return (word.prefix ?? "") === "" || word.prefix === "-" || word.single !== true;
  return !known.any && word.pattern !== undefined && /^[*?[]/u.test(word.pattern);
};
