/** Paints with a palette, in the colours that a terminal has. */
import { type Paint, type Role, roles } from "../theme.ts";

/** Nothing at all, bold and the like, or so many colours. */
export type Depth = "plain" | "attributes" | "16" | "256" | "true";

/** A name of the sixteen, a number up to 255, or `#rrggbb`. */
export type Color = string | number;

export interface Look {
  readonly fg?: Color | undefined;
  readonly bg?: Color | undefined;
  readonly bold?: boolean | undefined;
  readonly dim?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly underline?: boolean | undefined;
  readonly inverse?: boolean | undefined;
  readonly strikethrough?: boolean | undefined;
}

export type Palette = Readonly<Record<Role, Look>>;

/** By the customs of NO_COLOR, FORCE_COLOR, COLORTERM and TERM. */
export const depthOf = (env: Readonly<Record<string, string | undefined>>): Depth => {
  const { TERM = "", COLORTERM = "", NO_COLOR, FORCE_COLOR } = env;
  if (TERM === "dumb") return "plain";
  if (NO_COLOR) return "attributes";
  if (FORCE_COLOR === "0") return "attributes";
  if (FORCE_COLOR === "3" || /^(?:truecolor|24bit)$/iu.test(COLORTERM) || /-direct$/u.test(TERM)) return "true";
  return FORCE_COLOR === "2" || /256/u.test(TERM) ? "256" : "16";
};

export const painter = (palette: Palette, depth: Depth): Paint => {
  const sequences = Object.fromEntries(
    (Object.keys(roles) as Role[]).map((role) => [role, sequencesOf(palette[role], depth)]),
  ) as Record<Role, readonly [string, string]>;
  return (role, text) => {
    const [start, end] = sequences[role];
    return start === "" || text === "" ? text : start + text + end;
  };
};

const sequencesOf = (_look: Look, _depth: Depth): readonly [string, string] => ["", ""];
