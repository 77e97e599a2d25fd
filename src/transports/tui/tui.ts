/** The terminal program: a session on the screen, and a person before it. It holds no truth of its own. */
import { getCapabilities, ProcessTerminal } from "@earendil-works/pi-tui";
import { stateOf } from "../../folds/status/status.ts";
import { type AppAction, appKeys } from "./app-keys.ts";
import { appActions } from "./app-actions.ts";
import { asks } from "./asks.ts";
import type { Desk } from "./desk.ts";
import type { Face } from "./face.ts";
import { firstToHear } from "./first-to-hear.ts";
import { composer } from "./input/composer.ts";
import type { ComposerParts } from "./input/composer-port.ts";
import { type ChosenKeys, keys as keysOf } from "./input/keys.ts";
import type { Layout } from "./layout.ts";
import { liveRegions } from "./live-regions.ts";
import { look as lookOf } from "./look.ts";
import { makeScreen } from "./make-screen.ts";
import { region } from "./region.ts";
import { guardTerminal } from "./guard-terminal.ts";
import { saying } from "./said.ts";
import { sessionView } from "./session-view.ts";
import { shell as shellOf } from "./shell.ts";
import { slot as slotOf } from "./slot.ts";
import { talk as talkOf, tellError } from "./talk.ts";
import type { Theme } from "./theme.ts";

export interface TuiOptions extends Pick<ComposerParts, "historyFile" | "redact" | "isSecret"> {
  readonly face: "inline" | "fixed";
  /** Whether a full screen leaves the transcript in the scrollback. */
  readonly keepsTranscript: boolean;
  readonly layout: Layout;
  readonly theme: (background: "dark" | "light") => Theme;
  readonly keys: ChosenKeys;
  /** For a screen reader. */
  readonly plain: boolean;
  /** Told at the start: why a model was chosen, what is wrong with a file. */
  readonly notes: readonly { readonly level: "note" | "warning"; readonly text: string }[];
  /** Whether the session has something to go on with, and what is said first; empty for nothing. */
  readonly goesOn: boolean;
  readonly message: string;
  readonly onSignal: (listener: (signal: "SIGINT" | "SIGTERM" | "SIGHUP") => void) => () => void;
}

/** Of a session that goes on, an inline screen shows so many items; a full screen all. */
const maxPast = { inline: 30, fixed: Infinity };

/** How often what is under way is drawn anew, in milliseconds: a clock ticks in it. */
const tickMs = 1_000;

/** Resolves when the person leaves, with the signal that asked for it, if one did. */
export const tui = async (desk: Desk, options: TuiOptions): Promise<"SIGTERM" | "SIGHUP" | undefined> => {
  const { promise: left, resolve: leave } = Promise.withResolvers<"SIGTERM" | "SIGHUP" | undefined>();
  const keys = keysOf(options.keys);
  const look = lookOf({
    theme: options.theme("dark"),
    plain: options.plain,
    links: getCapabilities().hyperlinks,
    columns: () => terminal.columns,
    now: desk.now,
  });
  let hears = (_data: string): boolean => false;
  let lastKeyAt = -Infinity;
  const terminal = firstToHear(new ProcessTerminal(), (data) => {
    const taken = hears(data);
    lastKeyAt = desk.now();
    return taken;
  });
  let hint: string | undefined;
  const tell = (level: "note" | "warning" | "error", text: string): void => screen.tell(level, text);
  const failed = (error: unknown): void => tellError(tell, error);
  const talk = talkOf(desk, tell);

  const view = sessionView({
    desk,
    face: () => face,
    maxPast: maxPast[options.face],
    changed: (board) => questions.changed(board),
    failed,
  });
  const shell = shellOf({
    cwd: () => desk.place().cwd,
    env: desk.env,
    print: (block) => face.print([block]),
    changed: () => face.tui.requestRender(),
    redact: options.redact,
  });
  const regions = liveRegions({
    desk,
    drawing: look.drawing,
    board: view.board,
    live: (drawing) => [...view.live(drawing, questions.shown()), ...shell.live(drawing)],
    hint: () => hint ?? (questions.waiting() ? "a call waits for your answer: Tab brings it" : undefined),
    input: region(look.drawing, ({ columns }) => slot.component.render(columns)),
  });
  const face: Face = await faceOf(options, { terminal, drawing: look.drawing, regions });

  const input = composer(face.tui, {
    cwd: () => desk.place().cwd,
    env: desk.env,
    paint: () => look.theme().paint,
    plain: () => options.plain,
    keys,
    historyFile: options.historyFile,
    redact: options.redact,
    isSecret: options.isSecret,
    commands: () => said.hints(),
    onSaid: (message, { steer }) => void said.say(message, steer).catch(failed),
    onShell: (command) => void shell.run(command).catch(failed),
    tell,
  });
  const slot = slotOf(face.tui, input.component);
  const { screen, viewing } = makeScreen({ desk, face, slot, look, talk, input, view, leave: () => leave(undefined) });
  const said = saying(screen, talk, shell);
  const working = (): boolean => {
    const board = view.board();
    return board !== undefined && ["running", "waiting_for_tool"].includes(stateOf(board.status));
  };
  const questions = asks({
    tui: face.tui,
    slot,
    drawing: look.drawing,
    now: desk.now,
    typing: () => ({ at: lastKeyAt, text: input.text() !== "" }),
    answer: talk.answer,
    explain: async ({ name, subject }) => tell("note", await desk.report(["policy", "explain", `${name} ${subject}`])),
  });
  const act: (action: AppAction) => boolean | void = appActions({
    desk,
    screen,
    face,
    talk,
    input,
    slot,
    shell,
    questions,
    working,
    hint: (text) => {
      hint = text;
      face.tui.requestRender();
    },
  });
  hears = appKeys({
    keys,
    now: desk.now,
    taken: () => slot.taken() || viewing(),
    busy: input.busy,
    typing: () => input.text() !== "",
    working,
    act,
  });

  const restored = guardTerminal((text) => tell("warning", text));
  const noSignals = options.onSignal((signal) => (signal === "SIGINT" ? void act("app.cancel") : leave(signal)));
  const tick = setInterval(() => working() && !options.plain && face.tui.requestRender(), tickMs);
  try {
    face.start();
    slot.focus();
    view.show();
    for (const { level, text } of options.notes) tell(level, text);
    void fitBackground(face.tui, () => screen.setTheme(options.theme("light")));
    if (options.goesOn) talk.goOn();
    if (options.message !== "")
      await said.say({ text: options.message, parts: [{ type: "text", text: options.message }] }, false);
    return await left;
  } finally {
    clearInterval(tick);
    noSignals();
    view.stop();
    shell.stop();
    face.stop();
    restored();
  }
};

/** The terminal says which colour it has; many do not. */
const fitBackground = async (terminal: Face["tui"], light: () => void): Promise<void> => {
  const color = await terminal.queryTerminalBackgroundColor({ timeoutMs: 500 });
  const { darkOrLight } = await import("./theme/dark-or-light.ts");
  if (darkOrLight(color) === "light") light();
};

const faceOf = async (
  { face, keepsTranscript, layout }: TuiOptions,
  parts: Omit<Parameters<ReturnType<typeof import("./fixed/fixed-face.ts").fixedFace>>[0], "layout">,
): Promise<Face> =>
  face === "fixed"
    ? (await import("./fixed/fixed-face.ts")).fixedFace(keepsTranscript)({ ...parts, layout })
    : (await import("./inline/inline-face.ts")).inlineFace({ ...parts, layout });
