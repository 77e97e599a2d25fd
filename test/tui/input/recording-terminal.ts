/** A terminal without a screen: it takes bytes as a real one sends them, through pi-tui's own reader, and records what is written. */
import { StdinBuffer, type Terminal } from "@earendil-works/pi-tui";

export interface RecordingTerminal extends Terminal {
  /** One read of the bytes that a terminal sends. */
  readonly send: (bytes: string) => void;
  readonly written: () => string;
}

export const recordingTerminal = (columns = 80, rows = 40): RecordingTerminal => {
  let written = "";
  let input: (data: string) => void = () => {};
  const buffer = new StdinBuffer({ escapeTimeout: 1, timeout: 5 });
  buffer.on("data", (sequence: string) => input(sequence));
  buffer.on("paste", (content: string) => input(`\u001b[200~${content}\u001b[201~`));
  return {
    send: (bytes) => buffer.process(bytes),
    written: () => written,
    start: (onInput) => {
      input = onInput;
    },
    stop: () => {},
    drainInput: async () => {},
    write: (data) => {
      written += data;
    },
    columns,
    rows,
    kittyProtocolActive: false,
    moveBy: () => {},
    hideCursor: () => {},
    showCursor: () => {},
    clearLine: () => {},
    clearFromCursor: () => {},
    clearScreen: () => {},
    setTitle: () => {},
    setProgress: () => {},
  };
};
