/** A viewer of the raw log: a table of its lines that follows live, is searched, opens each line, and proves the chain. */
import { type Component, type Focusable, Input } from "@earendil-works/pi-tui";
import { sentenceOf } from "../../../contract/error.ts";
import type { Runtime, Session } from "../../../contract/runtime.ts";
import { head } from "../../../folds/head.ts";
import { counted } from "../../terminal/figures.ts";
import type { Drawing, Lines } from "../drawing.ts";
import type { Screen } from "../screen.ts";
import { fill, fit, wrap } from "../viewers/fit.ts";
import { keyHints, type Move, moveOf } from "../viewers/keys.ts";
import { heading, scroller } from "../viewers/scroller.ts";
import { wholeLine } from "./log-line.ts";
import { exportedLine, logPages } from "./log-pages.ts";
import { logRow, logRowHeads } from "./log-row.ts";
import { type LogSearch, logSearch } from "./log-search.ts";
import { type Proof, proofText } from "./verdict-text.ts";

export const viewLog = async (screen: Screen): Promise<void> => {
  const { runtime, session } = screen.desk.place();
  const { seq } = await session.read(head);
  let stop = (): void => {};
  await screen.view<void>((done) => {
    const viewer = logViewer(screen, { runtime, session, lines: seq + 1, done: () => done() });
    stop = viewer.stop;
    return viewer;
  });
  stop();
};

export interface ViewedLog {
  readonly runtime: Runtime;
  readonly session: Session;
  /** How many there are. */
  readonly lines: number;
  readonly done: () => void;
}

export const logViewer = (
  screen: Pick<Screen, "drawing" | "tui">,
  { runtime, session, lines, done }: ViewedLog,
): Component & Focusable & { readonly stop: () => void } => {
  const changed = (): void => screen.tui.requestRender();
  const pages = logPages(runtime, session.id, changed);
  const input = new Input({ prompt: "› ", placeholder: "words, or type:call" });
  let count = lines;
  /** Undefined: the last row is selected, whatever comes. */
  let selected: number | undefined;
  let found: LogSearch | undefined;
  let opened: Component | undefined;
  let proof: Proof = { kind: "seeking", text: "" };

  const prove = async (): Promise<void> => {
    proof = { kind: "seeking", text: "verifying the chain…" };
    proof = await runtime.verify(session.id).then(
      (verdict): Proof => ({ kind: "verdict", verdict }),
      (error: unknown): Proof => ({ kind: "failed", text: `the chain could not be verified: ${sentenceOf(error)}` }),
    );
    changed();
  };
  const unfollow = session.events(count, ({ seq }) => {
    count = Math.max(count, seq + 1);
    found?.readOn();
    changed();
  });
  const rowCount = (): number => found?.found().length ?? count;
  const last = (): number => Math.max(0, rowCount() - 1);
  const seqOf = (row: number): number | undefined => (found === undefined ? row : found.found()[row]);
  const search = (): void => {
    found?.stop();
    const words = input.getValue().trim();
    found = words === "" ? undefined : logSearch(runtime, { session: session.id, words }, changed);
    selected = undefined;
  };
  const height = (): number => Math.max(1, screen.tui.terminal.rows - chrome);
  const openLine = async (seq: number): Promise<void> => {
    const exported = await exportedLine(runtime, session.id, seq);
    if (exported === undefined) return;
    const texts = wholeLine(exported).split("\n");
    opened = scroller(screen, {
      title: () => `line ${seq} of ${session.id}`,
      count: () => texts.length,
      draw: (index, { columns }) => wrap(texts[index] ?? "", columns),
      done: () => {
        opened = undefined;
      },
    });
    changed();
  };
  const select = (row: number): void => {
    selected = row >= last() ? undefined : Math.max(0, row);
  };
  const act = (way: Move): void => {
    const row = selected ?? last();
    const seq = seqOf(row);
    const by = { up: -1, down: 1, pageUp: -height(), pageDown: height() }[way as string];
    if (way === "cancel" && input.getValue() !== "") {
      input.setValue("");
      search();
    } else if (way === "cancel") done();
    else if (way === "tab") void prove();
    else if (way === "confirm") {
      if (seq !== undefined && rowCount() > 0) void openLine(seq);
    } else if (way === "top") select(0);
    else if (way === "bottom") select(last());
    else if (by !== undefined) select(row + by);
  };
  const rows = (drawing: Drawing): Lines => {
    const at = Math.min(selected ?? last(), last());
    const first = Math.min(Math.max(0, at - Math.floor(height() / 2)), Math.max(0, rowCount() - height()));
    return Array.from({ length: height() }, (_, index) => {
      const seq = first + index < rowCount() ? seqOf(first + index) : undefined;
      if (seq === undefined) return "";
      const text = logRow(seq, pages.at(seq), { columns: drawing.columns - 2, most: count });
      if (first + index === at) return drawing.paint("selected", fill(`› ${text.plain}`, drawing.columns));
      return `  ${text.painted(drawing.paint)}`;
    });
  };
  void prove();
  return {
    get focused() {
      return input.focused;
    },
    set focused(focused) {
      input.focused = focused;
    },
    invalidate: () => input.invalidate(),
    stop: () => {
      unfollow();
      found?.stop();
    },
    handleInput: (data) => {
      if (opened?.handleInput !== undefined) {
        opened.handleInput(data);
        return;
      }
      const way = moveOf(data, ways);
      if (way !== undefined) {
        act(way);
        return;
      }
      const before = input.getValue();
      input.handleInput(data);
      if (input.getValue() !== before) search();
    },
    render: (width) => {
      if (opened !== undefined) return opened.render(width);
      const drawing = { ...screen.drawing(), columns: width };
      const { role, text } = proofText(proof);
      const rest =
        found !== undefined && found.looked() < count ? `, ${counted(count - found.looked(), "line")} to go` : "";
      const those = found === undefined ? counted(count, "line") : `${rowCount()} of ${counted(count, "line")}${rest}`;
      return [
        heading(`Log of ${session.id} · ${those}${selected === undefined ? " · follows" : ""}`, drawing),
        drawing.paint(role, fit(text, width)),
        ...input.render(width),
        drawing.paint("dim", fit(`  ${logRowHeads({ columns: width - 2, most: count })}`, width)),
        ...rows(drawing),
        drawing.paint("dim", fit(hints(), width)),
      ];
    },
  };
};

/** Title, proof, search, heads of the columns, hints. */
const chrome = 5;

const ways = ["cancel", "confirm", "up", "down", "pageUp", "pageDown", "top", "bottom", "tab"] as const;

const hints = (): string =>
  keyHints([
    [["confirm"], "opens a line"],
    [["bottom"], "follows"],
    [["tab"], "verifies again"],
    [["cancel"], "back"],
  ]);
