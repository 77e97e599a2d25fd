/** What a search engine of the web has to do for `web_search`. */
import type { WebAnswer, WebRequest } from "../../contract/world.ts";

/** One result; `date` is as the engine writes it. */
export interface Hit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly date?: string | undefined;
}

/** Two pure functions round one request. `read` throws one sentence when the answer holds no results but a problem. */
export interface Engine {
  readonly name: string;
  /** Of the server, with its port when that is not the usual one. */
  readonly host: string;
  readonly request: (query: string, count: number) => WebRequest;
  readonly read: (answer: WebAnswer) => Promise<readonly Hit[]>;
}

/** The JSON of a good answer. `explain` finds in the JSON of a bad one what the engine says of it. */
export const jsonOf = (answer: WebAnswer, name: string, explain: (json: unknown) => unknown): unknown => {
  const text = new TextDecoder().decode(answer.body);
  const json = parsed(text);
  if (answer.status === 200 && json !== undefined) return json;
  const why = answer.status === 200 ? "what it answered is no JSON" : `it answered with the status ${answer.status}`;
  const said = explain(json);
  throw new Error(`${name} did not search: ${why}${typeof said === "string" ? `: ${said}` : ""}`);
};

/** Without marks such as `<strong>`, and with its entities read. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<\/?[a-z][^>]*>/gi, "")
    .replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replaceAll(/\s+/g, " ")
    .trim();

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
