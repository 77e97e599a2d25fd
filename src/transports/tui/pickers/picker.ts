/** A list to choose from, filtered while one types. Only the rows that are seen are drawn. */
import type { Component, Focusable } from "@earendil-works/pi-tui";
import { cleanLine, cleanText } from "../../terminal/clean.ts";
import type { Drawing, Lines } from "../drawing.ts";
import type { Screen } from "../screen.ts";
import { aroundInput } from "../viewers/around-input.ts";
import { fill, fit, widest, wrap } from "../viewers/fit.ts";
import { keyHints, type Move, moveOf } from "../viewers/keys.ts";
import { lineInput } from "../viewers/line-input.ts";
import { heading } from "../viewers/scroller.ts";
import type { Picking, Row } from "./picking.ts";
import { search } from "./search.ts";

export const picker = <T>(
  screen: Pick<Screen, "drawing" | "tui">,
  picking: Picking<T>,
  done: (chosen: T | undefined) => void,
): Component & Focusable => {
  const input = lineInput({ prompt: "› " });
  const find = search(picking);
  let found = find("");
  let at = Math.min(Math.max(0, picking.at ?? 0), Math.max(0, found.length - 1));
  const height = (): number => Math.min(mostRows, Math.max(fewestRows, screen.tui.terminal.rows - roomBeside));
  const select = (index: number): void => {
    at = Math.min(Math.max(0, index), Math.max(0, found.length - 1));
    const row = found[at];
    if (row !== undefined) picking.moved?.(row.value);
  };
  const move = (way: Move): void => {
    const by = { up: -1, down: 1, pageUp: -height(), pageDown: height() }[way as string];
    const row = found[at];
    if (way === "cancel") done(undefined);
    else if (way === "confirm") {
      if (row !== undefined) done(row.value);
    } else if (by !== undefined) select(at + by);
  };
  return aroundInput(input, {
    handleInput: (data) => {
      const way = moveOf(data, ways);
      if (way !== undefined) {
        move(way);
        return;
      }
      const before = input.getValue();
      input.handleInput(data);
      if (input.getValue() === before) return;
      found = find(input.getValue());
      select(0);
    },
    render: (width) => {
      const drawing = { ...screen.drawing(), columns: width };
      const rows = height();
      const first = Math.min(Math.max(0, at - Math.floor(rows / 2)), Math.max(0, found.length - rows));
      const seen = found.slice(first, first + rows);
      return [
        heading(`${picking.title} · ${counts(found.length, picking.rows.length)}`, drawing),
        ...input.render(width),
        ...rowLines(seen, at - first, drawing),
        ...detailLines(found[at], drawing),
        drawing.paint("dim", fit(hints(), width)),
      ];
    },
  });
};

const mostRows = 12;
const fewestRows = 3;
/** Title, input, details and hints, and what stands around the list. */
const roomBeside = 12;

const ways = ["cancel", "confirm", "up", "down", "pageUp", "pageDown"] as const;

const hints = (): string =>
  keyHints([
    [["up", "down"], "move"],
    [["confirm"], "chooses"],
    [["cancel"], "leaves"],
  ]);

const counts = (found: number, all: number): string => (found === all ? String(all) : `${found} of ${all}`);

/** Narrower than this, a row has no room for what stands beside its label. */
const wideEnough = 60;

const rowLines = <T>(rows: readonly Row<T>[], selected: number, { columns, paint }: Drawing): Lines => {
  if (rows.length === 0) return [paint("dim", fit("  nothing found", columns))];
  const labels = rows.map(({ label }) => cleanLine(label));
  const beside = columns >= wideEnough && rows.some(({ about = "" }) => about !== "");
  const most = beside ? Math.floor(columns * 0.6) : columns - 2;
  return rows.map(({ about = "" }, index) => {
    const label = fit(labels[index] ?? "", most);
    const rest = beside ? `  ${fit(cleanLine(about), columns - 4 - widest(labels, most))}` : "";
    const text = beside ? fill(label, widest(labels, most)) : label;
    if (index === selected) return paint("selected", fill(`› ${text}${rest}`, columns));
    return `  ${paint("text", text)}${rest === "" ? "" : paint("dim", rest)}`;
  });
};

const mostDetails = 4;

/** As much of the selected row as its line has no room for. */
const detailLines = <T>(row: Row<T> | undefined, { columns, paint }: Drawing): Lines => {
  const about = columns < wideEnough ? row?.about : undefined;
  const { label = "", details = "" } = row ?? {};
  // What stands in the row already is not said again.
  const more = details === label && label.length * 2 < columns ? "" : details;
  const text = [about, more].filter((part) => part !== undefined && part !== "").join("\n");
  if (text === "") return [];
  const lines = cleanText(text)
    .split("\n")
    .flatMap((line) => wrap(line, columns - 2));
  return lines.slice(0, mostDetails).map((line) => `  ${paint("dim", line)}`);
};
