/** Puts the pieces of a streaming reply together. */
import type { Delta } from "../contract/delta.ts";
import type { CallPart, ReplyPart } from "../contract/message.ts";
import type { Part } from "../contract/provider.ts";
import type { StopReason, Usage } from "../contract/terms.ts";

export interface Reply {
  /** Takes what arrived; gives back what a screen may show of it. */
  readonly add: (parts: readonly Part[]) => Omit<Delta, "session" | "seq">[];
  /** What has arrived, whole calls only. */
  readonly parts: () => ReplyPart[];
  readonly finish: () => { readonly stop: StopReason; readonly usage?: Usage | undefined } | undefined;
  readonly unknown: () => number;
}

interface Growing {
  readonly kind: "text" | "reasoning" | "call";
  text: string[];
  chars: number;
  carry: Record<string, string> | undefined;
  call: string;
  name: string;
}

export const reply = (): Reply => {
  const growing = new Map<string, Growing>();
  const offsets = { text: 0, reasoning: 0 };
  let finish: ReturnType<Reply["finish"]>;
  let unknown = 0;

  const grow = (id: string, kind: Growing["kind"], carry: Readonly<Record<string, string>> | undefined): Growing => {
    const key = `${kind} ${id}`;
    const part = growing.get(key) ?? { kind, text: [], chars: 0, carry: undefined, call: "", name: "" };
    growing.set(key, part);
    if (carry !== undefined) part.carry = { ...part.carry, ...carry };
    return part;
  };
  const addText = (part: Extract<Part, { type: "text" | "reasoning" }>): Omit<Delta, "session" | "seq"> => {
    const { type: kind, text } = part;
    grow(part.id, kind, part.carry).text.push(text);
    const offset = offsets[kind];
    offsets[kind] += text.length;
    return { kind, offset, text };
  };
  const addInput = ({ id, json }: Extract<Part, { type: "input" }>): Omit<Delta, "session" | "seq"> => {
    const call = grow(id, "call", undefined);
    const offset = call.chars;
    call.text.push(json);
    call.chars += json.length;
    return { kind: "input", call: call.call, offset, text: json };
  };
  const addPart = (part: Part): Omit<Delta, "session" | "seq"> | undefined => {
    switch (part.type) {
      case "text":
      case "reasoning":
        return addText(part);
      case "call":
        Object.assign(grow(part.id, "call", part.carry), { call: part.call, name: part.name });
        return undefined;
      case "input":
        return addInput(part);
      case "unknown":
        unknown += 1;
        return undefined;
      case "finish":
        finish = part;
        return undefined;
    }
  };
  return {
    add: (parts) => parts.flatMap((part) => addPart(part) ?? []),
    parts: () => [...growing.values()].flatMap(partOf),
    finish: () => finish,
    unknown: () => unknown,
  };
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
