/** Finds the files that a text in Markdown includes: `@docs/style.md`, as Claude Code reads it, and not in code. */

/** Paths as they are written, each once; `\ ` stands for a space. Whatever follows a path in a sentence is no part of it. */
export const mentionsIn = (markdown: string): readonly string[] => {
  const text = withoutSpans(withoutFences(markdown));
  const found = text.matchAll(/(?<=^|[\s(])@((?:[^\s\\]|\\ ){1,1000})(?=\s|$)/gu);
  const paths = Array.from(found, ([, written = ""]) =>
    written
      .replaceAll("\\ ", " ")
      .replace(/#.*$/su, "")
      .replace(/[.,;:!?)\]}>'"*_]+$/u, ""),
  );
  return [...new Set(paths.filter((path) => /^(?:~\/|\.{0,2}\/|[\p{L}\p{N}._-])/u.test(path)))];
};

/** Whether someone who wrote it must have meant a file: a name such as `@types/node` may be anything. */
export const meansFile = (path: string): boolean => /^(?:~|\.{1,2})?\/|\.(?:mdx?|mdc|txt|rst|adoc)$/iu.test(path);

const withoutFences = (markdown: string): string => {
  let fence: string | undefined;
  const lines = markdown.split("\n").map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/su.exec(line);
    if (fence !== undefined) {
      if (mark?.[1]?.startsWith(fence) && mark[2]?.trim() === "") fence = undefined;
      return "";
    }
    // A line with backticks after the mark is a code span.
    if (mark === null || (mark[1]?.startsWith("`") && mark[2]?.includes("`"))) return line;
    fence = mark[1];
    return "";
  });
  return lines.join("\n");
};

/** A run of backticks ends at the next run that is as long, in the same paragraph. Linear, also when none ends. */
const withoutSpans = (markdown: string): string =>
  markdown
    .split(/(\n[ \t]*\n)/u)
    .map((paragraph) => {
      const runs = Array.from(paragraph.matchAll(/`+/gu), ({ 0: mark, index }) => ({ length: mark.length, index }));
      const ends = endsOf(runs.map(({ length }) => length));
      let kept = "";
      let from = 0;
      for (let open = 0; open < runs.length; open += 1) {
        const end = runs[ends[open] ?? -1];
        if (end === undefined) continue;
        kept += paragraph.slice(from, runs[open]?.index);
        from = end.index + end.length;
        open = ends[open] ?? open;
      }
      return kept + paragraph.slice(from);
    })
    .join("");

/** For each run the index of the next one that is as long, if there is one. */
const endsOf = (lengths: readonly number[]): readonly (number | undefined)[] => {
  const next = new Map<number, number>();
  const ends: (number | undefined)[] = [];
  for (let index = lengths.length - 1; index >= 0; index -= 1) {
    const length = lengths[index] ?? 0;
    ends[index] = next.get(length);
    next.set(length, index);
  }
  return ends;
};
