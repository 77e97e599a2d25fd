/** Cuts a long text down to its head and its tail. */

const headShare = 2 / 3;

/** At most `chars` characters of the text and a line that says how many were left out between. */
export const cutMiddle = (text: string, chars: number): string => {
  if (text.length <= chars) return text;
  const head = Math.floor(chars * headShare);
  const tail = chars - head;
  const left = text.length - chars;
  return `${wellFormed(text.slice(0, head))}\n[… ${left} characters left out …]\n${wellFormed(text.slice(text.length - tail))}`;
};

// A cut may fall between the two halves of a surrogate pair, which no provider takes.
const wellFormed = (text: string): string => text.toWellFormed();
