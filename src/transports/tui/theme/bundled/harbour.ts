/** The theme harbour: blue and green. What it lacks is that of the default. */
import type { ThemeFile } from "../read-theme.ts";

export const harbourDark: ThemeFile = {
  name: "harbour",
  for: "dark",
  colors: {
    accent: { fg: "#5fd7d7" },
    user: { fg: "#87d7d7", bold: true },
    success: { fg: "#87d7af" },
    warning: { fg: "#d7d787" },
    error: { fg: "#ff8787" },
    heading: { fg: "#5fd7af", bold: true },
    link: { fg: "#5fd7ff", underline: true },
    code: { fg: "#87d7ff" },
    selected: { fg: "#ffffff", bg: "#005f5f", bold: true },
    effect: { fg: "#87afff" },
    addedWord: { fg: "#d7ffd7", bg: "#005f5f" },
    keyword: { fg: "#5fafff" },
    string: { fg: "#87d7af" },
    number: { fg: "#afd7ff" },
    name: { fg: "#5fd7d7" },
  },
};

export const harbourLight: ThemeFile = {
  name: "harbour",
  for: "light",
  colors: {
    accent: { fg: "#005f87" },
    user: { fg: "#005f5f", bold: true },
    success: { fg: "#005f5f" },
    warning: { fg: "#5f5f00" },
    error: { fg: "#af005f" },
    heading: { fg: "#005f5f", bold: true },
    link: { fg: "#005f87", underline: true },
    code: { fg: "#005f87" },
    selected: { fg: "#000000", bg: "#afd7d7", bold: true },
    effect: { fg: "#00005f" },
    added: { fg: "#005f5f" },
    removed: { fg: "#af005f" },
    addedWord: { fg: "#005f5f", bg: "#d7ffff" },
    removedWord: { fg: "#870000", bg: "#ffd7d7" },
    keyword: { fg: "#00005f" },
    string: { fg: "#005f5f" },
    number: { fg: "#5f5f00" },
    name: { fg: "#005f87" },
  },
};
