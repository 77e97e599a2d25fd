/** Puts the pieces of a streaming reply together, and tells of them with the secrets taken out. */
import type { Delta } from "../contract/delta.ts";
import type { CallPart, ReplyPart } from "../contract/message.ts";
import type { Part } from "../contract/provider.ts";
import type { RedactingStream, Redactor } from "../contract/redactor.ts";
import type { StopReason, Usage } from "../contract/terms.ts";

export interface Reply {
  /** Takes what arrived; gives back what a screen may show of it. */
  readonly add: (parts: readonly Part[]) => Told[];
  /** What was held back, when nothing more comes. */
  readonly end: () => Told[];
  /** All that has arrived, as it is. */
  readonly parts: () => ReplyPart[];
  /** What may be kept of a reply that is not whole: never the beginning of what may be a secret, and whole calls only. */
  readonly sure: () => ReplyPart[];
  readonly finish: () => { readonly stop: StopReason; readonly usage?: Usage | undefined } | undefined;
  readonly unknown: () => number;
}

type Told = Omit<Delta, "session" | "seq">;

interface Growing {
  readonly kind: "text" | "reasoning" | "call";
  text: string[];
  /** Takes the secrets out of what is told. */
  readonly stream: RedactingStream;
  told: string[];
  chars: number;
  carry: Record<string, string> | undefined;
  call: string;
  name: string;
}

/** A stream that holds nothing back. */
const untouched: RedactingStream = { push: (fragment) => fragment, end: () => "" };

export const reply = (redactor?: Redactor): Reply => {
  const growing = new Map<string, Growing>();
  const offsets = { text: 0, reasoning: 0 };
  let last: Growing | undefined;
  let finish: ReturnType<Reply["finish"]>;
  let unknown = 0;

  const grow = (id: string, kind: Growing["kind"], carry: Readonly<Record<string, string>> | undefined): Growing => {
    const key = `${kind} ${id}`;
    const fresh = { text: [], told: [], chars: 0, carry: undefined, call: "", name: "" };
    const part = growing.get(key) ?? { kind, stream: redactor?.stream() ?? untouched, ...fresh };
    growing.set(key, part);
    if (carry !== undefined) part.carry = { ...part.carry, ...carry };
    return part;
  };
  const tell = (part: Growing, text: string): Told[] => {
    const { kind, call, chars } = part;
    if (text === "" && redactor !== undefined) return [];
    part.told.push(text);
    part.chars += text.length;
    if (kind === "call") return [{ kind: "input", call, offset: chars, text }];
    const offset = offsets[kind];
    offsets[kind] += text.length;
    return [{ kind, offset, text }];
  };
  const end = (): Told[] => {
    const rest = last?.stream.end() ?? "";
    return last === undefined || rest === "" ? [] : tell(last, rest);
  };
  // What another part holds back would else be told after what comes behind it.
  const add = (part: Growing, fragment: string): Told[] => {
    const before = last === part ? [] : end();
    last = part;
    part.text.push(fragment);
    return [...before, ...tell(part, part.stream.push(fragment))];
  };
  const addPart = (part: Part): Told[] => {
    switch (part.type) {
      case "text":
      case "reasoning":
        return add(grow(part.id, part.type, part.carry), part.text);
      case "call":
        Object.assign(grow(part.id, "call", part.carry), { call: part.call, name: part.name });
        return [];
      case "input":
        return add(grow(part.id, "call", undefined), part.json);
      case "unknown":
        unknown += 1;
        return [];
      case "finish":
        finish = part;
        return [];
    }
  };
  return {
    add: (parts) => parts.flatMap(addPart),
    end,
    parts: () => [...growing.values()].flatMap(partOf),
    sure: () =>
      [...growing.values()].flatMap((part) => (redactor === undefined ? partOf(part) : surePart(part, redactor))),
    finish: () => finish,
    unknown: () => unknown,
  };
};

const surePart = (part: Growing, redactor: Redactor): ReplyPart[] => {
  if (part.kind === "call")
    return partOf(part)
      .filter((call) => call.type === "call" && call.malformed === undefined)
      .map((call) => redactor.json(call).value);
  const told = part.told.join("");
  // What is carried belongs to the text as it was.
  const carry = part.text.join("").startsWith(told) ? part.carry : undefined;
  return told === "" && carry === undefined ? [] : [{ type: part.kind, text: told, carry }];
};

const partOf = ({ kind, text, carry, call, name }: Growing): ReplyPart[] => {
  const joined = text.join("");
  if (kind === "call") return [{ ...readInput(joined), type: "call", id: call, name, carry }];
  return joined === "" && carry === undefined ? [] : [{ type: kind, text: joined, carry }];
};

// Models leave the input of a tool without parameters empty.
const readInput = (json: string): Pick<CallPart, "input" | "malformed"> => {
  if (json.trim() === "") return { input: {} };
  try {
    return { input: JSON.parse(json) as unknown };
  } catch {
    return { input: null, malformed: json };
  }
};
