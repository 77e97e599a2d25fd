/** Colours of a theme: names of the sixteen, numbers of the 256, `#rrggbb`; and what of them a terminal can show. */
import { contrast, type Rgb } from "./dark-or-light.ts";

/** A name of the sixteen, a number from 0 to 255, or `#rrggbb`. */
export type Color = string | number;

export const isColor = (value: unknown): value is Color =>
  typeof value === "number"
    ? Number.isInteger(value) && value >= 0 && value <= 255
    : typeof value === "string" && (/^#[0-9a-f]{6}$/iu.test(value) || names.includes(value));

/** The order in which terminals count them; `gray` is bright black. */
export const names: readonly string[] = [
  "black",
  "red",
  "green",
  "yellow",
  "blue",
  "magenta",
  "cyan",
  "white",
  "gray",
  "bright-red",
  "bright-green",
  "bright-yellow",
  "bright-blue",
  "bright-magenta",
  "bright-cyan",
  "bright-white",
];

/** The parameters of SGR that set the colour; a terminal's own sixteen stay what they are there. */
export const colorCode = (color: Color, depth: "16" | "256" | "true", ground: "fg" | "bg"): string => {
  const number = shownNumber(color, depth);
  const [own, bright, any] = ground === "fg" ? [30, 90, 38] : [40, 100, 48];
  if (number === undefined) {
    const { r, g, b } = rgbOf(color);
    return `${any};2;${r};${g};${b}`;
  }
  if (number >= 16) return `${any};5;${number}`;
  return String(number < 8 ? own + number : bright + number - 8);
};

/** Which of the terminal's numbered colours is shown; undefined when it can show the colour itself. */
const shownNumber = (color: Color, depth: "16" | "256" | "true"): number | undefined => {
  const number = typeof color === "number" ? color : names.indexOf(color);
  if (number >= 0 && (number < 16 || depth !== "16")) return number;
  if (depth === "true") return undefined;
  return depth === "256" ? nearest(rgbOf(color), 16, 255) : sixteenth(rgbOf(color));
};

/** Whether it is one of the sixteen that a terminal has its own colours for. */
export const isOwn = (color: Color): boolean => (typeof color === "number" ? color < 16 : names.includes(color));

/** On a background that is only like the one asked for, the text is black or white, whichever stands out. */
export const legibleOn = (background: Color): Color => {
  const shown = rgbOf(shownNumber(background, "16") ?? 0);
  return contrast(shown, rgbOf("black")) >= contrast(shown, rgbOf("bright-white")) ? "black" : "bright-white";
};

/** The sixteen as xterm has them, https://en.wikipedia.org/wiki/ANSI_escape_code#Colors */
export const rgbOf = (color: Color): Rgb => {
  if (typeof color === "string" && color.startsWith("#")) return packed(Number.parseInt(color.slice(1), 16));
  return indexed(typeof color === "number" ? color : names.indexOf(color));
};

const indexed = (number: number): Rgb => {
  if (number < 16) return packed(sixteen[number] ?? 0);
  if (number >= 232) return gray(8 + 10 * (number - 232));
  const place = number - 16;
  return { r: step(Math.floor(place / 36)), g: step(Math.floor(place / 6) % 6), b: step(place % 6) };
};

const sixteen = [
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00,
  0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];

const packed = (bits: number): Rgb => ({ r: (bits >> 16) & 255, g: (bits >> 8) & 255, b: bits & 255 });
const gray = (level: number): Rgb => ({ r: level, g: level, b: level });
const step = (level: number): number => (level === 0 ? 0 : 55 + 40 * level);

/** By hue, which tells the roles apart; the nearest of the sixteen would be a gray for most colours. */
const sixteenth = ({ r, g, b }: Rgb): number => {
  const [least, most] = [Math.min(r, g, b), Math.max(r, g, b)];
  if (most - least < grayish) return grays.find(([upTo]) => most <= upTo)?.[1] ?? 15;
  const middle = (least + most) / 2;
  const hue = (r >= middle ? 1 : 0) + (g >= middle ? 2 : 0) + (b >= middle ? 4 : 0);
  return most > brightFrom ? hue + 8 : hue;
};

const grayish = 40;
const brightFrom = 0xbf;
const grays = [
  [0x38, 0],
  [0xa8, 8],
  [0xe8, 7],
] as const;

const nearest = (rgb: Rgb, from: number, to: number): number => {
  let best = from;
  for (let number = from + 1; number <= to; number += 1)
    if (distance(rgb, indexed(number)) < distance(rgb, indexed(best))) best = number;
  return best;
};

const distance = (one: Rgb, other: Rgb): number =>
  (one.r - other.r) ** 2 + (one.g - other.g) ** 2 + (one.b - other.b) ** 2;
