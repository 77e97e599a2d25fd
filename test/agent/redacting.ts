/** A redactor for sessions in tests, two secrets, and what became of them. */
import type { Parts } from "../../src/agent/context.ts";
import { redactor } from "../../src/secrets/redactor.ts";
import { drawn } from "../secrets/drawn.ts";
import { eventsOf, type Work } from "./workshop.ts";

export const secret = `ghp_${drawn("word", 36)}`;
export const other = `npm_${drawn("word", 36)}`;
export const full = redactor({ values: [], key: () => "key", level: "full" });
export const marker = full.text(secret).text;
export const otherMarker = full.text(other).text;
export const redacting = (parts: Parts): Parts => ({ ...parts, redactor: full });

/** All that is stored of a session. */
export const logOf = async (work: Pick<Work, "store" | "session">): Promise<string> =>
  (await Array.fromAsync(work.store.read(work.session.id)))
    .flat()
    .map(({ text, body }) => `${text} ${body?.text ?? ""}`)
    .join("\n");

/** What came of its calls. */
export const outcomes = async (work: Pick<Work, "store" | "session">): Promise<string[]> =>
  (await eventsOf(work)).flatMap(({ type, data }) =>
    type === "call.finished"
      ? [(data.output ?? []).map((part) => (part.type === "text" ? part.text : "")).join("")]
      : type === "call.denied"
        ? [`${data.category}: ${data.reason}`]
        : [],
  );
