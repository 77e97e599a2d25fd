/** The one redactor: puts a marker in the place of each secret, whole or piece by piece. */
import { createHmac } from "node:crypto";
import { type Found, markerText, type Redactor } from "../contract/redactor.ts";
import { find } from "./find.ts";
import { given } from "./given.ts";
import { isLiteralSecret } from "./likely.ts";
import { isTelling } from "./named.ts";
import type { Span } from "./span.ts";
import { redactingStream } from "./stream.ts";

export interface RedactorOptions {
  /** Keys that this program was given; shorter ones than eight characters and stand-ins are left alone. */
  readonly values: readonly string[];
  /** The key of the digests, asked for when the first secret is found. */
  readonly key: () => string | Uint8Array;
  /** `log` finds and tells of secrets, and leaves them where they are. */
  readonly level: "log" | "full";
}

export const redactor = ({ values, key, level }: RedactorOptions): Redactor => {
  const known = given(values);
  const digestOf = (secret: string): string =>
    createHmac("sha256", key()).update(secret).digest("hex").slice(0, digestCharacters);
  const replaced = (text: string, spans: readonly Span[], note: Note = () => {}): string => {
    const pieces: string[] = [];
    let from = 0;
    for (const { start, end, kind } of spans) {
      const secret = text.slice(start, end);
      const digest = digestOf(secret);
      note({ kind, digest, secret });
      pieces.push(text.slice(from, start), markerText(kind, digest));
      from = end;
    }
    return spans.length === 0 ? text : pieces.join("") + text.slice(from);
  };
  // What stood beside a secret without a break may be one, too, once a marker tells them apart.
  const marked = (text: string, note?: Note): string => {
    let safe = text;
    for (let spans = find(safe, known); spans.length > 0; spans = find(safe, known)) safe = replaced(safe, spans, note);
    return safe;
  };
  // What was just found clean is often asked about again, on its way from a tool to the log.
  let clean = "";
  const redacted = (text: string, note: Note): string => {
    if (text === clean) return text;
    const safe = marked(text, note);
    if (safe === text) clean = text;
    return level === "full" ? safe : text;
  };
  // A literal beside a telling name, as the field of data says it.
  const fieldRedacted = (field: string, text: string, note: Note): string => {
    const safe = redacted(text, note);
    if (safe !== text || !isTelling(field) || /\s/u.test(text) || !isLiteralSecret(text, true)) return safe;
    const marker = replaced(text, [{ from: 0, start: 0, end: text.length, kind: "named" }], note);
    return level === "full" ? marker : text;
  };
  const deep = (value: unknown, field: string, note: Note): unknown => {
    if (typeof value === "string") return fieldRedacted(field, value, note);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return mapped(value, (item) => deep(item, field, note));
    if ("type" in value && value.type === "image") return value;
    const entries = Object.entries(value);
    const safe = mapped(entries, (entry) => {
      const item = deep(entry[1], entry[0], note);
      return item === entry[1] ? entry : ([entry[0], item] as [string, unknown]);
    });
    return safe === entries ? value : Object.fromEntries(safe);
  };
  return {
    text: (text) => {
      const tally = tallied();
      return { text: redacted(text, tally.note), found: tally.found() };
    },
    json: (value) => {
      const tally = tallied();
      return { value: deep(value, "", tally.note) as typeof value, found: tally.found() };
    },
    stream: () =>
      level === "full"
        ? redactingStream({ values: known, replaced, redacted: marked })
        : { push: (fragment) => fragment, end: () => "" },
    secretsIn: (text) => {
      const secrets = new Map<string, string>();
      marked(text, ({ kind, digest, secret }) => secrets.set(markerText(kind, digest), secret));
      return secrets;
    },
  };
};

const digestCharacters = 16;

type Note = (secret: { readonly kind: string; readonly digest: string; readonly secret: string }) => void;

const tallied = (): { readonly note: Note; readonly found: () => Found[] } => {
  const counts = new Map<string, Found>();
  return {
    note: ({ kind, digest }) => counts.set(digest, { kind, digest, count: (counts.get(digest)?.count ?? 0) + 1 }),
    found: () => [...counts.values()],
  };
};

/** The same array when nothing in it changed, so that clean data is not copied. */
const mapped = <T>(items: T[], change: (item: T) => T): T[] => {
  const changed = items.map(change);
  return changed.every((item, index) => item === items[index]) ? items : changed;
};
