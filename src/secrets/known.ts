/** Secrets that are known by their own look: formats with a literal beginning, keys in PEM, passwords in URLs. */
import { formats, telegramToken } from "./formats.ts";
import { isDrawn, isUrlPassword } from "./likely.ts";
import { longRuns } from "./long-runs.ts";
import { matches } from "./matches.ts";
import type { Span } from "./span.ts";

const escaped = (literal: string): string => literal.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);

const beginnings = new RegExp([...new Set(formats.map(({ begins }) => escaped(begins)))].join("|"), "g");
const each = formats.map((format) => ({ ...format, pattern: new RegExp(format.follows, "uy") }));

export const formatSpans = (text: string): Span[] => {
  const spans: Span[] = [];
  for (const [runFrom, runTo] of longRuns(text)) {
    const run = text.slice(runFrom, runTo);
    for (const { 0: begins, index } of matches(beginnings, run)) {
      const from = runFrom + index;
      if (from < (spans.at(-1)?.end ?? 0) || !isStart(text, from)) continue;
      const found = endOf(text, from, begins);
      if (found !== undefined) spans.push({ from, start: from, ...found });
    }
    for (const { 0: match, index } of matches(telegramToken, run)) {
      const from = runFrom + index - (/\d+$/u.exec(run.slice(Math.max(0, index - 10), index))?.[0].length ?? 0);
      if (isDrawn(match)) spans.push({ from, start: from, end: runFrom + index + match.length, kind: "telegram" });
    }
  }
  return spans;
};

// Not within a run of such characters; an escape such as \n counts as the line break that it stands for.
const isStart = (text: string, at: number): boolean =>
  at === 0 ||
  !/[A-Za-z0-9_-]/u.test(text[at - 1] ?? "") ||
  (/[nrt]/u.test(text[at - 1] ?? "") && text[at - 2] === "\\");

const endOf = (text: string, from: number, found: string): Pick<Span, "end" | "kind"> | undefined => {
  for (const { begins, pattern, needs, kind } of each) {
    if (!begins.startsWith(found) || !text.startsWith(begins, from)) continue;
    pattern.lastIndex = from + begins.length;
    const rest = pattern.exec(text)?.[0];
    if (rest !== undefined && isDrawn(rest) && (needs?.test(rest) ?? true)) return { end: pattern.lastIndex, kind };
  }
  return undefined;
};

const mostUrlCharacters = 256;
const login = new RegExp(
  String.raw`:\/\/([^\s/?#:@"'\x60<>;,(){}|[\]\\]{0,128}):([^\s/@"'\x60<>;,(){}|[\]\\]{3,${mostUrlCharacters}})@(?=[A-Za-z0-9[])`,
  "dgu",
);

export const urlSpans = (text: string): Span[] =>
  !text.includes("://")
    ? []
    : [...matches(login, text)].flatMap((match) => {
        const [, user = "", password = ""] = match;
        const [start, end] = match.indices?.[2] ?? [0, 0];
        return isUrlPassword(password, user) ? [{ from: match.index, start, end, kind: "url-password" }] : [];
      });

// Keys stand in files, in JSON with escaped line breaks, in code as joined strings, in diffs and behind line numbers: what
// may stand between their lines is taken in. A heading alone, as code that reads keys names it, is none.
const pemLabel = "(?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----";
const pemBetween = String.raw`[A-Za-z0-9+/=\s\\:,._|>*"'()-]`;
const pemBody = String.raw`(?:(?!-----)${pemBetween})`;
const mostPemCharacters = 12_000;
const pem = new RegExp(
  String.raw`-----BEGIN ${pemLabel}(?=${pemBody}{1,400}?[A-Za-z0-9+/=]{24})${pemBody}{1,${mostPemCharacters}}(?:-----END ${pemLabel})?`,
  "gu",
);
const pemBegun = new RegExp(
  String.raw`-----BEGIN (?:[A-Z0-9 ]{0,60}-{0,5}|${pemLabel}${pemBody}{0,${mostPemCharacters}}(?:-{0,5}|-----EN?|-----END[A-Z0-9 ]{0,60}-{0,5}))$`,
  "u",
);

export const pemSpans = (text: string): Span[] =>
  !text.includes("-----BEGIN ")
    ? []
    : [...matches(pem, text)].map(({ 0: match, index: start }) => ({
        from: start,
        start,
        end: start + (match.endsWith("-----") ? match.length : match.trimEnd().length),
        kind: "private-key",
      }));

/** Where a key begins that has not ended; undefined when none does. */
export const pemBegins = (text: string): number | undefined => {
  const from = text.lastIndexOf("-----BEGIN ");
  if (from === -1) return undefined;
  return pemBegun.test(text.slice(from)) ? from : undefined;
};
