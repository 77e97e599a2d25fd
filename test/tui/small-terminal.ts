/** A terminal of so many rows, as ECMA-48 and the VT100 have it: only what the screens use to move what stands there. */
export const smallTerminal = (height: number) => {
  const scrolled: string[] = [];
  const rows: string[] = Array.from({ length: height }, () => "");
  let margins = { top: 0, bottom: height - 1 };
  let row = 0;
  let column = 0;
  const isWhole = (): boolean => margins.top === 0 && margins.bottom === height - 1;
  const down = (): void => {
    if (row !== margins.bottom) {
      row = Math.min(height - 1, row + 1);
      return;
    }
    const [gone = ""] = rows.splice(margins.top, 1);
    if (isWhole()) scrolled.push(gone);
    rows.splice(margins.bottom, 0, "");
  };
  const up = (): void => {
    if (row !== margins.top) {
      row = Math.max(0, row - 1);
      return;
    }
    rows.splice(margins.bottom, 1);
    rows.splice(margins.top, 0, "");
  };
  const obey = (numbers: string, letter: string): void => {
    const [first = 0, second = 0] = numbers.split(";").map(Number);
    const count = first || 1;
    if (letter === "A") row = Math.max(0, row - count);
    else if (letter === "B") row = Math.min(height - 1, row + count);
    else if (letter === "H") [row, column] = [count - 1, (second || 1) - 1];
    else if (letter === "K") rows[row] = "";
    else if (letter === "J") rows.fill("", first === 2 ? 0 : row);
    else if (letter === "L")
      rows.splice(row, height, ...Array<string>(count).fill(""), ...rows.slice(row, height - count));
    else if (letter === "M") rows.splice(row, height, ...rows.slice(row + count), ...Array<string>(count).fill(""));
    else if (letter === "r") {
      margins = { top: count - 1, bottom: (second || height) - 1 };
      [row, column] = [0, 0];
    } else throw new Error(`not known: ${letter}`);
  };
  const write = (bytes: string): void => {
    const known =
      // oxlint-disable-next-line no-control-regex
      /\u001b\[\?\d+[hl]|\u001b(?<index>M)|\u001b\[(?<numbers>[\d;]*)(?<letter>[A-Za-z])|(?<other>.|\n|\r)/gu;
    for (const { groups: { index, numbers = "", letter, other } = {} } of bytes.matchAll(known)) {
      if (index !== undefined) up();
      else if (letter !== undefined) obey(numbers, letter);
      else if (other === "\n") down();
      else if (other === "\r") column = 0;
      else if (other !== undefined) {
        rows[row] = `${(rows[row] ?? "").slice(0, column).padEnd(column)}${other}`;
        column += 1;
      }
      if (rows.length !== height) throw new Error(`${rows.length} rows after ${letter ?? other}`);
    }
  };
  return {
    write,
    rows: (): readonly string[] => rows,
    all: () => [...scrolled, ...rows].join("\n").trimEnd(),
    row: () => scrolled.length + row,
  };
};
