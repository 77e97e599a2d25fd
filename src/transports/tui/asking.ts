/** Puts what a call asks before the person, and makes the keys an answer. */
import { type Component, decodeKittyPrintable, Editor, matchesKey, type TUI } from "@earendil-works/pi-tui";
import type { Command } from "../../contract/command.ts";
import type { CallItem } from "../../folds/transcript-item.ts";
import { type AskKey, askKeys, drawAsk } from "./draw/ask.ts";
import { drawNote } from "./draw/note.ts";
import type { Drawing, Lines } from "./drawing.ts";
import { listTheme } from "./input/list-theme.ts";

export type Answer = Omit<Extract<Command, { type: "answer" }>, "id">;

/** How the person goes on: with an answer, or with the input (`later`), the question staying open. */
export type Reaction = Answer | "later" | "explain";

export interface Asking {
  readonly tui: TUI;
  readonly call: CallItem;
  readonly drawing: () => Drawing;
  readonly done: (reaction: Reaction) => void;
}

/** An approval by a single key; a question by its option's number or by words. */
export const asking = (given: Asking): Component =>
  given.call.ask?.kind === "question" ? question(given) : approval(given);

const approval = ({ tui, call, drawing, done }: Asking): Component => {
  const answer = { type: "answer", call: call.call } as const;
  const edited = editable(call.input);
  let typed: Typed | undefined;
  const type = (prompt: string, text: string, entered: (text: string) => void): void => {
    typed = typedText(tui, drawing, { prompt, text, entered, left: () => (typed = undefined) });
    // The key counted only some time after it was pressed, and the frame that followed it is past.
    tui.requestRender();
  };
  const does: Readonly<Partial<Record<AskKey["does"], () => void>>> = {
    yes: () => done({ ...answer, decision: "yes", scope: "once" }),
    no: () =>
      type("Why not? Enter alone gives no reason, Escape goes back.", "", (reason) =>
        done({ ...answer, decision: "no", ...(reason.trim() !== "" && { text: reason.trim() }) }),
      ),
    ...(call.ask?.grant !== undefined && {
      session: () => done({ ...answer, decision: "yes", scope: "session" }),
      always: () => done({ ...answer, decision: "yes", scope: "always" }),
    }),
    ...(edited !== undefined && {
      edit: () =>
        type("Run this instead; Escape goes back.", edited.text, (text) =>
          done({ ...answer, decision: "yes", scope: "once", input: edited.input(text) }),
        ),
    }),
    explain: () => done("explain"),
  };
  const keys = askKeys.filter((key) => does[key.does] !== undefined);
  const alone = pressedAlone();
  const press = (data: string): void => {
    if (matchesKey(data, "escape")) return done("later");
    const pressed = (decodeKittyPrintable(data) ?? data).toLowerCase();
    const key = keys.find((one) => one.key === pressed);
    alone(() => (key === undefined ? undefined : does[key.does]?.()));
  };
  return {
    render: (columns) => [...drawAsk(call, { ...drawing(), columns }, keys), ...(typed?.render(columns) ?? [])],
    handleInput: (data) => (typed === undefined ? press(data) : typed.handleInput(data)),
    invalidate: () => {},
  };
};

/** A key answers when no other one follows at once: who types a message did not mean to. */
const pressedAlone = (): ((act: () => void) => void) => {
  let pending: NodeJS.Timeout | undefined;
  let lastAt = -Infinity;
  return (act) => {
    const follows = performance.now() - lastAt < aloneMs;
    lastAt = performance.now();
    clearTimeout(pending);
    if (!follows) pending = setTimeout(act, aloneMs);
  };
};

const aloneMs = 150;

const question = ({ tui, call, drawing, done }: Asking): Component => {
  const options = call.ask?.options ?? [];
  const typed = typedText(tui, drawing, {
    prompt: "",
    text: "",
    entered: (text) =>
      done({ type: "answer", call: call.call, decision: "yes", text: options[Number(text) - 1] ?? text.trim() }),
    left: () => done("later"),
  });
  return {
    render: (columns) => [...drawAsk(call, { ...drawing(), columns }), ...typed.render(columns)],
    handleInput: typed.handleInput,
    invalidate: () => {},
  };
};

interface Typed {
  readonly render: (columns: number) => Lines;
  readonly handleInput: (data: string) => void;
}

interface Typing {
  readonly prompt: string;
  readonly text: string;
  readonly entered: (text: string) => void;
  readonly left: () => void;
}

const typedText = (tui: TUI, drawing: () => Drawing, { prompt, text, entered, left }: Typing): Typed => {
  const paint = () => drawing().paint;
  const editor = new Editor(tui, { borderColor: (line) => paint()("border", line), selectList: listTheme(paint) });
  editor.focused = true;
  editor.setText(text);
  editor.onSubmit = entered;
  return {
    render: (columns) => [
      ...(prompt === "" ? [] : drawNote("note", prompt, { ...drawing(), columns })),
      ...editor.render(columns),
    ],
    handleInput: (data) => (matchesKey(data, "escape") ? left() : editor.handleInput(data)),
  };
};

/** What of a call's input can be edited as text: its command; of other tools the person says no and why. */
const editable = (input: unknown): { readonly text: string; readonly input: (text: string) => unknown } | undefined => {
  if (typeof input !== "object" || input === null || !("command" in input)) return undefined;
  const { command } = input;
  return typeof command === "string" ? { text: command, input: (text) => ({ ...input, command: text }) } : undefined;
};
