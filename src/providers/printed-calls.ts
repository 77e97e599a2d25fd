/** Recovers tool calls that a local model prints into its text instead of making them. */

/** A call that was printed: `json` is its input. */
export interface PrintedCall {
  readonly name: string;
  readonly json: string;
}

/** What a reply says before its calls, and the calls. */
export interface Recovered {
  readonly before: string;
  readonly calls: readonly PrintedCall[];
}

/**
 * How models print calls. `begins` is how such a print starts; `alone` says that only a whole reply counts, because other
 * texts hold the same. `read` gives what stands from there to the end as values that ought to be calls, undefined when
 * something else is there, too.
 */
interface Print {
  readonly begins: readonly string[];
  readonly alone: boolean;
  readonly read: (text: string) => readonly unknown[] | undefined;
}

const prints: readonly Print[] = [
  // Hermes, Qwen: <tool_call>{"name": …, "arguments": {…}}</tool_call>, one after the other; the last may be left open.
  {
    begins: ["<tool_call>"],
    alone: false,
    read: (text) => tagged(text, /<tool_call>\s*([^]*?)\s*(?:<\/tool_call>|$)/gy),
  },
  // Llama: <function=name>{…}</function>
  { begins: ["<function="], alone: false, read: (text) => named(text) },
  // Mistral: [TOOL_CALLS][{"name": …, "arguments": {…}}], newer ones [TOOL_CALLS]name[ARGS]{…}
  { begins: ["[TOOL_CALLS]"], alone: false, read: (text) => mistral(text) },
  {
    begins: ["```"],
    alone: true,
    read: (text) => tagged(text, /```(?:json|tool_call|tool_code)?\s*([[{][^]*?)\s*```/gy),
  },
  // Llama 3: {"name": …, "parameters": {…}}
  { begins: ["{", "[{"], alone: true, read: (text) => values(text) },
];

/** Undefined when the text does not end in calls, all of them of tools that were offered. `whole`: nothing was said before it. */
export const printedCalls = (text: string, offered: ReadonlySet<string>, whole: boolean): Recovered | undefined => {
  for (const { begins, alone, read } of prints)
    for (const begin of begins) {
      const at = alone ? text.length - text.trimStart().length : text.indexOf(begin);
      if (at < 0 || (alone && !whole) || !text.startsWith(begin, at)) continue;
      const calls = read(text.slice(at).trimEnd())?.map(callOf);
      if (calls === undefined || calls.length === 0) continue;
      const known = calls.filter((call) => call !== undefined && offered.has(call.name)) as readonly PrintedCall[];
      if (known.length === calls.length) return { before: text.slice(0, at).trimEnd(), calls: known };
    }
  return undefined;
};

/** How a call that stands alone begins; what is longer than this beginning and other than it is shown. */
const aloneBegins = /^(?:```\w*\s*)?\[?\s*\{\s*"(?:name|type|function|id|arguments|parameters)"/;
const aloneChars = 48;

/**
 * From where on a text that is still growing may be a print, so that it is not shown yet; its length when nowhere.
 * `whole`: nothing was said before it.
 */
export const mayBePrinted = (text: string, whole: boolean): number => {
  const start = text.length - text.trimStart().length;
  let from = text.length;
  for (const { begins, alone } of prints)
    for (const begin of begins) {
      if (!alone) {
        const at = text.indexOf(begin);
        from = Math.min(from, at >= 0 ? at : text.length - beginning(text, begin));
      } else if (whole && mayStandAlone(text.slice(start), begin)) from = Math.min(from, start);
    }
  return from;
};

const mayStandAlone = (text: string, begin: string): boolean =>
  text.startsWith(begin) ? text.length < aloneChars || aloneBegins.test(text) : begin.startsWith(text);

/** How many characters at the end of a text may be the beginning of a mark. */
const beginning = (text: string, mark: string): number => {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--)
    if (text.endsWith(mark.slice(0, length))) return length;
  return 0;
};

/** All of a text must be matches, side by side; each holds one value or a list of them. */
const tagged = (text: string, pattern: RegExp): readonly unknown[] | undefined => {
  const found: unknown[] = [];
  let at = 0;
  while (at < text.length) {
    pattern.lastIndex = at;
    const held = values(pattern.exec(text)?.[1] ?? "");
    if (held === undefined) return undefined;
    found.push(...held);
    at = pattern.lastIndex;
    while (/\s/.test(text[at] ?? "")) at++;
  }
  return found;
};

const named = (text: string): readonly unknown[] | undefined => {
  const found = [...text.matchAll(/<function=([\w.:-]+)>\s*([^]*?)\s*(?:<\/function>|$)\s*/g)];
  if (found.map(([whole]) => whole).join("") !== text) return undefined;
  return found.map(([, name, json = ""]) => ({ name, arguments: json === "" ? {} : parsed(json) }));
};

const mistral = (text: string): readonly unknown[] | undefined => {
  const rest = text.slice("[TOOL_CALLS]".length).trim();
  if (/^[[{]/.test(rest)) return values(rest);
  const found = rest
    .split("[TOOL_CALLS]")
    .map((call) => /^\s*([\w.:-]+)\s*(?:\[CALL_ID\][\w-]*)?(?:\[ARGS\])?\s*(\{[^]*\})\s*$/.exec(call));
  return found.map((match) => (match === null ? undefined : { name: match[1], arguments: parsed(match[2] ?? "") }));
};

/** One value or a list of them. */
const values = (json: string): readonly unknown[] | undefined => {
  const value = parsed(json);
  return value === undefined ? undefined : Array.isArray(value) ? value : [value];
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** `{ name, arguments }`, the latter also as text or named `parameters`, and `{ function: { … } }` around it. */
const callOf = (value: unknown): PrintedCall | undefined => {
  if (!isObject(value)) return undefined;
  if (isObject(value["function"])) return callOf(value["function"]);
  const { name, arguments: input = value["parameters"], ...more } = value;
  const others = Object.keys(more).filter((key) => !["id", "type", "parameters"].includes(key));
  const read = typeof input === "string" ? parsed(input) : input;
  if (typeof name !== "string" || !isObject(read) || others.length > 0) return undefined;
  return { name, json: JSON.stringify(read) };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
