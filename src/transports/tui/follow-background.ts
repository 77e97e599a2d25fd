/** Wears the theme for the background that the terminal has, and follows it, until a person chooses a theme. */
import type { Screen } from "./screen.ts";
import type { Theme } from "./theme.ts";
import { darkOrLight } from "./theme/dark-or-light.ts";

/** How long the terminal may take to say which colour it has; many say nothing. */
const timeoutMs = 500;

export const followBackground = (screen: Screen, theme: (background: Theme["for"]) => Theme): void => {
  const { tui } = screen;
  let worn = screen.theme();
  const wear = (background: Theme["for"] | undefined): void => {
    if (background === undefined || screen.theme() !== worn || worn.for === background) return;
    worn = theme(background);
    screen.setTheme(worn);
  };
  // https://contour-terminal.org/vt-extensions/color-palette-update-notifications/
  tui.onTerminalColorSchemeChange(wear);
  tui.setTerminalColorSchemeNotifications(true);
  void tui.queryTerminalBackgroundColor({ timeoutMs }).then((color) => wear(color && darkOrLight(color)));
};
