/** Walks over the matches of a pattern, one after the other. */

/** The pattern is global; whoever reads may set its `lastIndex` back, to look on within what turned out to be none. */
export function* matches(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) yield match;
}
