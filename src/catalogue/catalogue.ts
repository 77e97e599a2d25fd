/** What is known of today's models: window, limits, capabilities and prices, with the user's own word on top. */
import type { ModelFacts, ModelOverrides } from "../contract/model-facts.ts";
import { readModelName } from "./model-name.ts";
import models from "./models.json" with { type: "json" };
import { versionMark } from "./version-mark.ts";

/** None of them throws. */
export interface Catalogue {
  /** The user's own word alone. */
  readonly said: (name: string) => ModelOverrides[string];
  /** By `provider/model` or a bare name; a dated version finds its model. Undefined when it is not known. */
  readonly lookup: (name: string) => ModelFacts | undefined;
  /** The models whose name holds every word of the text, in order of name; an empty text finds all. */
  readonly search: (text: string) => readonly ModelFacts[];
}

/** Where the built-in entries are from: the source with its version, and the day they were made. */
export const catalogueSource = { source: models.source, made: models.made };

export const catalogue = (overrides: ModelOverrides = {}): Catalogue => {
  const known = new Map(rows.map((row) => [row[0], entryOf(row)]));
  const said = new Map(Object.entries(overrides).map(([written, own]) => [keyOf(written), own]));
  for (const [name, own] of said) known.set(name, { ...find(known, name), ...own, name });
  return {
    said: (name) => find(said, keyOf(name)) ?? {},
    lookup: (name) => find(known, keyOf(name)),
    search: (text) => {
      const words = text.toLowerCase().split(/\s+/u);
      return [...known.values()].filter(({ name }) => words.every((word) => name.includes(word))).sort(byName);
    },
  };
};

/** Lines of models.json; what is null or left off at the end is unknown. */
type ModelRow = readonly [
  name: string,
  window: number,
  outputLimit: number,
  can: string,
  input?: number,
  output?: number,
  cacheRead?: number | null,
  cacheWrite?: number | null,
];

const rows = models.models as unknown as readonly ModelRow[];

const entryOf = ([name, window, outputLimit, can, input, output, cacheRead, cacheWrite]: ModelRow): ModelFacts => ({
  name,
  window,
  outputLimit,
  tools: can.includes("tools"),
  images: can.includes("images"),
  reasoning: can.includes("reasoning"),
  ...(input !== undefined &&
    output !== undefined && {
      prices: {
        input,
        output,
        ...(typeof cacheRead === "number" && { cacheRead }),
        ...(typeof cacheWrite === "number" && { cacheWrite }),
      },
    }),
});

/** Names are told apart without regard to case. */
const keyOf = (written: string): string => {
  const read = readModelName(written);
  return (read === undefined ? written : `${read.provider}/${read.model}`).toLowerCase();
};

/** The model itself, or the one of which the name is a version: never a neighbour in its family. */
const find = <Facts>(known: ReadonlyMap<string, Facts>, name: string): Facts | undefined =>
  known.get(name) ?? known.get(name.replace(versionMark, ""));

const byName = (one: ModelFacts, other: ModelFacts): number =>
  one.name < other.name ? -1 : Number(one.name > other.name);
