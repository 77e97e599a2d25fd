/** Reads the JSON of an answer that has to fit a schema. */

export type JsonAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** The whole text as JSON, or what stands in its only code fence. */
export const readJsonAnswer = (text: string): JsonAnswer => {
  const fenced = /^[^`]*```(?:json)?\n(.*)\n```[^`]*$/su.exec(text)?.[1];
  try {
    return { ok: true, value: JSON.parse(fenced ?? text) };
  } catch {
    return { ok: false, message: "it is not JSON" };
  }
};
