/** A screen for tests of what commands and lists do: real components and keys, a real session, a terminal that remembers. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type Component, CURSOR_MARKER, type Terminal, TuiMainScreen } from "@earendil-works/pi-tui";
import { onTestFinished } from "vitest";
import { assemble } from "../../src/assembly/assemble.ts";
import { readConfiguration } from "../../src/configuration/configuration.ts";
import { keeper } from "../../src/configuration/keeper.ts";
import { transcript } from "../../src/folds/transcript.ts";
import { openDesk } from "../../src/transports/cli/chat/desk.ts";
import { cli } from "../../src/transports/cli/program.ts";
import type { Surroundings } from "../../src/transports/cli/surroundings.ts";
import { runCommand } from "../../src/transports/tui/commands/run-command.ts";
import type { Desk } from "../../src/transports/tui/desk.ts";
import type { Drawing } from "../../src/transports/tui/drawing.ts";
import { type Board, watch } from "../../src/transports/tui/session/board.ts";
import type { ImageProtocol } from "../../src/transports/tui/images/protocol.ts";
import type { Screen } from "../../src/transports/tui/screen.ts";
import type { Theme } from "../../src/transports/tui/theme.ts";
import { remembering, type Turn } from "../cli/workshop.ts";

export const keys = {
  up: "\u001b[A",
  down: "\u001b[B",
  pageUp: "\u001b[5~",
  pageDown: "\u001b[6~",
  home: "\u001b[H",
  end: "\u001b[F",
  enter: "\r",
  escape: "\u001b",
  tab: "\t",
  backspace: "\u007f",
} as const;

/** A terminal that holds what was written to it. */
export interface Remembering extends Terminal {
  readonly written: () => string;
  readonly press: (data: string) => void;
}

export const rememberingTerminal = (columns: number, rows: number): Remembering => {
  const written: string[] = [];
  let hear: (data: string) => void = () => {};
  const nothing = (): void => {};
  return {
    start: (onInput) => void (hear = onInput),
    stop: nothing,
    drainInput: () => Promise.resolve(),
    write: (data) => void written.push(data),
    columns,
    rows,
    kittyProtocolActive: false,
    moveBy: nothing,
    hideCursor: nothing,
    showCursor: nothing,
    clearLine: nothing,
    clearFromCursor: nothing,
    clearScreen: nothing,
    setTitle: nothing,
    setProgress: nothing,
    written: () => written.join(""),
    press: (data) => hear(data),
  };
};

export interface Staging {
  readonly columns?: number;
  readonly rows?: number;
  readonly plain?: boolean;
  readonly images?: ImageProtocol;
  readonly turns?: readonly Turn[];
  /** Settings as after flags. */
  readonly flags?: Readonly<Record<string, string>>;
}

export interface Stage {
  readonly screen: Screen;
  readonly terminal: Remembering;
  readonly cwd: string;
  readonly state: string;
  /** What is asked or viewed now, as text; empty when it is the input. */
  readonly frame: () => string;
  readonly press: (...data: readonly string[]) => void;
  readonly type: (text: string) => void;
  /** Begins a command, and hears how it ends. */
  readonly run: (message: string) => Promise<boolean>;
  /** Says it to the model, and waits for the end of the run. */
  readonly say: (text: string) => Promise<void>;
  /** Sentences and blocks below the transcript, in order. */
  readonly below: () => readonly string[];
  readonly input: () => string;
  readonly themes: () => readonly string[];
  readonly left: () => boolean;
}

const themes: readonly Theme[] = ["night", "day", "paper"].map((name) => ({
  name,
  for: name === "night" ? "dark" : "light",
  paint: (_, text) => text,
}));

export const stage = async (staging: Staging = {}): Promise<Stage> => {
  const { columns = 80, rows = 24, plain = false, images, turns = [{ text: "done" }], flags = {} } = staging;
  const { desk, cwd, state } = await deskOf(turns, flags);
  const terminal = rememberingTerminal(columns, rows);
  const tui = new TuiMainScreen(terminal);
  const below: string[] = [];
  const stack: Component[] = [];
  const worn: string[] = [];
  let theme = themes[0] as Theme;
  let open = false;
  let text = "";
  let left = false;
  let board: Board | undefined;
  let watching = watch(
    desk.place().session,
    (read) => void (board = read),
    () => {},
  );
  const drawing = (): Drawing => ({ columns, paint: theme.paint, open, plain, now: desk.now() });
  const show = <T>(make: (done: (answer: T) => void) => Component): Promise<T> =>
    new Promise((resolve) => {
      const component = make((answer) => {
        stack.splice(stack.indexOf(component), 1);
        tui.clear();
        const top = stack.at(-1);
        if (top !== undefined) tui.addChild(top);
        tui.setFocus(top ?? null);
        resolve(answer);
      });
      stack.push(component);
      tui.clear();
      tui.addChild(component);
      tui.setFocus(component);
      tui.requestRender();
    });
  const screen: Screen = {
    desk: { ...desk, keepTheme: (name) => Promise.resolve(void worn.push(`kept ${name}`)) },
    tui,
    board: () => board,
    drawing,
    images,
    print: (block) => void below.push(plainText(block.draw(drawing()))),
    tell: (level, told) => void below.push(`${level}: ${told}`),
    ask: show,
    view: show,
    send: async (command) => {
      const outcome = await desk.place().session.send(command);
      if (!outcome.ok) below.push(`error: ${outcome.message}`);
      return outcome;
    },
    say: (said) => Promise.resolve(void below.push(`said: ${said}`)),
    input: {
      text: () => text,
      set: (next) => void (text = next),
      putBack: (sent) => void (text = [sent.text, text].filter((one) => one !== "").join("\n")),
    },
    theme: () => theme,
    setTheme: (next) => {
      theme = next;
      worn.push(next.name);
    },
    setOpen: (next) => void (open = next),
    moved: () => {
      watching.stop();
      watching = watch(
        desk.place().session,
        (read) => void (board = read),
        () => {},
      );
    },
    leave: () => void (left = true),
  };
  tui.start();
  onTestFinished(async () => {
    tui.stop();
    watching.stop();
    await desk.place().session.close();
    await desk.place().runtime.close();
  });
  return {
    screen,
    terminal,
    cwd,
    state,
    frame: () => plainText(stack.at(-1)?.render(columns) ?? []),
    press: (...data) => data.forEach(terminal.press),
    type: (typed) => Array.from(typed).forEach((sign) => terminal.press(sign)),
    run: (message) => runCommand(screen, message),
    say: async (said) => {
      const { session } = desk.place();
      await session.send({ type: "say", id: desk.newId(), parts: [{ type: "text", text: said }] });
      await session.rest();
      await session.read(transcript);
    },
    below: () => below,
    input: () => text,
    themes: () => worn,
    left: () => left,
  };
};

/** As a person reads it: without colours and the place of the cursor. */
export const plainText = (lines: readonly string[]): string =>
  lines.map((line) => stripVTControlCharacters(line.replaceAll(CURSOR_MARKER, "")).trimEnd()).join("\n");

/** Waits for what is to happen soon. */
export const until = async (happened: () => boolean, what = "it"): Promise<void> => {
  for (let tries = 0; !happened(); tries += 1) {
    if (tries > 2_000) throw new Error(`${what} did not happen`);
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
};

const deskOf = async (
  turns: readonly Turn[],
  flags: Readonly<Record<string, string>>,
): Promise<{ desk: Desk; cwd: string; state: string }> => {
  const home = await mkdtemp(join(tmpdir(), "kelson-tui-"));
  const cwd = await mkdtemp(join(tmpdir(), "kelson-tui-cwd-"));
  onTestFinished(async () => {
    for (const directory of [home, cwd]) await rm(directory, { recursive: true, force: true });
  });
  const script = join(home, "script.json");
  await writeFile(script, JSON.stringify({ turns, prices: { input: 1, output: 1 } }));
  const state = join(home, "state");
  const env = { HOME: home, PATH: process.env["PATH"], NO_COLOR: "1", KELSON_STATE_DIR: state };
  const warn = (): void => {};
  const surroundings: Surroundings = {
    argv: [],
    env,
    cwd,
    stdin: { terminal: false, all: () => Promise.resolve(""), line: () => Promise.resolve(undefined) },
    stdout: remembering(false),
    stderr: remembering(false),
    redact: (text) => text,
    warn,
    version: "1.2.3",
    packageRoot: join(import.meta.dirname, "../.."),
    now: Date.now,
    newId: () => crypto.randomUUID(),
    onSignal: () => () => {},
    configure: (flags) => readConfiguration({ env, cwd, flags, warn }),
    configuration: () => Promise.resolve(keeper({ env, cwd, warn })),
    assemble: () => Promise.resolve(assemble),
    run: cli,
  };
  const configuration = await surroundings.configure({ model: `scripted/${script}`, sandbox: "off", ...flags });
  const desk = await openDesk({
    surroundings,
    beginning: {
      flags: { session: true, outputFormat: "text" },
      configuration,
      cwd,
      goesOn: false,
      open: (runtime) => runtime.create({ cwd }),
    },
    themes: () => Promise.resolve(themes),
  });
  return { cwd, state, desk: { ...desk, keepTheme: () => Promise.resolve() } };
};
