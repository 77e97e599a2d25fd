/** The port to what a prompt is made of, besides what is said. */
import type { EventData } from "./event.ts";
import type { World } from "./world.ts";

/** One piece of a prompt. System layers go into the system prompt, turn layers beside the next message. */
export type Layer = Pick<EventData<"context.loaded">, "layer" | "source" | "position"> & { readonly text: string };

/** Gathers layers, reads only, and is asked again before each run; a layer whose text has not changed is not loaded again. */
export interface Source {
  readonly name: string;
  readonly gather: (world: World) => Promise<readonly Layer[]>;
}
