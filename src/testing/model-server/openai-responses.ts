/** OpenAI's Responses API, as a server writes it. https://platform.openai.com/docs/api-reference/responses-streaming */
import type { RequestBody, ServerDialect } from "./dialect.ts";
import type { FullReply } from "./reply.ts";

export const openaiResponsesServer: ServerDialect = {
  base: "/v1",
  path: "/responses",
  read: (path, body) => (path === "/v1/responses" ? { ...body, messages: turns(body) } : undefined),
  frames: (reply) => {
    const items = itemsOf(reply);
    return numbered([
      { type: "response.created", response: envelope(reply, "in_progress") },
      { type: "response.in_progress", response: envelope(reply, "in_progress") },
      ...items.flatMap((item, index) => itemEvents(item, index)),
      { type: `response.${statusOf(reply)}`, response: final(reply, items) },
    ]);
  },
  whole: (reply) => final(reply, itemsOf(reply)),
  error: (type, message) => ({ error: { message, type, param: null, code: type } }),
  errorFrame: (type, message) => frame({ type: "error", code: type, message, param: null }),
  unknownFrames: () => [
    frame({ type: "response.weather_report", sky: "clear" }),
    frame({ type: "response.output_item.scent", output_index: 99, scent: "rain" }),
  ],
};

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

const frame = (event: Event): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

const numbered = (events: readonly Event[]): readonly string[] =>
  events.map((event, sequence_number) => frame({ ...event, sequence_number }));

/** What the model said between two of the others is one turn. */
const turns = ({ input }: RequestBody): RequestBody["messages"] =>
  (Array.isArray(input) ? (input as { type: string; role?: string }[]) : [])
    .map(({ type, role }) => ({ role: type === "function_call_output" || role === "user" ? "user" : "assistant" }))
    .filter(({ role }, index, all) => role !== all[index - 1]?.role);

const statusOf = ({ stop }: FullReply): string => (stop === "max_tokens" ? "incomplete" : "completed");

const envelope = ({ turn, model }: FullReply, status: string) => ({
  id: `resp_${turn}`,
  object: "response",
  created_at: 1_700_000_000,
  status,
  error: null,
  incomplete_details: null,
  model,
  output: [] as readonly object[],
  store: false,
  usage: null,
});

const final = (reply: FullReply, items: readonly Item[]): object => ({
  ...envelope(reply, statusOf(reply)),
  ...(reply.stop === "max_tokens" ? { incomplete_details: { reason: "max_output_tokens" } } : {}),
  output: items.map(({ whole }) => whole),
  usage: {
    input_tokens: reply.usage.input,
    input_tokens_details: { cached_tokens: reply.usage.cacheRead },
    output_tokens: reply.usage.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: reply.usage.input + reply.usage.output,
  },
});

/** An output item: what it is when it begins, what is said of it meanwhile, and what it is at last. */
interface Item {
  readonly begun: object;
  readonly events: readonly Event[];
  readonly whole: object;
}

const itemEvents = ({ begun, events, whole }: Item, output_index: number): readonly Event[] => [
  { type: "response.output_item.added", output_index, item: begun },
  ...events.map((event) => ({ ...event, output_index })),
  { type: "response.output_item.done", output_index, item: whole },
];

const itemsOf = (reply: FullReply): readonly Item[] => [
  ...(reply.reasoning.length > 0 ? [reasoning(reply)] : []),
  ...(reply.text.length > 0 || reply.stop === "refusal" ? [message(reply)] : []),
  ...reply.calls.map((call, index) => functionCall(call, `fc_${reply.turn}_${index}`)),
];

const reasoning = ({ reasoning, turn }: FullReply): Item => {
  const item = { id: `rs_${turn}`, type: "reasoning" };
  const place = { item_id: item.id, summary_index: 0 };
  const part = { type: "summary_text", text: reasoning.join("") };
  return {
    begun: { ...item, summary: [] },
    events: [
      { type: "response.reasoning_summary_part.added", ...place, part: { ...part, text: "" } },
      ...reasoning.map((delta) => ({ type: "response.reasoning_summary_text.delta", ...place, delta })),
      { type: "response.reasoning_summary_text.done", ...place, text: part.text },
    ],
    whole: { ...item, summary: [part], encrypted_content: `sealed-thinking-of-turn-${turn}` },
  };
};

const message = ({ text, turn, stop }: FullReply): Item => {
  const item = { id: `msg_${turn}`, type: "message", role: "assistant" };
  const place = { item_id: item.id, content_index: 0 };
  const part =
    stop === "refusal"
      ? { type: "refusal", refusal: text.join("") || "No." }
      : { type: "output_text", text: text.join("") };
  return {
    begun: { ...item, status: "in_progress", content: [] },
    events: [
      { type: "response.content_part.added", ...place, part: { type: part.type } },
      ...text.map((delta) => ({ type: `response.${part.type}.delta`, ...place, delta })),
    ],
    whole: { ...item, status: "completed", content: [part] },
  };
};

const functionCall = ({ id, name, json }: FullReply["calls"][number], item_id: string): Item => {
  const item = { id: item_id, type: "function_call", ...(id === "" ? {} : { call_id: id }), name };
  return {
    begun: { ...item, arguments: "", status: "in_progress" },
    events: json.map((delta) => ({ type: "response.function_call_arguments.delta", item_id, delta })),
    whole: { ...item, arguments: json.join(""), status: "completed" },
  };
};
