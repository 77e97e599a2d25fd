/** Secrets that are known by value: the keys that this program itself was given, also as base64 and as URLs write them. */
import { matches } from "./matches.ts";
import type { Span } from "./span.ts";

export interface Given {
  readonly spans: (text: string) => Span[];
  /** The most characters that one of them has. */
  readonly longest: number;
  /** Where one begins at the end of the text that more text may complete; undefined when none does. */
  readonly begins: (text: string) => number | undefined;
}

export const fewestCharacters = 8;
const manyForms = 24;

export const given = (values: readonly string[]): Given => {
  const forms = [...new Set(values.filter(isKey).flatMap(formsOf))].toSorted((one, other) => other.length - one.length);
  if (forms.length === 0) return { spans: () => [], longest: 0, begins: () => undefined };
  // A few texts are found fastest one by one.
  const pattern = new RegExp(forms.map(escaped).join("|"), "g");
  const isFree = (text: string): boolean => forms.length <= manyForms && forms.every((form) => !text.includes(form));
  return {
    longest: forms[0]?.length ?? 0,
    spans: (text) =>
      isFree(text)
        ? []
        : [...matches(pattern, text)].map(({ 0: { length }, index: start }) => ({
            from: start,
            start,
            end: start + length,
            kind: "given-key",
          })),
    begins: (text) => {
      const starts = forms.flatMap((form) => beginningOf(form, text) ?? []);
      return starts.length === 0 ? undefined : Math.min(...starts);
    },
  };
};

/** What people set where a program wants some key and the server wants none. */
const standIns =
  /^(?:not?[-_ ]?(?:needed|required|key|api[-_ ]?key|auth)(?:[-_ ]?(?:needed|required))?|dummy.*|placeholder|lm-studio|ollama.*|local(?:host)?.*|anything|whatever|changeme|undefined|(.)\1*)$/iu;

const isKey = (value: string): boolean => value.length >= fewestCharacters && !standIns.test(value);

const formsOf = (value: string): string[] => {
  const json = JSON.stringify(value).slice(1, -1);
  return [value, json, encodeURIComponent(value), ...base64Forms(value)].filter(
    ({ length }) => length >= fewestCharacters,
  );
};

/** The value may stand anywhere in what was encoded, a user and a colon before it: the characters that depend on it alone. */
const base64Forms = (value: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from("\0".repeat(before) + value);
    const first = Math.ceil((before * 8) / 6);
    const form = bytes.toString("base64").slice(first, Math.floor((bytes.length * 8) / 6));
    return [form, form.replaceAll("+", "-").replaceAll("/", "_")];
  });

const escaped = (literal: string): string => literal.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);

// The whole of it is no beginning.
const beginningOf = (form: string, text: string): number | undefined => {
  const first = form[0] ?? "";
  let at = text.indexOf(first, Math.max(0, text.length - form.length + 1));
  while (at !== -1 && !form.startsWith(text.slice(at))) at = text.indexOf(first, at + 1);
  return at === -1 ? undefined : at;
};
