/** The port to what a prompt is made of, besides what is said. */
import type { EventData } from "./event.ts";
import type { World } from "./world.ts";

/** One piece of a prompt. System layers go into the system prompt, turn layers beside the next message. */
export type Layer = Pick<EventData<"context.loaded">, "layer" | "source" | "position"> & {
  readonly text: string;
  /** Others may have written it, so what in it looks like an injection is flagged. */
  readonly scanned?: boolean | undefined;
};

/**
 * Gathers layers, reads only, and is asked again before each run; a layer whose text has not changed is not loaded again, and
 * of one that is no longer gathered the model is told that it is gone.
 */
export interface Source {
  readonly name: string;
  readonly gather: (world: World) => Promise<readonly Layer[]>;
  /** Further layers, for the paths that calls have touched so far. A source that has this is asked again while the run goes on. */
  readonly follow?: (world: World, touched: readonly string[]) => Promise<readonly Layer[]>;
}
