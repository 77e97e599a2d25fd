/** Puts together what a model would read of a task, as a run would, without a session and without a model. */
import type { Parts } from "../agent/context.ts";
import { layersOf, type Running } from "../agent/layers-of.ts";
import type { Event } from "../contract/event.ts";
import type { ToolSpec } from "../contract/provider.ts";
import type { PromptView } from "../contract/options.ts";
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
  const said = task === "" ? [] : [{ layer: "task", source: "user", position: "turn", text: safe(task) } as const];
  const state = messages.initial();
  for (const { text } of said) {
    const parts = [{ type: "text", text }] as const;
    messages.on["user.said"]?.(state, { data: { origin: "user", parts } } as unknown as Event<"user.said">);
  }
  for (const data of layers) messages.on["context.loaded"]?.(state, { data } as unknown as Event<"context.loaded">);
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
    layers: [offered, ...systems, ...said, ...turns].map((each) => {
      const chars = each.text.length;
      return { ...each, chars, tokens: Math.ceil(chars / charsPerToken) };
    }),
  };
};
