/** How lists of the input look. */
import type { SelectListTheme } from "@earendil-works/pi-tui";
import type { Paint, Role } from "../theme.ts";

/** `paint` is asked at each drawing, so that a change of the theme shows. */
export const listTheme = (paint: () => Paint): SelectListTheme => {
  const as = (role: Role) => (text: string) => paint()(role, text);
  return {
    selectedPrefix: as("selected"),
    selectedText: as("selected"),
    description: as("dim"),
    scrollInfo: as("dim"),
    noMatch: as("dim"),
  };
};
