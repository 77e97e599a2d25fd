/** Puts what a call asks before the person, and makes the keys an answer. */
import { type Component, Input } from "@earendil-works/pi-tui";
import type { Command } from "../../contract/command.ts";
import type { CallItem } from "../../folds/transcript-item.ts";
import { drawAsk } from "./draw/ask.ts";
import type { Drawing, Lines } from "./drawing.ts";

export type Answer = Omit<Extract<Command, { type: "answer" }>, "id">;

/** How the person goes on: with an answer, or with the input (`later`), the question staying open. */
export type Reaction = Answer | "later" | "explain";

export interface Asking {
  readonly call: CallItem;
  readonly drawing: () => Drawing;
  readonly done: (reaction: Reaction) => void;
}

/** An approval by a single key; a question by its option's number or by words. */
export const asking = (given: Asking): Component =>
  given.call.ask?.kind === "question" ? question(given) : approval(given);

const approval = ({ call, drawing, done }: Asking): Component => {
  const answer = { type: "answer", call: call.call } as const;
  let typed: Typed | undefined;
  const say: Readonly<Record<string, () => void>> = {
    y: () => done({ ...answer, decision: "yes", scope: "once" }),
    s: () => done({ ...answer, decision: "yes", scope: "session" }),
    a: () => done({ ...answer, decision: "yes", scope: "always" }),
    n: () => {
      typed = typedLine("Why not? (Enter alone gives no reason)", "", drawing, {
        done: (text) => done({ ...answer, decision: "no", ...(text.trim() !== "" && { text: text.trim() }) }),
        back,
      });
    },
    e: () => {
      const edited = editable(call.input);
      if (edited === undefined) return;
      typed = typedLine("Run this instead:", edited.text, drawing, {
        done: (text) => done({ ...answer, decision: "yes", scope: "once", input: edited.input(text) }),
        back,
      });
    },
    "?": () => done("explain"),
    "\u001b": () => done("later"),
  };
  const back = (): void => void (typed = undefined);
  return {
    render: (columns) => [...drawAsk(call, { ...drawing(), columns }), ...(typed?.render(columns) ?? [])],
    handleInput: (data) => (typed === undefined ? say[data.toLowerCase()]?.() : typed.handleInput(data)),
    invalidate: () => {},
  };
};

const question = ({ call, drawing, done }: Asking): Component => {
  const options = call.ask?.options ?? [];
  const line = typedLine("", "", drawing, {
    done: (text) =>
      done({ type: "answer", call: call.call, decision: "yes", text: options[Number(text) - 1] ?? text.trim() }),
    back: () => done("later"),
  });
  return {
    render: (columns) => [...drawAsk(call, { ...drawing(), columns }), ...line.render(columns)],
    handleInput: line.handleInput,
    invalidate: () => {},
  };
};

interface Typed {
  readonly render: (columns: number) => Lines;
  readonly handleInput: (data: string) => void;
}

const typedLine = (
  prompt: string,
  text: string,
  drawing: () => Drawing,
  { done, back }: { readonly done: (text: string) => void; readonly back: () => void },
): Typed => {
  const input = new Input();
  input.focused = true;
  input.setValue(text);
  input.onSubmit = done;
  input.onEscape = back;
  return {
    render: (columns) => [
      ...(prompt === "" ? [] : [drawing().paint("warning", prompt.slice(0, columns))]),
      ...input.render(columns),
    ],
    handleInput: (data) => input.handleInput(data),
  };
};

/** What of a call's input is edited as one line: its command; of other tools the person says no and why. */
const editable = (input: unknown): { readonly text: string; readonly input: (text: string) => unknown } | undefined => {
  if (typeof input !== "object" || input === null || !("command" in input)) return undefined;
  const { command } = input;
  if (typeof command !== "string") return undefined;
  return { text: command, input: (text) => ({ ...input, command: text }) };
};
