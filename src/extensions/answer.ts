/** What a plug-in said on its standard output, read as an answer of the protocol, or what is wrong with it. */
import { isDeeper, maxDepth } from "./depth.ts";

export type Answer =
  | { readonly kind: "output"; readonly output: unknown }
  | { readonly kind: "error"; readonly error: string }
  /** `fault` is the end of a sentence that begins with the tool's name. */
  | { readonly kind: "none"; readonly fault: string };

/** How much a plug-in may say. */
export const maxChars = 1_000_000;
const maxErrorChars = 2_000;

/**
 * Protocol 1: one JSON value, `{ "ok": true, "output": … }` or `{ "ok": false, "error": "…" }`, in UTF-8. Bytes that are none
 * come here as U+FFFD, so one that is meant has to be escaped. Never throws.
 */
export const readAnswer = (stdout: string): Answer => {
  if (stdout.trim() === "") return none("gave no answer");
  if (stdout.length > maxChars) return none(`gave more than ${maxChars.toLocaleString("en-US")} characters`);
  if (stdout.includes("\uFFFD")) return none("gave bytes that are no UTF-8 (U+FFFD itself has to be escaped)");
  const value = parsed(stdout);
  if (value === undefined) return none(`gave something else than one JSON value: ${excerpt(stdout)}`);
  if (isDeeper(value)) return none(`gave an answer that is nested deeper than ${maxDepth}`);
  const { ok, output, error } = fieldsOf(value);
  if (ok === true && output !== undefined) return { kind: "output", output };
  if (ok === false && typeof error === "string") return { kind: "error", error: short(error, maxErrorChars) };
  return none(`gave neither {"ok": true, "output": …} nor {"ok": false, "error": "…"}: ${excerpt(stdout)}`);
};

const none = (fault: string): Answer => ({ kind: "none", fault });

/** No JSON is undefined. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const fieldsOf = (value: unknown): Readonly<Partial<Record<"ok" | "output" | "error", unknown>>> =>
  typeof value === "object" && value !== null ? value : {};

const excerptChars = 300;

/** The beginning of what was said, on one line. */
export const excerpt = (text: string): string =>
  short(
    text
      .slice(0, 2 * excerptChars)
      .replaceAll(/\s+/gu, " ")
      .trim(),
    excerptChars,
  );

const short = (text: string, chars: number): string =>
  (text.length > chars ? `${text.slice(0, chars)}…` : text).toWellFormed();
