/** Agents that fill their window with tool outputs, step by step, as a test wants it. */
import { ProviderError } from "../../src/contract/error.ts";
import type { EventData, EventType } from "../../src/contract/event.ts";
import type { ModelRequest, Part } from "../../src/contract/provider.ts";
import type { RunSettings } from "../../src/contract/terms.ts";
import { textOutcome } from "../../src/contract/tool.ts";
import { settings } from "./run-settings.ts";
import { type Summariser, summarisers, tokensOf, watched } from "./summariser.ts";
import { doing } from "./tools.ts";
import { eventsOf, type Work, workshop } from "./workshop.ts";

export const read = doing("read", (chars) => textOutcome("x".repeat(Number(chars))), { effects: ["read"] });
const skill = doing("skill", (chars) => textOutcome("rule ".repeat(Number(chars) / 5)), { effects: [] });
const act = doing("act", (chars) => textOutcome("y".repeat(Number(chars))), { effects: ["read", "write"] });

/** A step that calls a tool for so many characters; the last one says that it is done. */
export type Steps = readonly (readonly [tool: string, chars: number])[];

/** No call: the end of a run. */
export const stop = ["", 0] as const;

export const answering =
  (steps: Steps) =>
  ({ step }: ModelRequest): Part[] => {
    const [name, chars] = steps[step - 1] ?? stop;
    if (name === "") return [{ type: "text", id: "t", text: "Done." }];
    return [
      { type: "call", id: "c", call: `call_${step}`, name },
      { type: "input", id: "c", json: JSON.stringify({ text: String(chars) }) },
    ];
  };

interface Setup {
  readonly steps: Steps;
  readonly summariser?: Summariser;
  readonly changed?: Partial<RunSettings>;
  /** Tokens that the model takes at most. */
  readonly takes?: number;
}

export const setup = async ({ steps, summariser = summarisers["good"]!, changed, takes = Infinity }: Setup) => {
  const answer = (request: ModelRequest): readonly Part[] => {
    if (tokensOf(request) > takes) throw new ProviderError("context_overflow", "prompt is too long");
    return answering(steps)(request);
  };
  const model = watched(answer, summariser);
  const guards = { continuations: 2, nudgeAfter: 0, stopAfter: 2 };
  const work = await workshop({
    provider: model.provider,
    tools: [read, skill, act],
    mode: "bypass",
    settings: settings({ trim: true, compaction: "auto", guards, ...changed }),
  });
  return { ...model, work };
};

export const dataOf = async <T extends EventType>(work: Work, type: T): Promise<EventData<T>[]> =>
  (await eventsOf(work)).filter((event) => event.type === type).map(({ data }) => data as EventData<T>);

export const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
export const end = async (work: Work) => (await dataOf(work, "run.ended")).at(-1);
