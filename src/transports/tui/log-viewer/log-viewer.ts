/** A viewer of the raw log: a table of its lines that follows live, is searched, opens each line, and proves the chain. */
import type { Component, Focusable } from "@earendil-works/pi-tui";
import { sentenceOf } from "../../../contract/error.ts";
import { head } from "../../../folds/head.ts";
import { counted } from "../../terminal/figures.ts";
import type { Drawing, Lines } from "../drawing.ts";
import type { Screen } from "../screen.ts";
import { aroundInput } from "../viewers/around-input.ts";
import { fill, fit, wrap } from "../viewers/fit.ts";
import { keyHints, type Move, moveOf } from "../viewers/keys.ts";
import { lineInput } from "../viewers/line-input.ts";
import { heading, scroller } from "../viewers/scroller.ts";
import { wholeLine } from "./log-line.ts";
import { exportedLine } from "./log-pages.ts";
import { logRow, logRowHeads } from "./log-row.ts";
import { type LogTable, logTable, type ShownLog } from "./log-table.ts";
import { type Proof, proofText } from "./verdict-text.ts";

export const viewLog = async (screen: Screen): Promise<void> => {
  const { runtime, session } = screen.desk.place();
  const { seq } = await session.read(head);
  const log = { runtime, session, lines: seq + 1 };
  const table = logTable(log, () => screen.tui.requestRender());
  await screen.view<void>((done) => logViewer(screen, { log, table, done: () => done() })).finally(table.stop);
};

interface Viewed {
  readonly log: ShownLog;
  readonly table: LogTable;
  readonly done: () => void;
}

const logViewer = (screen: Screen, { log, table, done }: Viewed): Component & Focusable => {
  const input = lineInput({ prompt: "› ", placeholder: "words, or type:call" });
  const height = (): number => Math.max(1, screen.tui.terminal.rows - chrome);
  let opened: Component | undefined;
  let proof: Proof = { kind: "seeking", text: "" };
  const prove = async (): Promise<void> => {
    proof = { kind: "seeking", text: "verifying the chain…" };
    proof = await provenIn(log);
    screen.tui.requestRender();
  };
  const open = async (seq: number | undefined): Promise<void> => {
    if (seq === undefined) return;
    opened = await lineViewer(screen, { log, seq, done: () => void (opened = undefined) });
    screen.tui.requestRender();
  };
  const clear = (): void => {
    input.setValue("");
    table.search("");
  };
  const acts: Partial<Record<Move, () => void>> = {
    cancel: () => (input.getValue() === "" ? done() : clear()),
    confirm: () => void open(table.rows() === 0 ? undefined : table.seqOf(table.selected())),
    tab: () => void prove(),
    top: () => table.select(0),
    bottom: () => table.select(table.rows()),
    up: () => table.select(table.selected() - 1),
    down: () => table.select(table.selected() + 1),
    pageUp: () => table.select(table.selected() - height()),
    pageDown: () => table.select(table.selected() + height()),
  };
  const ways = Object.keys(acts) as Move[];
  const type = (data: string): void => {
    const before = input.getValue();
    input.handleInput(data);
    if (input.getValue() !== before) table.search(input.getValue().trim());
  };
  void prove();
  return aroundInput(input, {
    handleInput: (data) => {
      const way = opened === undefined ? moveOf(data, ways) : undefined;
      if (opened !== undefined) opened.handleInput?.(data);
      else if (way === undefined) type(data);
      else acts[way]?.();
    },
    render: (columns) => {
      const drawing = { ...screen.drawing(), columns };
      return (
        opened?.render(columns) ?? frame(table, { proof, typed: input.render(columns), height: height(), drawing })
      );
    },
  });
};

const provenIn = ({ runtime, session }: ShownLog): Promise<Proof> =>
  runtime.verify(session.id).then(
    (verdict): Proof => ({ kind: "verdict", verdict }),
    (error: unknown): Proof => ({ kind: "failed", text: `the chain could not be verified: ${sentenceOf(error)}` }),
  );

interface OpenedLine {
  readonly log: ShownLog;
  readonly seq: number;
  readonly done: () => void;
}

/** A line as a whole; undefined when there is none. */
const lineViewer = async (screen: Screen, { log, seq, done }: OpenedLine): Promise<Component | undefined> => {
  const exported = await exportedLine(log.runtime, log.session.id, seq);
  if (exported === undefined) return undefined;
  const lines = wholeLine(exported).split("\n");
  return scroller(screen, {
    title: () => `line ${seq} of ${log.session.id}`,
    count: () => lines.length,
    draw: (index, { columns }) => wrap(lines[index] ?? "", columns),
    done,
  });
};

/** Title, proof, search, heads of the columns, hints. */
const chrome = 5;

interface Frame {
  readonly proof: Proof;
  /** The line that is typed on. */
  readonly typed: Lines;
  readonly height: number;
  readonly drawing: Drawing;
}

const frame = (table: LogTable, { proof, typed, height, drawing }: Frame): string[] => {
  const { columns, paint } = drawing;
  const { role, text } = proofText(proof);
  const space = { columns: columns - 2, most: table.lines() };
  return [
    heading(titleOf(table), drawing),
    paint(role, fit(text, columns)),
    ...typed,
    paint("dim", fit(`  ${logRowHeads(space)}`, columns)),
    ...rowLines(table, height, drawing),
    paint("dim", fit(hints(), columns)),
  ];
};

const titleOf = (table: LogTable): string => {
  const all = counted(table.lines(), "line");
  const rest = table.toGo() > 0 ? `, ${counted(table.toGo(), "line")} to go` : "";
  const those = table.rows() === table.lines() ? all : `${table.rows()} of ${all}`;
  return `Log · ${those}${rest}${table.follows() ? " · follows" : ""}`;
};

const rowLines = (table: LogTable, height: number, { columns, paint }: Drawing): Lines => {
  const at = table.selected();
  const first = Math.min(Math.max(0, at - Math.floor(height / 2)), Math.max(0, table.rows() - height));
  return Array.from({ length: height }, (_, index) => {
    const row = first + index;
    const seq = row < table.rows() ? table.seqOf(row) : undefined;
    if (seq === undefined) return "";
    const { plain, painted } = logRow(seq, table.line(seq), { columns: columns - 2, most: table.lines() });
    return row === at ? paint("selected", fill(`› ${plain}`, columns)) : `  ${painted(paint)}`;
  });
};

const hints = (): string =>
  keyHints([
    [["confirm"], "opens a line"],
    [["bottom"], "follows"],
    [["tab"], "verifies again"],
    [["cancel"], "back"],
  ]);
