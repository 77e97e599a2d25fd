/** Markdown in blocks, so that none depends on another: without reference links, and HTML is text like any other. */
import { Marked, type Token } from "@earendil-works/pi-tui";

/** Undefined when it is nested so deeply that it cannot be read. */
export const lex = (clean: string): readonly Token[] | undefined => {
  try {
    return parser.lexer(clean);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const parser = new Marked();
const nothing = (): undefined => undefined;

/** Marked takes more than quadratic time for stress marks that nothing closes; a text with more of them is not stressed. */
const mostMarks = 300;
let counted = { text: "", many: false };

const manyMarks = (text: string): boolean => {
  if (counted.text !== text) counted = { text, many: (text.match(/[*_]+/gu)?.length ?? 0) > mostMarks };
  return counted.many;
};

parser.use({
  tokenizer: {
    def: nothing,
    html: nothing,
    tag: nothing,
    reflink: nothing,
    // False leaves it to the parser's own way.
    emStrong: (_, masked) => (manyMarks(masked) ? undefined : false),
  },
});
