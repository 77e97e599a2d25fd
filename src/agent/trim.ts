/** Cuts old outputs from what the model reads, all together, as each cut is a prompt cache that is lost. */
import type { Performer } from "./performer.ts";

export const trim: Performer<"trim"> = (context, { rule, outputs, tokens }) => {
  context.append({ type: "context.trimmed", data: { rule, outputs: [...outputs], tokens } });
};
