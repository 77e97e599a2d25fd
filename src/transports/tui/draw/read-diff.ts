/** Reads a unified diff, also one that was cut off; what is no diff has no hunks. */

export interface DiffLine {
  readonly sign: "+" | "-" | " ";
  /** In the file as it was for removed lines, as it became for all others. */
  readonly number: number;
  readonly text: string;
}

export interface Hunk {
  readonly lines: DiffLine[];
}

export interface FileDiff {
  name: string;
  readonly hunks: Hunk[];
}

export interface Diff {
  readonly files: readonly FileDiff[];
  /** What stands before or after it and belongs to no file. */
  readonly others: readonly string[];
}

/** `diff` is clean. */
export const readDiff = (diff: string): Diff => {
  const files: FileDiff[] = [];
  const others: string[] = [];
  let [before, after] = [0, 0];
  let [leftBefore, leftAfter] = [0, 0];
  for (const line of diff.split("\n")) {
    const hunk = files.at(-1)?.hunks.at(-1);
    if (hunk !== undefined && (leftBefore > 0 || leftAfter > 0) && line !== "" && " +-".includes(line.charAt(0))) {
      const sign = line.charAt(0) as DiffLine["sign"];
      hunk.lines.push({ sign, number: sign === "-" ? before : after, text: line.slice(1) });
      if (sign !== "+") [before, leftBefore] = [before + 1, leftBefore - 1];
      if (sign !== "-") [after, leftAfter] = [after + 1, leftAfter - 1];
      continue;
    }
    const header = hunkHeader.exec(line);
    if (header !== null) {
      const [, fromLine, fromCount = "1", toLine, toCount = "1"] = header;
      [before, leftBefore, after, leftAfter] = [Number(fromLine), Number(fromCount), Number(toLine), Number(toCount)];
      if (files.length === 0) files.push({ name: "", hunks: [] });
      files.at(-1)?.hunks.push({ lines: [] });
    } else if (line.startsWith("--- ")) {
      files.push({ name: nameOf(line), hunks: [] });
    } else if (line.startsWith("+++ ")) {
      const file = files.at(-1);
      const name = nameOf(line);
      if (file !== undefined && name !== "/dev/null") file.name = name;
    } else if (!/^(?:\\ |Index: |=+$|$)/u.test(line)) {
      others.push(line);
    }
  }
  const whole = files.map(({ name, hunks }) => ({ name, hunks: hunks.filter(({ lines }) => lines.length > 0) }));
  return { files: whole.filter(({ hunks }) => hunks.length > 0), others };
};

const hunkHeader = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/u;

const nameOf = (line: string): string => (line.slice(4).split("\t", 1)[0] ?? "").replace(/^[ab]\//u, "");
