/**
 * The set of all emoji takes a regular expression 30 ms to build, and pi-tui asks it about each ✓. A single character is an
 * emoji when it looks like one by default (UTS #51, ED-6), which is quick to tell; the set is built when a sequence asks.
 */
import type { Plugin } from "rolldown";

const slow = "const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;";

const quick = `const looksLikeOne = /^\\p{Emoji_Presentation}$/v;
let sequences;
const rgiEmojiRegex = {
  test: (text) =>
    text.length === (text.codePointAt(0) > 0xffff ? 2 : 1)
      ? looksLikeOne.test(text)
      : (sequences ??= new RegExp("^\\\\p{RGI_Emoji}$", "v")).test(text),
};`;

export const emoji = (): Plugin => ({
  name: "emoji",
  transform: {
    filter: { id: /\/pi-tui\/dist\/utils\.js$/ },
    handler: (code) => {
      if (!code.includes(slow)) throw new Error("pi-tui tells emoji in another way now: see rolldown.emoji.ts");
      return { code: code.replace(slow, () => quick), map: null };
    },
  },
});
