/** Puts arguments into what a skill says: `$ARGUMENTS` is all of them, `$1` the first. */

/**
 * `$ARGUMENTS[0]` is the first, too, as elsewhere. What was not given stays as it stands, because `$1` may be part of a
 * program; where nothing asks for arguments, they come last.
 */
export const fill = (text: string, given: string): string => {
  const words = wordsIn(given);
  let asked = false;
  const filled = text.replaceAll(place, (whole, index: string | undefined, number: string | undefined) => {
    if (whole === "$ARGUMENTS") {
      asked = true;
      return given;
    }
    const word = words[index === undefined ? Number(number) - 1 : Number(index)];
    if (word !== undefined) asked = true;
    return word ?? whole;
  });
  return asked || given === "" ? filled : `${filled}\n\nArguments: ${given}`;
};

const place = /\$ARGUMENTS\[(\d{1,2})\]|\$ARGUMENTS(?![\w[])|\$([1-9])(?!\d)/gu;

/** Words as in a shell: quotation marks hold them together. */
const wordsIn = (text: string): string[] =>
  (text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/gu) ?? []).map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/gu, "$1$2"));
