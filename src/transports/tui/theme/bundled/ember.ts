/** The theme ember: red and amber. What it lacks is that of the default. */
import type { ThemeFile } from "../read-theme.ts";

export const emberDark: ThemeFile = {
  name: "ember",
  for: "dark",
  colors: {
    accent: { fg: "#ffaf5f" },
    user: { fg: "#ffd7af", bold: true },
    success: { fg: "#afd75f" },
    warning: { fg: "#ffd75f" },
    error: { fg: "#ff875f" },
    heading: { fg: "#ffaf87", bold: true },
    link: { fg: "#ffaf5f", underline: true },
    code: { fg: "#d7d787" },
    selected: { fg: "#ffffff", bg: "#5f0000", bold: true },
    effect: { fg: "#d7afaf" },
    added: { fg: "#afd75f" },
    removed: { fg: "#ff875f" },
    keyword: { fg: "#ff875f" },
    string: { fg: "#d7d787" },
    number: { fg: "#ffd75f" },
    name: { fg: "#ffaf87" },
  },
};

export const emberLight: ThemeFile = {
  name: "ember",
  for: "light",
  colors: {
    accent: { fg: "#af0000" },
    user: { fg: "#5f0000", bold: true },
    success: { fg: "#5f5f00" },
    warning: { fg: "#875f00" },
    error: { fg: "#af0000" },
    heading: { fg: "#870000", bold: true },
    link: { fg: "#870000", underline: true },
    code: { fg: "#875f00" },
    selected: { fg: "#000000", bg: "#ffd7af", bold: true },
    effect: { fg: "#5f005f" },
    keyword: { fg: "#870000" },
    string: { fg: "#5f5f00" },
    number: { fg: "#875f00" },
    name: { fg: "#5f005f" },
  },
};
