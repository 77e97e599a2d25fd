/** A model that says what a script tells it to, so that the whole program runs without one. */
import { setTimeout as wait } from "node:timers/promises";
import { ProviderError } from "../contract/error.ts";
import type { ModelRequest, Part, Provider } from "../contract/provider.ts";
import type { Usage } from "../contract/terms.ts";
import { remembered } from "./remembered.ts";
import type { Script, Turn } from "./script.ts";

/** `name` is the script's file; `delayMs` is waited before each piece of the turns that do not say it themselves. */
export interface ScriptedOptions {
  readonly script: Script;
  readonly name: string;
  readonly delayMs?: number | undefined;
}

/**
 * A provider `scripted/<name>`. The request's step chooses the turn, not how often it was asked: a resumed or repeated
 * step gets the same turn. What is asked on the side has turns of its own. Nothing is sent anywhere.
 */
export const scripted = ({ script, name, delayMs = 0 }: ScriptedOptions): Provider => ({
  model: `scripted/${name}`,
  capabilities: { images: true, reasoning: true },
  stream: async function* (request, { signal }) {
    const turn = turnFor(request, script) ?? pastTheEnd(script, name);
    const batches = request.sampling.stream ? pieces(turn, request) : [pieces(turn, request).flat()];
    for (const batch of batches) {
      await pause(turn.delayMs ?? delayMs, signal);
      yield batch;
    }
    if (turn.fail) throw new ProviderError(turn.fail.category, turn.fail.message, turn.fail);
    yield [
      {
        type: "finish",
        stop: turn.stop ?? (turn.calls?.length ? "calls" : "end"),
        usage: turn.usage ?? estimate(turn, request),
        model: script.model ?? name,
      },
    ];
  },
});

const turnFor = ({ step, purpose = "answer" }: ModelRequest, { turns, asides = {} }: Script): Turn | undefined =>
  purpose === "answer" ? turns[step - 1] : (asides[purpose] ?? { text: "The script has nothing to say to this." });

const pastTheEnd = ({ turns }: Script, name: string): Turn => ({
  text: `The script ${name} has no more turns: it has ${turns.length}.`,
});

/** One batch a piece. */
const pieces = (turn: Turn, { step }: ModelRequest): readonly (readonly Part[])[] => {
  const cut = (text: string | undefined): readonly string[] => pieceTexts(text ?? "", turn.chunk);
  const parts: Part[] = [
    ...cut(turn.reasoning).map((text): Part => ({ type: "reasoning", id: "reasoning", text })),
    ...cut(turn.text).map((text): Part => ({ type: "text", id: "text", text })),
  ];
  for (const [index, { name, input, id }] of (turn.calls ?? []).entries()) {
    const part = `call:${index}`;
    parts.push({ type: "call", id: part, call: id ?? `call_${step}_${index}`, name });
    for (const json of cut(JSON.stringify(input ?? {}))) parts.push({ type: "input", id: part, json });
  }
  return parts.map((part) => [part]);
};

const pieceTexts = (text: string, size: number | undefined): readonly string[] => {
  if (text === "") return [];
  if (size === undefined) return [text];
  // By characters, not by halves of them.
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(""),
  );
};

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    if (ms > 0) await wait(ms, undefined, { signal });
    else signal.throwIfAborted();
  } catch (error) {
    throw new ProviderError("interrupted", "the model call was cut off", { cause: error });
  }
};

const charactersPerToken = 4;

const estimate = (turn: Turn, request: ModelRequest): Usage => ({
  input: tokens(length(request.system) + length(request.tools) + sum(request.messages.map(length))),
  output: tokens((turn.reasoning ?? "").length + (turn.text ?? "").length + (turn.calls ? length(turn.calls) : 0)),
  cacheRead: 0,
  cacheWrite: 0,
});

const tokens = (characters: number): number => Math.ceil(characters / charactersPerToken);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Measured once for each message, or a long session would be written out anew at every step. */
const length = remembered((said: object): number => JSON.stringify(said).length);
