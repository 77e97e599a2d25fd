/** Words are what people would take for them, excerpts show them, and ranks follow them. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { excerptOf, ranked, wordsOf } from "../../src/contract/words.ts";

test.each<[string, string[]]>([
  ["Straße, STRASSE", ["strasse", "strasse"]],
  ["naïve Ünïcödé", ["naive", "unicode"]],
  ["snake_case kebab-case a.b:c/d 3.14", ["snake", "case", "kebab", "case", "a", "b", "c", "d", "3", "14"]],
  ["東京 タワー", ["東", "京", "タ", "ワ", "ー"]],
  ["ﬁne ①", ["fine", "1"]],
  ["👋 … \u0000", []],
])("%j", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test("an excerpt is no longer than it may be, on one line, and has a word of the query in it", () => {
  const text = `${"sand\n".repeat(400)}a Lighthouse and a gull${"\nsand".repeat(400)}`;
  const excerpt = excerptOf(text, "gull lighthouse", 100);
  expect(excerpt).toMatch(/^…(?:sand )+a Lighthouse and a gull(?: \w+)+…$/u);
  expect(excerpt.length).toBeLessThanOrEqual(102);
  expect(excerptOf("short", "nothing", 100)).toBe("short");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.string(), (any, query) => {
      const cut = excerptOf(any, query, 50);
      expect(cut.isWellFormed() && cut.length <= 52 && !cut.includes("\n")).toBe(true);
    }),
    { seed: 7 },
  );
});

test("ranks: more words, rarer words, shorter texts; nothing without a word", () => {
  const texts = ["red boat", "blue boat", "boat boat boat and much more besides about harbours", "gull"];
  const rank = (query: string): string[] =>
    ranked(
      texts.map((item) => ({ item, words: wordsOf(item) })),
      query,
    );
  expect(rank("blue boat")[0]).toBe("blue boat");
  expect(rank("gull boat")[0]).toBe("gull");
  expect(rank("harb")).toEqual([texts[2]]);
  expect(rank("ha")).toEqual([]);
  expect(ranked([], "boat")).toEqual([]);
});
