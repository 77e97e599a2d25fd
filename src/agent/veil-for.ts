/** The world of a call: veiled for a tool that wants it so, while secrets are redacted. */
import { markersOf } from "../contract/redactor.ts";
import type { Tool } from "../contract/tool.ts";
import type { World } from "../contract/world.ts";
import type { Context } from "./context.ts";
import { type Veil, veil } from "./veil.ts";

export const veilFor = (
  { redactor }: Pick<Context, "redactor">,
  { veiled }: Tool,
  { world, input }: { readonly world: World; readonly input: unknown },
): Veil =>
  redactor === undefined || veiled !== true ? { world, unknown: () => [] } : veil(world, redactor, markersOf(input));
