/** Shows a session: what is finished goes to the face as it happens, what is under way is drawn with each frame. */
import type { Stop } from "../../../contract/runtime.ts";
import { roomText } from "../../terminal/room-text.ts";
import { type Board, watch, type Watching } from "./board.ts";
import type { Desk } from "../desk.ts";
import { drawNote } from "../draw/note.ts";
import type { Block, Drawing, Lines } from "../drawing.ts";
import type { Face } from "../face.ts";
import { type Illustrated, illustrated } from "../images/illustrated.ts";
import type { ImageProtocol } from "../images/protocol.ts";
import type { ReadFrom } from "../images/read-images.ts";
import { type Printed, printedBefore } from "./printed-before.ts";
import type { Screen } from "../screen.ts";
import { type ItemBlock, transcriptFlow, type TranscriptFlow } from "./transcript-flow.ts";

export interface SessionView {
  readonly board: () => Board | undefined;
  /** What is under way, but for a call that stands before the person already. */
  readonly live: (drawing: Drawing, asked?: string) => Lines;
  /** Shows the session that the desk has now. */
  readonly show: () => void;
  readonly stop: () => void;
}

export interface SessionViewParts {
  readonly desk: Desk;
  readonly face: () => Face;
  /** How many items of a session that goes on are shown at most. */
  readonly maxPast: number;
  /** How images are printed below what has them; undefined = they are only named. */
  readonly images: ImageProtocol | undefined;
  /** Whether what was printed stays above, also when another session follows. */
  readonly keepsPrinted: boolean;
  readonly changed: (board: Board) => void;
  readonly tell: Screen["tell"];
  readonly failed: (error: unknown) => void;
}

export const sessionView = (parts: SessionViewParts): SessionView => {
  const { desk, face, maxPast, images, keepsPrinted, changed, tell, failed } = parts;
  let watching: Watching | undefined;
  let flow: TranscriptFlow | undefined;
  let printer: Illustrated | undefined;
  let shown: string | undefined;
  let hearsNoMore: Stop = () => {};
  // Index of the first item that was printed of the session that is shown, and what was of the one before it.
  let first = 0;
  let before: Printed | undefined;

  const begin = ({ transcript: { items } }: Board): TranscriptFlow => {
    const goingOn = before && printedBefore(before, items);
    if (before !== undefined && goingOn !== undefined) {
      first = before.from;
      face().print([note(`session ${shown} goes on from ${goingOn.where}`)]);
      return transcriptFlow(goingOn.from, desk.now);
    }
    first = Math.max(0, items.length - maxPast);
    if (first > 0) face().print([note(`${first} earlier items are not shown; /log has them all`)]);
    return transcriptFlow(first, desk.now);
  };
  const leave = (): void => {
    const board = watching?.board();
    if (keepsPrinted && flow !== undefined && board !== undefined)
      before = { items: board.transcript.items.slice(0, flow.next()), from: first };
    flow = undefined;
    printer?.stop();
    printer = undefined;
    face().clear();
  };
  const printing = (protocol: ImageProtocol): Illustrated => {
    const { print, tui } = face();
    const { id } = desk.place().session;
    const from = (): ReadFrom => ({ runtime: desk.place().runtime, session: id });
    return illustrated({ print, protocol, rows: () => tui.terminal.rows, from });
  };
  const print = (blocks: readonly ItemBlock[]): void => {
    if (images === undefined) face().print(blocks);
    else (printer ??= printing(images)).print(blocks);
  };
  const heard = (board: Board): void => {
    flow ??= begin(board);
    const blocks = flow.finished(board);
    if (blocks.length > 0) print(blocks);
    else face().tui.requestRender();
    changed(board);
  };
  return {
    board: () => watching?.board(),
    live: (drawing, asked) => {
      const board = watching?.board();
      return board === undefined || flow === undefined ? [] : flow.live(board, drawing, asked);
    },
    show: () => {
      const { runtime, session } = desk.place();
      watching?.stop();
      // The same one, opened again, goes on where it stands.
      if (session.id !== shown) leave();
      shown = session.id;
      hearsNoMore();
      hearsNoMore = runtime.waitForRoom((isFull) => tell("warning", roomText(isFull, runtime.place)));
      watching = watch(session, heard, failed);
    },
    stop: () => {
      watching?.stop();
      printer?.stop();
      hearsNoMore();
    },
  };
};

const note = (text: string): Block => ({ draw: (drawing) => drawNote("note", text, drawing) });
