/** Puts together what a model would read of a task, as a run would, without a session and without a model. */
import type { Parts } from "../agent/context.ts";
import { layersOf, type Running } from "../agent/layers-of.ts";
import type { Event } from "../contract/event.ts";
import type { ToolSpec } from "../contract/provider.ts";
import type { PromptView } from "../contract/options.ts";
import type { Layer } from "../contract/source.ts";
import { messages } from "../folds/messages.ts";

const charsPerToken = 4;

/** Secrets are taken out as they would be. */
export const promptView = async (
  parts: Pick<Parts, "sources" | "world" | "tools" | "redactor">,
  running: Running,
  task: string,
): Promise<PromptView> => {
  const safe = (text: string): string => parts.redactor?.text(text).text ?? text;
  const layers = (await layersOf(parts, running)).map(({ layer, source, position, text }) => ({
    layer,
    source,
    position,
    text: safe(text),
  }));
  const tools = parts.tools.map(({ name, description, input }): ToolSpec => ({ name, description, input: input.json }));
  const said = { layer: "task", source: "user", position: "turn", text: safe(task) } as const;
  const state = messages.initial();
  if (task !== "") messages.on["user.said"]?.(state, saying(said.text));
  for (const layer of layers) messages.on["context.loaded"]?.(state, loading(layer));
  const offered = {
    layer: "tools",
    source: `${tools.length} tools`,
    position: "tools",
    text: JSON.stringify(tools),
  } as const;
  const systems = layers.filter(({ position }) => position === "system");
  const turns = layers.filter(({ position }) => position === "turn");
  return {
    tools,
    system: state.system,
    messages: state.messages,
    layers: [offered, ...systems, ...(task === "" ? [] : [said]), ...turns].map((each) => {
      const chars = each.text.length;
      return { ...each, chars, tokens: Math.ceil(chars / charsPerToken) };
    }),
  };
};

/** The events of a run, as far as the messages are made of them. */
const saying = (text: string) =>
  ({ data: { origin: "user", parts: [{ type: "text", text }] } }) as unknown as Event<"user.said">;
const loading = (layer: Layer) => ({ data: layer }) as unknown as Event<"context.loaded">;
