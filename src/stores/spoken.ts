/** What of a log can be searched: what the user and the model said, titles, and what the first line says of its session. */
import type { Hit, Line, SearchedSession } from "../contract/store.ts";
import { textOf } from "../contract/message.ts";

/** The kinds of lines that hold some of it. */
export const spokenTypes = ["user.said", "message.queued", "model.replied", "session.named"] as const;

/** One text that can be found. */
export interface Spoken extends Pick<Hit, "at" | "by"> {
  readonly text: string;
}

/** Undefined for a line that holds nothing to find, or whose body was erased. What somebody made unreadable holds nothing. */
export const spokenIn = (line: Pick<Line, "text" | "body">): Spoken | undefined => {
  const { type, at, data } = parsed(line.text);
  const { parts, title } = parsed(line.body?.text ?? "{}");
  if (typeof at !== "number" || !isObject(data)) return undefined;
  const by = speakerOf(type, data);
  const text = by === "title" ? title : Array.isArray(parts) ? textOf(parts.filter(isText)) : undefined;
  return by === undefined || typeof text !== "string" || text.trim() === "" ? undefined : { at, by, text };
};

/** What a first line says; undefined for any other line. */
export const openedIn = (text: string): Omit<SearchedSession, "id"> | undefined => {
  const { type, data } = parsed(text);
  if (type !== "session.opened" || !isObject(data)) return undefined;
  const { cwd, user, kind, parent } = data;
  const above = isObject(parent) ? parent["session"] : undefined;
  return {
    cwd: String(cwd),
    user: String(user),
    kind: String(kind),
    ...(typeof above === "string" && { parent: above }),
  };
};

/** Guards speak in the user's place, too, but nobody said that. */
const speakerOf = (type: unknown, { origin }: Readonly<Record<string, unknown>>): Hit["by"] | undefined => {
  if (type === "session.named") return "title";
  if (type === "model.replied") return "model";
  return type === "message.queued" || (type === "user.said" && origin === "user") ? "user" : undefined;
};

const isText = (part: unknown): part is { type: string; text: string } =>
  isObject(part) && part["type"] === "text" && typeof part["text"] === "string";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const parsed = (json: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
};

/** How much of a text is looked at, and how much of it a hit shows. */
export const searchedChars = 200_000;
export const excerptChars = 300;
