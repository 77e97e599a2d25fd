/** Where a text can be taken apart: behind characters that no format of a secret holds. */

/** What is longer without a break is data, a picture in base64 for example: only given keys are looked for in it. */
export const longestRun = 16_384;

const breaking = new Set(" \t\n\r\v\f;,(){}<>|");

export const isBreak = (character: string | undefined): boolean => character !== undefined && breaking.has(character);

/** The place behind the last break before an end, 0 when there is none. */
export const afterLastBreak = (text: string, end = text.length): number => {
  let at = end;
  while (at > 0 && !breaking.has(text[at - 1] ?? "")) at -= 1;
  return at;
};

/** Tells whether a place lies in a run without a break that is too long to be anything but data. */
export const dataRuns = (text: string): ((at: number) => boolean) => {
  let from = 0;
  let to = -1;
  return (at) => {
    if (at < from || at >= to) {
      from = afterLastBreak(text, at);
      to = at;
      while (to < text.length && !breaking.has(text[to] ?? "")) to += 1;
    }
    return to - from > longestRun;
  };
};
