/** Paints with a palette, in the colours that a terminal has. */
import type { Paint, Role } from "../theme.ts";
import { type Color, colorCode, isOwn, legibleOn } from "./color.ts";

/** Nothing at all, bold and the like, or so many colours. */
export type Depth = "plain" | "attributes" | "16" | "256" | "true";

export interface Look extends Readonly<Partial<Record<Attribute, boolean | undefined>>> {
  readonly fg?: Color | undefined;
  readonly bg?: Color | undefined;
}

/** With the parameters of SGR that begin and end it. */
export const attributes = {
  bold: ["1", "22"],
  dim: ["2", "22"],
  italic: ["3", "23"],
  underline: ["4", "24"],
  inverse: ["7", "27"],
  strikethrough: ["9", "29"],
} as const;

type Attribute = keyof typeof attributes;

export type Palette = Readonly<Record<Role, Look>>;

/** By the customs of NO_COLOR, FORCE_COLOR, COLORTERM and TERM. */
export const depthOf = (env: Readonly<Record<string, string | undefined>>): Depth => {
  const { TERM = "", COLORTERM = "", NO_COLOR, FORCE_COLOR } = env;
  if (TERM === "dumb") return "plain";
  if (NO_COLOR || FORCE_COLOR === "0") return "attributes";
  if (FORCE_COLOR === "3" || /^(?:truecolor|24bit)$/iu.test(COLORTERM) || TERM.endsWith("-direct")) return "true";
  return FORCE_COLOR === "2" || TERM.includes("256") ? "256" : "16";
};

export const painter = (palette: Palette, depth: Depth): Paint => {
  // As they are needed: the nearest of 256 colours takes a while to find, and a start needs few.
  const sequences = new Map<Role, Sequences>();
  return (role, text) => {
    let found = sequences.get(role);
    if (found === undefined) sequences.set(role, (found = sequencesOf(palette[role], depth)));
    const { start, end } = found;
    return start === "" || text === "" ? text : start + text + end;
  };
};

interface Sequences {
  readonly start: string;
  readonly end: string;
}

const none: Sequences = { start: "", end: "" };

/** Where there are no colours, a background becomes inverse, so that what it marks is still marked. */
const sequencesOf = (look: Look, depth: Depth): Sequences => {
  if (depth === "plain") return none;
  const { bg } = look;
  const like = depth === "16" && bg !== undefined && !isOwn(bg);
  const fg = like ? legibleOn(bg) : look.fg;
  const shown = depth === "attributes" && bg !== undefined ? { ...look, inverse: true } : look;
  const codes: (readonly [string, string])[] = (Object.keys(attributes) as Attribute[])
    .filter((attribute) => shown[attribute] === true)
    .map((attribute) => attributes[attribute]);
  if (depth !== "attributes") {
    if (fg !== undefined) codes.push([colorCode(fg, depth, "fg"), "39"]);
    if (bg !== undefined) codes.push([colorCode(bg, depth, "bg"), "49"]);
  }
  if (codes.length === 0) return none;
  const ends = [...new Set(codes.map(([, end]) => end))];
  return { start: `\u001B[${codes.map(([start]) => start).join(";")}m`, end: `\u001B[${ends.join(";")}m` };
};
