/** Which tools a run offers: the list that was sent stays while it fits all tools at hand, and what else differs is told beside it. */
import type { EventData } from "../contract/event.ts";
import type { ToolSpec } from "../contract/provider.ts";
import type { Layer } from "../contract/source.ts";
import { blocks } from "../folds/blocks.ts";
import { loaded } from "../folds/loaded.ts";
import { offered } from "../folds/offered.ts";
import { sha256 } from "../log/chain.ts";
import type { Context } from "./context.ts";

export interface Offer {
  /** The list itself only when it is new. */
  readonly tools: EventData<"tools.offered">;
  /** How the tools at hand differ from the list. */
  readonly layers: readonly Layer[];
}

export const offerTools = (context: Context): Offer => {
  const atHand = specsOf(context.tools);
  const now = sha256(JSON.stringify(atHand));
  const { digest: before, lists } = context.read(offered);
  const sent = context.read(blocks).digests.length > 0 && before !== now ? lists[before] : undefined;
  const stays = sent !== undefined && atHand.every((tool) => takesTheSame(tool, named(sent, tool.name)));
  const [digest, list] = stays ? [before, sent] : [now, atHand];
  return {
    tools: lists[digest] === undefined ? { digest, tools: [...list] } : { digest },
    layers: layersOf(difference(list, atHand), context),
  };
};

export const specsOf = (tools: Context["tools"]): ToolSpec[] =>
  tools.map(({ name, description, input }) => ({ name, description, input: input.json }));

const named = (tools: readonly ToolSpec[], name: string): ToolSpec | undefined =>
  tools.find((tool) => tool.name === name);

const takesTheSame = (tool: ToolSpec, other: ToolSpec | undefined): boolean =>
  JSON.stringify(tool.input) === JSON.stringify(other?.input);

/** In words for the model; empty when there is none. */
const difference = (list: readonly ToolSpec[], atHand: readonly ToolSpec[]): string => {
  const gone = list.filter(({ name }) => named(atHand, name) === undefined);
  const anew = atHand.filter(({ name, description }) => named(list, name)?.description !== description);
  return [
    ...(gone.length > 0 ? [`These tools cannot be called now: ${gone.map(({ name }) => name).join(", ")}.`] : []),
    ...anew.map(({ name, description }) => `The tool ${name} is now described so:\n${description}`),
  ].join("\n\n");
};

const place = { layer: "environment", source: "tools", position: "turn" } as const;
const asOffered = "The tools can be called as they were offered.";

const layersOf = (text: string, context: Context): readonly Layer[] => {
  const told = context.read(loaded).digests[`${place.layer} ${place.source}`] !== undefined;
  return text !== "" || told ? [{ ...place, text: text || asOffered }] : [];
};
