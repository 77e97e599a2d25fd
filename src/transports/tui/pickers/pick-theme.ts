/** Lets a person choose a theme, which the screen already wears while it is only selected. */
import type { Screen } from "../screen.ts";
import type { Theme } from "../theme.ts";
import { pick } from "./pick.ts";

/** Undefined when they left; the screen then has the theme that it had. */
export const pickTheme = async (screen: Screen): Promise<Theme | undefined> => {
  const now = screen.theme();
  const themes = await screen.desk.themes();
  const theme = await pick(screen, {
    title: "Theme",
    rows: themes.map((value) => ({ value, label: value.name, about: `for ${value.for} terminals` })),
    at: themes.findIndex(({ name }) => name === now.name),
    moved: screen.setTheme,
  });
  if (theme === undefined) screen.setTheme(now);
  return theme;
};
