/** Puts the arguments of a call together that Gemini on Vertex AI streams piece by piece, each with its place in them. */
import { z } from "zod";

/** A value, or a piece of a text, at a JSON path such as `$.recipe.steps[0].name`. */
export const partialArgument = z.object({
  jsonPath: z.string(),
  stringValue: z.string().optional(),
  numberValue: z.number().optional(),
  boolValue: z.boolean().optional(),
  nullValue: z.unknown().optional(),
});
export type PartialArgument = z.infer<typeof partialArgument>;

type Container = Record<string | number, unknown>;

/** Changes the arguments. Pieces of one text add up. */
export const addPartial = (whole: Container, piece: PartialArgument): void => {
  const path = pathOf(piece.jsonPath);
  const last = path.pop();
  if (last === undefined) return;
  let at = whole;
  for (const [index, key] of path.entries()) {
    at[key] ??= typeof (path[index + 1] ?? last) === "number" ? [] : {};
    at = at[key] as Container;
  }
  const before = at[last];
  at[last] =
    typeof before === "string" && piece.stringValue !== undefined ? before + piece.stringValue : valueOf(piece);
};

const valueOf = ({ stringValue, numberValue, boolValue }: PartialArgument): unknown =>
  stringValue ?? numberValue ?? boolValue ?? null;

/** Keys that are no plain names stand in brackets and quotes. */
const pathOf = (path: string): (string | number)[] =>
  Array.from(path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]/g), ([, name, index, one, two]) =>
    index === undefined ? (name ?? one ?? two ?? "") : Number(index),
  ).filter((key) => key !== "__proto__");
