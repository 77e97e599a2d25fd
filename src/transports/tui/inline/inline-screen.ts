/** The renderer of the inline face: finished lines go into the scrollback once, the live ones below are kept up to date. */
import { type Component, TuiMainScreen, visibleWidth } from "@earendil-works/pi-tui";
import { type RowChanges, rowChanges, vertically } from "../tty/row-changes.ts";
import { beginFrame, endFrame, eraseBelow, eraseRow } from "../tty/sequences.ts";
import { trimmedRow } from "../tty/trimmed-row.ts";

const enterView = "\u001b[?1049h\u001b[H\u001b[2J";
const leaveView = "\u001b[?1049l";

/**
 * Its parent class draws the whole document and clears the scrollback whenever the terminal changes its size; so all drawing is
 * replaced, and its input, focus and timing are kept. Children are the live part.
 */
export class InlineScreen extends TuiMainScreen {
  /** The live rows as they stand on the terminal, and its size when they were drawn. */
  private rows: readonly string[] = [];
  private size = "";
  /** Where the terminal's cursor stands in them. */
  private cursor = { row: 0, column: 0 };
  private finished: string[] = [];
  private viewed: { readonly component: Component; rows: readonly string[] } | undefined;

  /** Puts lines above the live part with the next frame; they belong to the terminal then. */
  print(lines: readonly string[]): void {
    this.finished.push(...lines);
    this.requestRender();
  }

  /** Fills the terminal with a component, or gives back what was there. */
  view(component: Component | undefined): void {
    if (component === undefined) {
      if (this.viewed !== undefined) this.terminal.write(leaveView);
      this.viewed = undefined;
    } else {
      this.terminal.write(enterView);
      this.viewed = { component, rows: [] };
    }
    this.requestRender();
  }

  protected override doRender(): void {
    if (this.stopped) return;
    measureAgain();
    if (this.viewed === undefined) this.drawLive();
    else this.drawView(this.viewed);
  }

  protected override resetRenderState(): void {
    if (this.viewed === undefined) this.size = "";
    else this.viewed.rows = [];
  }

  /** The live part goes; what was finished stays. */
  protected override beforeTerminalStop(): void {
    this.view(undefined);
    this.terminal.write(`${this.toTop()}${eraseBelow}${this.takeFinished()}`);
    this.rows = [];
    this.cursor = { row: 0, column: 0 };
  }

  private drawLive(): void {
    const { columns, rows: height } = this.terminal;
    const live = this.render(columns).slice(-Math.max(1, height - 1));
    const place = this.extractCursorPosition(live, height) ?? { row: Math.max(0, live.length - 1), col: 0 };
    const next = this.written(live);
    const printed = this.written(this.finished);
    const size = `${columns}x${height}`;
    const changes =
      (size === this.size
        ? rowChanges(this.rows, [...printed, ...next], { from: this.cursor.row, height })
        : undefined) ?? this.allAnew([...printed, ...next]);
    this.finished = [];
    const { bytes, row } = changes;
    if (bytes !== "" || place.row !== this.cursor.row || place.col !== this.cursor.column) {
      const toCursor = `${vertically(printed.length + place.row - row)}\u001b[${place.col + 1}G`;
      this.terminal.write(`${beginFrame}${bytes}${toCursor}${endFrame}`);
    }
    this.rows = next;
    this.size = size;
    this.cursor = { row: place.row, column: place.col };
  }

  private drawView(viewed: { readonly component: Component; rows: readonly string[] }): void {
    const { columns, rows: height } = this.terminal;
    const next = viewed.component.render(columns).slice(0, height);
    while (next.length < height) next.push("");
    const place = this.extractCursorPosition(next, height);
    this.applyLineResets(next);
    const changed = next.map((line, row) =>
      line === viewed.rows[row] ? "" : `\u001b[${row + 1};1H${eraseRow}${line}`,
    );
    const cursor = place === null ? "" : `\u001b[${place.row + 1};${place.col + 1}H`;
    this.terminal.write(`${beginFrame}${changed.join("")}${cursor}${endFrame}`);
    viewed.rows = next;
  }

  private written(lines: string[]): readonly string[] {
    return this.applyLineResets(lines).map(trimmedRow);
  }

  private allAnew(rows: readonly string[]): RowChanges {
    return { bytes: `${this.toTop()}${eraseBelow}${rows.join("\r\n")}`, row: Math.max(0, rows.length - 1) };
  }

  private takeFinished(): string {
    const lines = this.written(this.finished);
    this.finished = [];
    return lines.map((line) => `${line}\r\n`).join("");
  }

  /** To the first column of the first live row. A terminal that became narrower has wrapped rows that were wider. */
  private toTop(): string {
    const { columns, rows: height } = this.terminal;
    const wraps = (width: number): number => Math.max(1, Math.ceil(width / columns));
    const above = this.rows.slice(0, this.cursor.row).reduce((sum, row) => sum + wraps(visibleWidth(row)), 0);
    const up = above + Math.floor(this.cursor.column / columns);
    return `\r${vertically(-Math.min(up, height - 1))}`;
  }
}

/**
 * A terminal that has changed its size has moved the live rows already, and the signal that tells of it comes a moment later:
 * a frame for the size before would be drawn over finished lines.
 */
const measureAgain = (): void => (process.stdout as { readonly _refreshSize?: () => void })._refreshSize?.();
