/** Puts the parts of the screen together: who draws, who hears keys, who talks to the session. */
import { getCapabilities } from "@earendil-works/pi-tui";
import { appActions } from "./app-actions.ts";
import { type AppAction, appKeys } from "./app-keys.ts";
import { asks } from "./asks.ts";
import { isAtWork } from "./at-work.ts";
import type { Desk } from "./desk.ts";
import type { NoteLevel } from "./draw/note.ts";
import type { Face, FaceParts } from "./face.ts";
import { imageProtocol } from "./images/protocol.ts";
import { composer } from "./input/composer.ts";
import type { ComposerParts } from "./input/composer-port.ts";
import { type ChosenKeys, keys as keysOf } from "./input/keys.ts";
import { keyboard as keyboardOf } from "./keyboard.ts";
import type { Layout } from "./layout.ts";
import { liveRegions } from "./live-regions.ts";
import { look as lookOf } from "./look.ts";
import { makeScreen } from "./make-screen.ts";
import { region } from "./region.ts";
import { saying } from "./said.ts";
import type { Screen } from "./screen.ts";
import { sessionView } from "./session/session-view.ts";
import { shell as shellOf } from "./shell.ts";
import { slot as slotOf } from "./slot.ts";
import { talk as talkOf, tellError } from "./talk.ts";
import type { Theme } from "./theme.ts";
import { thriftyTerminal } from "./tty/thrifty-terminal.ts";

export interface PutParts extends Pick<ComposerParts, "historyFile" | "redact" | "isSecret"> {
  readonly face: "inline" | "fixed";
  /** Whether a full screen leaves the transcript in the scrollback. */
  readonly keepsTranscript: boolean;
  readonly layout: Layout;
  readonly theme: (background: "dark" | "light") => Theme;
  readonly keys: ChosenKeys;
  /** For a screen reader. */
  readonly plain: boolean;
}

export interface Told {
  readonly level: NoteLevel;
  readonly text: string;
}

/** Of a session that goes on, an inline screen shows so many items; a full screen all. */
const maxPast = { inline: 30, fixed: Infinity };

export const put = async (desk: Desk, options: PutParts, leave: () => void) => {
  const { now, env } = desk;
  const keys = keysOf(options.keys);
  const keyboard = keyboardOf(now);
  const terminal = thriftyTerminal(keyboard.terminal);
  const look = lookOf({
    theme: options.theme("dark"),
    plain: options.plain,
    links: getCapabilities().hyperlinks,
    redraw: () => face.restyle(),
    columns: () => terminal.columns,
    now,
  });
  const tell: Screen["tell"] = (level, text) => screen.tell(level, text);
  const failed = (error: unknown): void => tellError(tell, error);
  const redraw = (): void => face.tui.requestRender();
  const cwd = (): string => desk.place().cwd;
  let hint: string | undefined;
  const brings = keys.label("tui.input.tab");
  const waits = `a call waits for your answer${brings === "" ? "" : `: ${brings} brings it`}`;

  // Before the screen begins: a full one of iTerm2 hides from others that it could.
  const images = options.plain ? undefined : imageProtocol(env);
  const talk = talkOf(desk, tell);
  const view = sessionView({
    desk,
    face: () => face,
    maxPast: maxPast[options.face],
    images: options.face === "inline" ? images : undefined,
    keepsPrinted: options.face === "inline",
    changed: (board) => questions.changed(board),
    tell,
    failed,
  });
  const shell = shellOf({ cwd, env, print: (block) => face.print([block]), changed: redraw, redact: options.redact });
  const regions = liveRegions({
    desk,
    drawing: look.drawing,
    board: view.board,
    live: (drawing) => [...view.live(drawing, questions.shown()), ...shell.live(drawing)],
    hint: () => hint ?? (questions.waiting() ? waits : undefined),
    input: region(look.drawing, ({ columns }) => slot.component.render(columns)),
  });
  const face = await faceOf(options, { terminal, drawing: look.drawing, layout: options.layout, regions });
  const input = composer(face.tui, {
    ...options,
    cwd,
    env,
    paint: () => look.theme().paint,
    plain: () => options.plain,
    keys,
    commands: () => said.hints(),
    onSaid: (message, { steer }) => void said.say(message, steer).catch(failed),
    onShell: (command) => void shell.run(command).catch(failed),
    tell,
  });
  const slot = slotOf(face.tui, input.component);
  const { screen, viewing } = makeScreen({ desk, face, slot, look, talk, input, view, images, leave });
  const said = saying(screen, talk, shell);
  const typing = (): boolean => input.text() !== "";
  const working = (): boolean => {
    const board = view.board();
    return board !== undefined && isAtWork(board.status);
  };
  const questions = asks({
    tui: face.tui,
    slot,
    drawing: look.drawing,
    now,
    typing: () => ({ at: keyboard.lastKeyAt(), text: typing() }),
    answer: talk.answer,
    explain: async ({ name, subject }) => tell("note", await desk.report(["policy", "explain", `${name} ${subject}`])),
  });
  const act: (action: AppAction) => boolean | void = appActions({
    desk,
    keys,
    screen,
    face,
    talk,
    input,
    shell,
    questions,
    working,
    hint: (text) => {
      hint = text;
      redraw();
    },
  });
  const taken = (): boolean => slot.taken() || viewing();
  keyboard.hear(appKeys({ keys, now, taken, busy: input.busy, typing, working, act }));
  return { face, slot, view, shell, screen, talk, act, say: said.say, working };
};

const faceOf = async ({ face, keepsTranscript }: PutParts, parts: FaceParts): Promise<Face> =>
  face === "fixed"
    ? (await import("./fixed/fixed-face.ts")).fixedFace(keepsTranscript)(parts)
    : (await import("./inline/inline-face.ts")).inlineFace(parts);
