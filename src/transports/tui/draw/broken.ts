/** Spans broken into lines: between words, between CJK characters, and where nothing else helps between graphemes. */
import { visibleWidth } from "@earendil-works/pi-tui";
import type { Span } from "./span.ts";
import { graphemes, isAscii, widthOf } from "./width.ts";

/** Lines that are no wider than `room`, one at least; blanks where a line is broken are dropped. */
export const broken = (spans: readonly Span[], room: number): (readonly Span[])[] => {
  if (widthOf(spans) <= room) return [spans];
  const page = paper(room);
  let blanks: readonly Span[] = [];
  for (const word of words(spans)) {
    if (word[0]?.text.startsWith(" ") === true) {
      blanks = word;
      continue;
    }
    const before = page.used() + widthOf(blanks);
    if (before > 0 && before + widthOf(word) > room) page.turn();
    else for (const blank of blanks) page.fill(blank);
    blanks = [];
    for (const part of word) page.fill(part);
  }
  return page.lines;
};

/** The same for code: nothing is dropped, and lines are broken wherever they are full. */
export const chopped = (spans: readonly Span[], room: number): (readonly Span[])[] => {
  if (widthOf(spans) <= room) return [spans];
  const page = paper(room);
  for (const one of spans) page.fill(one);
  return page.lines;
};

/** Without blanks at its end that nobody sees. */
export const withoutBlanks = (line: readonly Span[]): readonly Span[] => {
  const last = line.at(-1);
  if (last?.role !== "text") return line;
  const text = last.text.trimEnd();
  if (text === "") return withoutBlanks(line.slice(0, -1));
  return text === last.text ? line : [...line.slice(0, -1), { ...last, text }];
};

const paper = (room: number) => {
  const lines: Span[][] = [[]];
  let used = 0;
  const turn = (): void => {
    lines.push([]);
    used = 0;
  };
  const add = (one: Span, width: number): void => {
    const line = lines.at(-1) ?? [];
    const last = line.at(-1);
    if (last !== undefined && last.role === one.role && last.link === one.link)
      line[line.length - 1] = { ...last, text: last.text + one.text };
    else line.push(one);
    used += width;
  };
  /** Adds as much as there is room for, and the rest to the next lines. */
  const fill = (one: Span): void => {
    if (isAscii(one.text)) {
      for (let at = 0; at < one.text.length;) {
        if (used >= room) turn();
        const text = one.text.slice(at, at + room - used);
        add({ ...one, text }, text.length);
        at += text.length;
      }
      return;
    }
    const whole = visibleWidth(one.text);
    if (used + whole <= room) return add(one, whole);
    for (const { segment } of graphemes.segment(one.text)) {
      const width = visibleWidth(segment);
      if (used > 0 && used + width > room) turn();
      add({ ...one, text: segment }, width);
    }
  };
  return { lines, used: () => used, turn, fill };
};

/** What is not parted while there is room: blanks, words, single CJK characters. A word may go through several spans. */
const words = (spans: readonly Span[]): Span[][] => {
  const found: Span[][] = [];
  let open = false;
  for (const one of spans)
    for (const text of one.text.match(isAscii(one.text) ? asciiParts : parts) ?? []) {
      const alone = text.startsWith(" ") || wide.test(text);
      if (open && !alone) found.at(-1)?.push({ ...one, text });
      else found.push([{ ...one, text }]);
      open = !alone;
    }
  return found;
};

const asciiParts = / +|[^ ]+/gu;

/** Punctuation that ends something stays with the character before it. */
const ending = "[、。，．・：；！？」』）】〉》]*";
const script = ["Han", "Hiragana", "Katakana", "Hangul", "Bopomofo"]
  .map((name) => `\\p{Script_Extensions=${name}}`)
  .join("");
const wide = new RegExp(`^[${script}]`, "u");
const parts = new RegExp(` +|[${script}][\\p{Mark}\\u200d\\ufe0f]*${ending}|(?:(?![${script}])[^ ])+`, "gu");
