/** What pi-tui prepares for measuring text, put off until a text asks for it: a start would wait for it, and needs little of it. */
import type { Plugin } from "rolldown";

/** As they stand in its `utils.js`, and what does the same later. */
const later: readonly (readonly [string, string])[] = [
  [
    'const graphemeSegmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });',
    'const graphemeSegmenter = segmenterOf("grapheme");',
  ],
  [
    'const wordSegmenter = new Intl.Segmenter(undefined, { granularity: "word" });',
    'const wordSegmenter = segmenterOf("word");',
  ],
  ["const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;", "const rgiEmojiRegex = emoji;"],
];

/**
 * The first segmenter takes 15 ms, and the set of all emoji 30, which pi-tui asks about each ✓: a single character is an emoji
 * when it looks like one by default (UTS #51, ED-6), so the set is built when a sequence asks.
 */
const quick = `
function segmenterOf(granularity) {
  let segmenter;
  return { segment: (text) => (segmenter ??= new Intl.Segmenter(undefined, { granularity })).segment(text) };
}
const looksLikeOne = /^\\p{Emoji_Presentation}$/v;
let sequences;
const emoji = {
  test: (text) =>
    text.length === (text.codePointAt(0) > 0xffff ? 2 : 1)
      ? looksLikeOne.test(text)
      : (sequences ??= new RegExp("^\\\\p{RGI_Emoji}$", "v")).test(text),
};
`;

export const lateText = (): Plugin => ({
  name: "late-text",
  transform: {
    filter: { id: /\/pi-tui\/dist\/utils\.js$/ },
    handler: (code) => {
      const missing = later.find(([now]) => !code.includes(now));
      if (missing !== undefined) throw new Error(`pi-tui has no "${missing[0]}" any more: see rolldown.text.ts`);
      return { code: quick + later.reduce((text, [now, then]) => text.replace(now, () => then), code), map: null };
    },
  },
});
