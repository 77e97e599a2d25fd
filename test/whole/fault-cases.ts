/** What goes wrong at a model server, and what has to come of it. */
import type { ModelFailure } from "../../src/contract/error.ts";
import type { Fault, Reply } from "../../src/testing/model-server/reply.ts";
import type { Way } from "./dialects.ts";

/** What a run with a fault comes to. `lines` are those that its calls wrote, each call one. */
export interface Expected {
  /** The category of each try that failed, in order. */
  readonly failed: readonly ModelFailure[];
  readonly code: number;
  readonly state: "completed" | "error";
  readonly why: string;
  readonly lines: readonly string[];
}

/** `answer` is what is laid over the right answer to a try of the step that goes wrong; the tries count from 1. */
export interface FaultCase {
  readonly name: string;
  readonly answer: (tries: number) => Reply | undefined;
  readonly env?: Readonly<Record<string, string>>;
  readonly expected: (way: Way) => Partial<Expected>;
}

type Answer = FaultCase["answer"];

const first =
  (...replies: readonly Reply[]): Answer =>
  (tries) =>
    replies[tries - 1];
const faults = (...list: readonly Fault[]): Answer => first(...list.map((fault) => ({ fault })));
const always =
  (fault: Fault): Answer =>
  () => ({ fault });
const status = (code: number, more: Partial<Extract<Fault, { kind: "status" }>> = {}): Fault => ({
  kind: "status",
  status: code,
  ...more,
});

const gaveUp = (category: ModelFailure, tries: number): Partial<Expected> => ({
  failed: Array.from({ length: tries }, () => category),
  code: 1,
  state: "error",
  why: `model ${category}`,
  lines: ["1"],
});

/** Whoever reads a call before passing it on fails; the others pass it on, and the model is told. */
const readsCalls = ({ dialect }: Way): boolean => dialect === "gemini" || dialect === "ollama";

export const faultCases: readonly FaultCase[] = [
  {
    name: "429 with retry-after",
    answer: faults(status(429, { type: "rate_limit_error", headers: { "retry-after": "1" } })),
    expected: () => ({ failed: ["rate_limit"] }),
  },
  {
    name: "429 without retry-after",
    answer: faults(status(429, { type: "rate_limit_error" })),
    expected: () => ({ failed: ["rate_limit"] }),
  },
  {
    name: "5xx",
    answer: faults(status(500), status(503), status(529)),
    expected: () => ({ failed: ["server", "overloaded", "overloaded"] }),
  },
  {
    name: "a stall, before the head and in the body",
    answer: faults({ kind: "stall" }, { kind: "stall", afterBytes: 40 }),
    // Long enough for a busy machine to answer in the other steps.
    env: { KELSON_IDLE_TIMEOUT: "2" },
    expected: () => ({ failed: ["timeout", "timeout"] }),
  },
  {
    name: "a body that is cut at byte 0, 60 and 500",
    answer: faults(...[0, 60, 500].map((afterBytes) => ({ kind: "cut", afterBytes }) as const)),
    expected: () => ({ failed: ["network", "network", "network"] }),
  },
  {
    name: "a body that is cut among its calls",
    answer: first({
      calls: Array.from({ length: 20 }, (_, index) => noting(`2 cut ${index}`)),
      fault: { kind: "cut", afterBytes: 1500 },
    }),
    expected: () => ({ failed: ["network"] }),
  },
  {
    name: "an error in the middle of the stream",
    answer: faults({ kind: "error", afterFrames: 3, type: "overloaded_error", message: "busy" }),
    expected: () => ({ failed: ["overloaded"] }),
  },
  {
    name: "text that is not JSON",
    answer: faults({ kind: "garbage", afterFrames: 1 }),
    expected: () => ({ failed: ["malformed"] }),
  },
  {
    name: "a call whose input is not JSON",
    answer: first({ calls: [{ name: "bash", json: '{"command": "echo 2 >> count.txt' }] }),
    expected: (way) => (readsCalls(way) ? { failed: ["malformed"] } : { lines: ["1", "3"] }),
  },
  {
    name: "an empty answer",
    answer: first({ reasoning: "", text: "", calls: [] }),
    expected: () => ({ failed: ["malformed"] }),
  },
  {
    name: "calls with the same id",
    answer: first({ calls: ["2", "2 again"].map((line) => ({ ...noting(line), id: "call_1_0" })) }),
    expected: () => ({ lines: ["1", "2", "2 again", "3"] }),
  },
  {
    name: "calls without ids",
    answer: first({ calls: ["2", "2 again"].map((line) => ({ ...noting(line), id: "" })) }),
    expected: () => ({ lines: ["1", "2", "2 again", "3"] }),
  },
  { name: "events that nobody knows", answer: faults({ kind: "unknown-events" }), expected: () => ({}) },
  {
    name: "401",
    answer: faults(status(401, { type: "authentication_error" })),
    expected: () => gaveUp("authentication", 1),
  },
  {
    name: "no credit",
    answer: faults(status(429, { type: "insufficient_quota" })),
    expected: () => gaveUp("budget", 1),
  },
  {
    name: "5xx without end",
    answer: always(status(500)),
    expected: () => gaveUp("server", 4),
  },
  {
    name: "429 without end",
    answer: always(status(429, { type: "rate_limit_error" })),
    expected: () => gaveUp("rate_limit", 6),
  },
];

/** A call with an effect that can be counted outside. */
export function noting(line: string): { name: string; input: { command: string } } {
  return { name: "bash", input: { command: `echo ${line} >> count.txt` } };
}
