/** Whether a terminal is dark or light, by its background. */

/** Each from 0 to 255. */
export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** Dark where white text has the better contrast. */
export const darkOrLight = (background: Rgb | undefined): "dark" | "light" =>
  background === undefined || contrast(background, white) >= contrast(background, black) ? "dark" : "light";

const white: Rgb = { r: 255, g: 255, b: 255 };
const black: Rgb = { r: 0, g: 0, b: 0 };

/** From 1 to 21, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export const contrast = (one: Rgb, other: Rgb): number => {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

const luminance = ({ r, g, b }: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
