/** Between events and the lines that they rest in. */
import { randomBytes } from "node:crypto";
import { KelsonError } from "../contract/error.ts";
import { type Event, type NewEvent, type Place, splitData } from "../contract/event.ts";
import type { Body, Line } from "../contract/store.ts";
import { bodyDigest, seal } from "./chain.ts";

/** Seals an event to the line before it. */
export const lineOf = (event: NewEvent, place: Place, prev: string): Line => {
  const { sealed, body: content } = splitData(event.type, event.data);
  const body: Body | undefined = content && { salt: nextSalt(), text: JSON.stringify(content) };
  const text = JSON.stringify({
    session: place.session,
    seq: place.seq,
    at: place.at,
    run: place.run,
    step: place.step,
    type: event.type,
    data: sealed,
    body: body && { digest: bodyDigest(body), chars: body.text.length },
  });
  return { session: place.session, seq: place.seq, text, seal: seal(prev, text), body };
};

/** Reads a line back; fields of an erased body are absent. KelsonError `chain_broken` when somebody made it unreadable. */
export const eventOf = (line: Line): Event => {
  try {
    const { body: _, ...event } = JSON.parse(line.text) as Event & { body?: unknown };
    if (!isPlaced(event)) throw new TypeError("it is no event");
    if (line.body === undefined) return event;
    return { ...event, data: { ...event.data, ...(JSON.parse(line.body.text) as object) } } as Event;
  } catch (cause) {
    throw unreadable(line, cause);
  }
};

/** A line that no writer of ours has written. */
export const unreadable = ({ session, seq }: Pick<Line, "session" | "seq">, cause: unknown): KelsonError =>
  new KelsonError("chain_broken", `line ${seq} of session ${session} cannot be read`, {
    hint: `see what is wrong with it: kelson audit verify ${session}`,
    cause,
  });

/** What everyone who hears an event relies on; its fields beyond that are for those who know its kind. */
const isPlaced = ({ session, seq, at, type, data }: Event): boolean =>
  typeof session === "string" &&
  Number.isSafeInteger(seq) &&
  Number.isFinite(at) &&
  typeof type === "string" &&
  typeof data === "object" &&
  data !== null;

const saltBytes = 16;
const pageSalts = 256;
let page = Buffer.alloc(0);

// Drawn by the page: one call to the system's generator costs as much as sealing a line.
const nextSalt = (): string => {
  if (page.length === 0) page = randomBytes(saltBytes * pageSalts);
  const salt = page.toString("hex", 0, saltBytes);
  page = page.subarray(saltBytes);
  return salt;
};
