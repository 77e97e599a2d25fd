/** Probes a model with a few small requests: does it answer, stream, call tools, and see all that it is sent? */
import { isLoopback } from "../assembly/choose-model.ts";
import { ProviderError, sentenceOf } from "../contract/error.ts";
import type { Finding } from "../contract/options.ts";
import type { Provider } from "../contract/provider.ts";
import type { KnownModel } from "../assembly/run-settings.ts";
import { ask } from "./ask.ts";
import type { ServerWindow } from "./server-window.ts";

/**
 * Findings in order, each as soon as it is there. What a model does not answer at all is asked no more. `askServer` tells the
 * window that its server gives it; only after a request, as some servers load a model with the first.
 */
export async function* modelFindings(
  provider: Provider,
  known: KnownModel,
  askServer: () => Promise<ServerWindow | undefined>,
): AsyncGenerator<Finding> {
  const answers = await answersFinding(provider);
  yield* answers;
  if (answers.some(({ state }) => state === "fail")) return;
  yield await orFailure("tools", () => toolsFinding(provider));
  const server = await askServer();
  yield windowFinding(known, server);
  // Servers elsewhere refuse what is too long; those on this machine often cut it off in silence.
  if (known.baseUrl !== undefined && isLoopback(known.baseUrl))
    yield await orFailure("truncation", () => truncationFinding(provider, server?.tokens ?? known.window));
}

const orFailure = async (name: string, probe: () => Promise<Finding>): Promise<Finding> => {
  try {
    return await probe();
  } catch (error) {
    const category = error instanceof ProviderError ? ` (${error.category})` : "";
    return { name, state: "fail", text: sentenceOf(error) + category };
  }
};

const longAnswer = "Count from one to twenty in words, separated by commas. Say nothing else.";

const answersFinding = async (provider: Provider): Promise<Finding[]> => {
  const more: Finding[] = [];
  const answers = await orFailure("answers", async () => {
    const { text, pieces, usage, durationMs } = await ask(provider, longAnswer);
    more.push(
      pieces > 1
        ? { name: "streams", state: "ok", text: `${pieces} pieces` }
        : { name: "streams", state: "warn", text: "the reply came as one piece; set stream to false (--no-stream)" },
    );
    if (usage === undefined)
      more.push({ name: "usage", state: "warn", text: "not reported: budgets and costs cannot be kept" });
    if (text.trim() === "") return { name: "answers", state: "warn", text: "with nothing" };
    return { name: "answers", state: "ok", text: `in ${Math.round(durationMs)} ms` };
  });
  return [answers, ...(answers.state === "fail" ? [] : more)];
};

const report = {
  name: "report",
  description: "Reports a number to the user.",
  input: { type: "object", properties: { number: { type: "integer" } }, required: ["number"] },
};

const toolsFinding = async (provider: Provider): Promise<Finding> => {
  const { call, text } = await ask(provider, "Call the tool report with the number 7. Do not answer in words.", [
    report,
  ]);
  if (call === "made") return { name: "tools", state: "ok", text: "called as they should be" };
  const printed = call === "printed" || /"?report"?\W/u.test(text);
  const why = printed
    ? "the call was printed as text; Kelson reads such calls where it can, a server set up for tools is better (llama.cpp: --jinja, vLLM: --enable-auto-tool-choice)"
    : "not called: the model may be unable to; choose one that is made for tools";
  return { name: "tools", state: call === "printed" ? "warn" : "fail", text: why };
};

const windowFinding = ({ window }: KnownModel, server: ServerWindow | undefined): Finding => {
  const setIt = "set contextWindow (--context-window) to";
  if (server === undefined)
    return window === undefined
      ? {
          name: "window",
          state: "warn",
          text: `unknown, so nothing is compacted by itself; ${setIt} what the server was given`,
        }
      : { name: "window", state: "ok", text: `${window} tokens` };
  const real = `${server.tokens} tokens, says ${server.server}`;
  if (window === undefined) return { name: "window", state: "warn", text: `${real}; runs do not know it: ${setIt} it` };
  if (window <= server.tokens) return { name: "window", state: "ok", text: `${window} tokens (${real})` };
  return { name: "window", state: "fail", text: `${real}, but runs count on ${window}: ${setIt} what it has` };
};

const secret = "heron-4471";
/** Words that every tokenizer has as one token; with so many of them a window of 4,096 overflows and one of 8,192 does not. */
const fillers = ["stone", "river", "cloud", "house", "paper", "green", "table", "water"];
const fillerWords = 6_000;
const leastTokens = 5_500;
const leastWindow = 8_000;

/** A code word at the very beginning: who cuts, cuts there. */
const truncationFinding = async (provider: Provider, window: number | undefined): Promise<Finding> => {
  if (window !== undefined && window < leastWindow)
    return { name: "truncation", state: "note", text: "not probed: the window is too small" };
  const filler = Array.from({ length: fillerWords }, (_, index) => fillers[index % fillers.length]).join(" ");
  const { text, usage } = await ask(
    provider,
    `The code word is ${secret}.\n\n${filler}\n\nWhat is the code word that was named at the beginning? Answer with it alone.`,
  );
  if (text.includes(secret)) return { name: "truncation", state: "ok", text: "none: a long message was seen whole" };
  if (usage !== undefined && usage.input >= leastTokens)
    return {
      name: "truncation",
      state: "note",
      text: "the message was read whole, but the model did not find its beginning",
    };
  const read = usage === undefined ? "" : ` (${usage.input} tokens were read)`;
  return {
    name: "truncation",
    state: "fail",
    text: `the beginning of a long message was cut off${read}; give the server a longer context (OLLAMA_CONTEXT_LENGTH, llama.cpp -c) and set contextWindow to it`,
  };
};
