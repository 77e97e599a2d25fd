/** An event: something that happened, in the past tense, as plain data, sealed into the log for ever. */
import type { z } from "zod";
import { eventKinds } from "./event-kinds.ts";

/** Version of the vocabulary that sessions are written in. */
export const schemaVersion = 1;

type Kinds = typeof eventKinds;
/** The name of a kind of event, such as `call.finished`. */
export type EventType = keyof Kinds;

/** The fields of one kind: sealed ones always there, body ones until they are erased. */
export type EventData<T extends EventType> = z.infer<Kinds[T]["sealed"]> & Body<Kinds[T]["body"]["shape"]>;

type Body<Shape> = { -readonly [Name in keyof Shape]?: z.infer<Shape[Name]> | undefined };

/** Where an event stands. `at` is milliseconds since 1970; `step` counts model replies over the session. */
export interface Place {
  readonly session: string;
  readonly seq: number;
  readonly at: number;
  readonly run?: string | undefined;
  readonly step?: number | undefined;
}

/** One event of kind `T`, or of any kind when none is named. */
export type Event<T extends EventType = EventType> = T extends EventType
  ? Place & { readonly type: T; readonly data: EventData<T> }
  : never;

/** An event that is about to be appended; the log gives it its place. */
export type NewEvent<T extends EventType = EventType> = T extends EventType
  ? {
      readonly type: T;
      readonly data: EventData<T>;
      readonly run?: string | undefined;
      readonly step?: number | undefined;
    }
  : never;

/** The names of all kinds, in the order of the vocabulary. */
export const eventTypes = Object.keys(eventKinds) as EventType[];

const bodyFields = Object.fromEntries(
  eventTypes.map((type) => [type, Object.keys(eventKinds[type].body.shape)]),
) as unknown as Readonly<Record<EventType, readonly string[]>>;

/** The two halves of an event's data: what is sealed in the line, and what rests beside it (absent when there is nothing). */
export const splitData = (type: EventType, data: object): { sealed: object; body?: object } => {
  // A log may hold kinds of a later version.
  const fields = Object.hasOwn(bodyFields, type) ? bodyFields[type] : [];
  if (fields.length === 0) return { sealed: data };
  const sealed: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  let hasBody = false;
  for (const [name, value] of Object.entries(data)) {
    if (!fields.includes(name)) sealed[name] = value;
    else if (value !== undefined) {
      body[name] = value;
      hasBody = true;
    }
  }
  return hasBody ? { sealed, body } : { sealed };
};
