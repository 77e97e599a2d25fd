/** What a test of worlds stands on. */
import type { World } from "../../../contract/world.ts";

/** A world for one test; `outside` is a directory beside its root. */
export interface Ground {
  readonly world: World;
  readonly outside: string;
}
