/** Takes the secrets out of an event before it is sealed. */
import type { EventType, NewEvent } from "../contract/event.ts";
import { eventKinds } from "../contract/event-kinds.ts";
import type { ReplyPart } from "../contract/message.ts";
import { type Found, markersIn, type Redactor } from "../contract/redactor.ts";

export interface RedactedEvent {
  readonly event: NewEvent;
  readonly found: readonly Found[];
}

export const redactEvent = (redactor: Redactor, event: NewEvent): RedactedEvent => {
  const data: Record<string, unknown> = { ...event.data };
  const found: Found[] = [];
  for (const field of spoken[event.type]) {
    if (data[field] === undefined) continue;
    const { value, found: here } = isReply(event.type, field)
      ? redactReply(redactor, data[field] as readonly ReplyPart[])
      : redactor.json(data[field]);
    data[field] = value;
    found.push(...here);
  }
  const standing = cameThroughADoor(event) ? markersAmong(spoken[event.type].map((field) => data[field])) : [];
  return { event: { ...event, data } as NewEvent, found: tallied([...standing, ...newOnes(found, standing)]) };
};

/** Sealed fields that hold words of people, models or tools, besides the fields of the body. */
const sealedWords: { readonly [T in EventType]?: readonly string[] } = {
  "run.started": ["settings"],
  "run.ended": ["why"],
  "context.loaded": ["source"],
  "message.queued": ["skill"],
  "skill.used": ["file", "allowedTools"],
  "model.replied": ["calls"],
  "guard.tripped": ["detail"],
};

const spoken = Object.fromEntries(
  Object.entries(eventKinds).map(([type, { body }]) => [
    type,
    [...Object.keys(body.shape), ...(sealedWords[type as EventType] ?? [])],
  ]),
) as unknown as Readonly<Record<EventType, readonly string[]>>;

const isReply = (type: EventType, field: string): boolean =>
  field === "parts" && (type === "model.replied" || type === "model.failed");

/**
 * What a provider carries is never altered. So thinking that holds a secret goes with its signature, and text that is
 * altered goes on without what was carried for it.
 */
const redactReply = (
  redactor: Redactor,
  parts: readonly ReplyPart[],
): { readonly value: ReplyPart[]; readonly found: readonly Found[] } => {
  const found: Found[] = [];
  const value = parts.flatMap((part): ReplyPart[] => {
    const { carry, ...said } = part;
    const legible = readable(carry);
    const words = redactor.json(said);
    const carried = redactor.json(legible);
    found.push(...words.found, ...carried.found);
    const spoilt = carried.value !== legible;
    if (words.value === said && !spoilt) return [part];
    if (part.type === "reasoning" && carry !== undefined) return [];
    return [part.type === "call" && !spoilt ? { ...words.value, carry } : words.value];
  });
  return { value, found };
};

/** Encrypted and encoded text is nothing to look into; what has white space or quotes in it was meant to be read. */
const readable = (carry: ReplyPart["carry"]): Record<string, string> | undefined =>
  carry && Object.fromEntries(Object.entries(carry).filter(([, text]) => /[\s"]/u.test(text)));

// What a command says was redacted before it was posted, and what a tool read of files when it read them: the markers tell.
const cameThroughADoor = ({ type, data }: NewEvent): boolean => type === "call.finished" || "command" in data;

const markersAmong = (value: unknown): Found[] => {
  if (typeof value === "string") return markersIn(value).map(({ kind, digest }) => ({ kind, digest, count: 1 }));
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(markersAmong);
};

const newOnes = (found: readonly Found[], standing: readonly Found[]): Found[] =>
  found.filter(({ digest }) => standing.every((other) => other.digest !== digest));

const tallied = (found: readonly Found[]): Found[] => {
  const tally = new Map<string, Found>();
  for (const one of found) tally.set(one.digest, { ...one, count: one.count + (tally.get(one.digest)?.count ?? 0) });
  return [...tally.values()];
};
