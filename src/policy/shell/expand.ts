/** Words as programs get them: braces, tildes and variables expanded as far as they are known. */
import type { ShellWord, WordPiece } from "../../contract/shell.ts";
import { braces } from "./braces.ts";
import { type ShellState, valueOf } from "./shell-state.ts";

/** One word of a command after expansion. */
export interface Field {
  /** The text; where it is not known, the source. */
  readonly text: string;
  /** Why the text is not known: a sentence. */
  readonly unknown?: string;
  /** What the word surely begins with, when the rest is not known. */
  readonly prefix?: string;
  /** Whether a word that is not known is one word; it may also be none, or many. */
  readonly single?: boolean;
  /** The pattern for file names, when it is one; a backslash escapes in it. */
  readonly pattern?: string;
  /** Whether only some of what fits the pattern is meant, and nobody knows which. */
  readonly some?: boolean;
}

/** The fields of a word: one as a rule, none or many where braces or variables make it so. */
export const expand = (word: ShellWord, state: ShellState): readonly Field[] => {
  const alternatives = braceWords(word.pieces);
  if (alternatives === undefined) {
    return [{ text: word.source, unknown: `the braces in ${word.source} are not followed`, prefix: "", single: false }];
  }
  return alternatives.flatMap((pieces) => split(substituted(tilde(pieces), state), word.source));
};

/** The one text of a word that is neither split nor globbed: a value, a here-document. */
export const expandValue = (word: ShellWord, state: ShellState): string | undefined => {
  const runs = substituted(tilde(word.pieces), state);
  return runs.every((run) => run.unknown === undefined && run.pattern === undefined)
    ? runs.map(({ text }) => text).join("")
    : undefined;
};

interface Run {
  readonly text: string;
  readonly quoted: boolean;
  /** Whether it came from a variable, so that it is split. */
  readonly splits: boolean;
  readonly unknown?: string;
  /** Whether it is a pattern although it may be quoted: the variable of a loop over file names. */
  readonly pattern?: string;
}

// What is quoted or a variable takes no part in brace expansion, so it stands there as one character nobody writes.
const braceWords = (pieces: readonly WordPiece[]): readonly (readonly WordPiece[])[] | undefined => {
  const isPlain = (piece: WordPiece) => piece.kind === "text" && !piece.quoted;
  if (!pieces.some((piece) => piece.kind === "text" && isPlain(piece) && piece.text.includes("{"))) return [pieces];
  if (pieces.some((piece) => piece.kind === "text" && /[\uE000-\uF8FF]/u.test(piece.text))) return undefined;
  if (pieces.length > 6000) return undefined;
  const skeleton = pieces
    .map((piece, index) => (piece.kind === "text" && isPlain(piece) ? piece.text : placeholder(index)))
    .join("");
  return braces(skeleton)?.map((text) =>
    text
      .split(/([\uE000-\uF8FF])/u)
      .filter((part) => part !== "")
      .map(
        (part): WordPiece =>
          pieces[part.charCodeAt(0) - firstPlaceholder] ?? { kind: "text", text: part, quoted: false },
      ),
  );
};

const firstPlaceholder = 0xe000;
const placeholder = (index: number): string => String.fromCharCode(firstPlaceholder + index);

const tilde = (pieces: readonly WordPiece[]): readonly WordPiece[] => {
  const [first, ...more] = pieces;
  if (first?.kind !== "text" || first.quoted || !first.text.startsWith("~")) return pieces;
  const end = first.text.indexOf("/");
  const name = end === -1 ? first.text : first.text.slice(0, end);
  const rest: WordPiece = { kind: "text", text: first.text.slice(name.length), quoted: false };
  if (end === -1 && more.length > 0) return [{ ...unknownPiece(first.text), quoted: true }, ...more];
  if (name === "~") return [{ kind: "variable", name: "HOME", quoted: true }, rest, ...more];
  return [{ ...unknownPiece(name), quoted: true }, rest, ...more];
};

const unknownPiece = (source: string) =>
  ({ kind: "unknown", source, why: `where ${source} is, is not known`, runs: [] }) as const;

const maxPieces = 500;

const substituted = (pieces: readonly WordPiece[], state: ShellState): readonly Run[] =>
  pieces.map((piece, index): Run => {
    if (index > maxPieces)
      return { text: "", quoted: false, splits: true, unknown: "a word in it is too long to be followed" };
    if (piece.kind === "text") return { text: piece.text, quoted: piece.quoted, splits: false };
    if (piece.kind === "unknown") {
      if (isProcess(piece.source)) return { text: processPath, quoted: true, splits: false };
      return { text: piece.source, quoted: piece.quoted, splits: true, unknown: piece.why };
    }
    const value = valueOf(state, piece.name);
    if (typeof value === "object") return { text: value.pattern, quoted: true, splits: false, pattern: value.pattern };
    if (value !== undefined) return { text: value, quoted: piece.quoted, splits: true };
    const text = `$${piece.name}`;
    return {
      text,
      quoted: piece.quoted && piece.name !== "@",
      splits: true,
      unknown: `the value of ${text} is not known`,
    };
  });

// A process substitution is a pipe under a name like this; what it runs is walked where it stands.
const isProcess = (source: string): boolean => /^[<>]\(/u.test(source);

/** Where the shell puts a process substitution. */
export const processPath = "/dev/fd/63";

const split = (runs: readonly Run[], source: string): readonly Field[] => {
  const fields: Run[][] = [];
  let open: Run[] | undefined;
  const add = (run: Run): void => {
    if (open === undefined) fields.push((open = []));
    open.push(run);
  };
  for (const run of runs) {
    if (!run.splits || run.quoted || run.unknown !== undefined) {
      if (run.quoted || run.text !== "") add(run);
      continue;
    }
    for (const [index, text] of run.text.split(/[ \t\n]+/u).entries()) {
      if (index > 0) open = undefined;
      if (text !== "") add({ ...run, text });
    }
  }
  return fields.map((field) => fieldOf(field, source));
};

const fieldOf = (runs: readonly Run[], source: string): Field => {
  const at = runs.findIndex(({ unknown }) => unknown !== undefined);
  const unknown = runs[at]?.unknown;
  if (unknown !== undefined) {
    const single = runs.every((run) => run.unknown === undefined || run.quoted);
    const prefix = runs.slice(0, at).map(({ text }) => text);
    return { text: source, unknown, single, prefix: prefix.join("") };
  }
  const text = runs.map((run) => run.text).join("");
  const escaped = runs.map(
    (run) => run.pattern ?? (run.quoted ? run.text.replaceAll(/[*?[\]\\]/gu, String.raw`\$&`) : run.text),
  );
  // Without globstar `**` is `*`.
  const pattern = escaped.join("").replaceAll(/(?<!\\)\*\*+/gu, "*");
  const named = runs.some((run) => run.pattern !== undefined);
  return named || /(?<!\\)(?:[*?]|\[.+\])/su.test(pattern) ? { text, pattern } : { text };
};
