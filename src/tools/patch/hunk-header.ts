/** The line that begins a hunk: `@@`, `@@ class Shape` or `@@ -1,3 +1,4 @@`. */

/** Where a hunk is, as far as its header says. */
export interface HunkHeader {
  readonly anchor: string | undefined;
  readonly line: number | undefined;
  /** How many lines of the old and the new file the hunk shows. */
  readonly counts: { readonly old: number; readonly young: number } | undefined;
}

/** Undefined when the line begins no hunk. */
export const hunkHeader = (text: string): HunkHeader | undefined => {
  if (!/^@@(?:\s|$)/.test(text)) return undefined;
  const numbers = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(text);
  if (numbers !== null) {
    const [, line, old = "1", young = "1"] = numbers;
    return { anchor: undefined, line: Number(line), counts: { old: Number(old), young: Number(young) } };
  }
  const anchor = text
    .slice(2)
    .replace(/\s@@\s*$/, "")
    .replace(/^ /, "")
    .trimEnd();
  const named = anchor.trim() !== "" && !/^[\s.…@]*$/.test(anchor);
  return { anchor: named ? anchor : undefined, line: undefined, counts: undefined };
};
