/** The budget of the window: what fills it, what is kept free for the answer, and what could be cut. Pure, read by `next`. */
import type { RunSettings } from "../../contract/terms.ts";
import { choiceOf } from "./choice.ts";
import type { Status } from "./status.ts";

/** In tokens. `window` and `usable` are undefined when nobody knows them. */
export interface Room {
  readonly tokens: number;
  readonly window: number | undefined;
  readonly headroom: number;
  /** The window without the headroom. */
  readonly usable: number | undefined;
}

const assumedOutputTokens = 8_192;
const mostHeadroom = 1 / 4;

/** What a model has room for, and what the next request takes. A length that it refused bounds what it says it takes. */
export const room = (
  { window: { tokens, refused } }: Pick<Status, "window">,
  settings: RunSettings,
  model: string,
): Room => {
  const { window: told, outputLimit } = choiceOf(settings, model) ?? {};
  const most = Math.min(told ?? Number.POSITIVE_INFINITY, refused[model] ?? Number.POSITIVE_INFINITY);
  const answer = settings.sampling.maxOutputTokens ?? outputLimit ?? assumedOutputTokens;
  if (most === Number.POSITIVE_INFINITY) return { tokens, window: undefined, headroom: answer, usable: undefined };
  const headroom = Math.min(answer, Math.floor(most * mostHeadroom));
  return { tokens, window: most, headroom, usable: most - headroom };
};

/** At this share of the usable window messages make way. */
export const fullShare = 0.85;
/** After a cut, or a try, there is no other before this share of the usable window has come. */
const grownShare = 0.1;

export const isFull = ({ tokens, usable = Number.POSITIVE_INFINITY }: Room, floor: number): boolean =>
  tokens >= Math.max(usable * fullShare, floor + usable * grownShare);

/**
 * Of outputs, the newest so many tokens are left alone, and so many have to be gained, in a small window a share of it: each
 * cut costs prompt cache that is written anew.
 */
const keptTokens = 40_000;
const keptShare = 1 / 4;
const gainedTokens = 20_000;
const gainedShare = 1 / 8;

export interface Trimming {
  readonly outputs: readonly number[];
  readonly tokens: number;
}

/** The outputs that had better go, all together, but none that no model has read; undefined when that gains too little. */
export const trimming = (
  { window: { outputs, read } }: Pick<Status, "window">,
  { usable = Number.POSITIVE_INFINITY }: Room,
): Trimming | undefined => {
  const most = Math.min(keptTokens, usable * keptShare);
  let kept = 0;
  const first = outputs.findLastIndex(({ tokens }) => (kept += tokens) > most);
  const old = outputs.slice(0, first + 1).filter(({ seq }) => seq < read);
  const tokens = old.reduce((sum, output) => sum + output.tokens, 0);
  if (tokens < Math.min(gainedTokens, usable * gainedShare)) return undefined;
  return { outputs: old.map(({ seq }) => seq), tokens };
};
