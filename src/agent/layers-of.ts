/** The layers of a prompt as they are now, besides what is said: what the sources gather, and what the run itself brings. */
import type { Layer } from "../contract/source.ts";
import type { Mode } from "../contract/terms.ts";
import type { Parts } from "./context.ts";
import { planLayer } from "./plan-layer.ts";

export interface Running {
  readonly mode: Mode;
  /** JSON Schema that the answer has to fit. */
  readonly output: unknown;
  /** Paths that calls have touched. */
  readonly touched: readonly string[];
}

export const layersOf = async (
  { sources, world, tools }: Pick<Parts, "sources" | "world" | "tools">,
  { mode, output, touched }: Running,
): Promise<readonly Layer[]> => {
  const gathered = await Promise.all(
    sources.map(async ({ gather, follow }) => [...(await gather(world)), ...((await follow?.(world, touched)) ?? [])]),
  );
  return [...gathered.flat(), ...outputLayer(output), ...planLayer(mode, tools)];
};

const outputLayer = (schema: unknown): Layer[] => {
  if (schema === undefined) return [];
  const text = `Your last message must be nothing but JSON that fits this JSON Schema:\n${JSON.stringify(schema)}`;
  return [{ layer: "instructions", source: "output schema", position: "turn", text }];
};
