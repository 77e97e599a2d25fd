/** A model that plays one part a task: each session gets the turns of the first words that it was told. */
import { textOf } from "../../src/contract/message.ts";
import type { Provider } from "../../src/contract/provider.ts";
import { playing, type Turn } from "./playing.ts";

/** `parts` by task. `more` tells what else the provider is to do with a request. */
export const acting = (parts: Readonly<Record<string, readonly Turn[]>>): Provider => {
  const played = new Map(Object.entries(parts).map(([task, turns]) => [task, playing(turns)]));
  return {
    ...playing([]),
    stream: (request, options) => {
      const [first] = request.messages;
      const text = first?.role === "user" ? textOf(first.parts) : "";
      const part = [...played].find(([task]) => text.includes(task))?.[1];
      if (part === undefined) throw new Error(`nobody plays ${text}`);
      return part.stream(request, options);
    },
  };
};

/** A call of the tool `agent` with a task. */
export const agentCall = (prompt: string, more: object = {}) => ({
  name: "agent",
  input: { description: prompt, prompt, ...more },
});
