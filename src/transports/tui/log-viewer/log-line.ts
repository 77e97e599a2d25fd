/** A line of a log as a viewer shows it: the envelope, the gist of what stands in it, and the whole. */
import { callSubject } from "../../../folds/call-subject.ts";
import { cleanJson, cleanLine } from "../../terminal/clean.ts";

export interface LogLine {
  /** As it says itself. */
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly step: number | undefined;
  readonly gist: string;
}

/** A line as `Runtime.export` gives it. */
interface Exported {
  readonly text: string;
  readonly seal: string;
  readonly body?: { readonly salt: string; readonly text: string };
}

interface Envelope {
  readonly session?: string;
  readonly seq?: number;
  readonly at?: number;
  readonly type?: string;
  readonly step?: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** `seq` is where it stands. What cannot be read is shown as that: a viewer of logs is looked into when something is wrong. */
export const logLine = (exported: string, seq: number): LogLine => {
  try {
    const { text, body } = JSON.parse(exported) as Exported;
    const { seq: told = seq, at = 0, type = "?", step, data = {} } = JSON.parse(text) as Envelope;
    const said = body === undefined ? {} : (JSON.parse(body.text) as Readonly<Record<string, unknown>>);
    return { seq: told, at, type: cleanLine(type), step, gist: gistOf({ ...said, ...data }) };
  } catch {
    return { seq, at: 0, type: "unreadable", step: undefined, gist: cleanLine(exported.slice(0, mostGist)) };
  }
};

/** Indented, one field a line; `body` stands beside the sealed text, and may have been erased. */
export const wholeLine = (exported: string): string => {
  try {
    const { text, seal, body } = JSON.parse(exported) as Exported;
    const whole = {
      ...(JSON.parse(text) as object),
      ...(body !== undefined && { body: JSON.parse(body.text) as unknown, salt: body.salt }),
      seal,
    };
    return cleanJson(JSON.stringify(whole, null, 2));
  } catch {
    return cleanJson(JSON.stringify(exported));
  }
};

const mostGist = 300;
const mostField = 100;

const gistOf = (data: Readonly<Record<string, unknown>>): string => {
  const told: string[] = [];
  for (const [name, value] of Object.entries(data)) {
    const field = fieldOf(name, value);
    if (field !== "") told.push(field);
    if (told.length > mostFields) break;
  }
  return cleanLine(told.join(" · ").slice(0, mostGist));
};

const mostFields = 12;

/** Texts speak for themselves, the rest has its name before it. What lies deeper is for the whole. */
const fieldOf = (name: string, value: unknown): string => {
  if (typeof value === "string") return value.slice(0, mostField);
  if (typeof value === "number" || typeof value === "boolean") return `${name} ${value}`;
  if (Array.isArray(value)) return partsOf(value) || (value.length > 0 ? `${name} ×${value.length}` : "");
  return name === "input" ? callSubject(value) : "";
};

const partsOf = (parts: readonly unknown[]): string =>
  parts
    .flatMap((part) => {
      const { text } = (part ?? {}) as { readonly text?: unknown };
      return typeof text === "string" ? [text.slice(0, mostField)] : [];
    })
    .join(" ")
    .slice(0, mostField);
