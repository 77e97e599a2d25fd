/** The command `/doctor`: each finding as soon as there is one, as some take their time. */
import { cleanLine } from "../../terminal/clean.ts";
import type { ScreenCommand } from "../screen.ts";
import { wrap } from "../viewers/fit.ts";
import { heading } from "../viewers/scroller.ts";

export const doctorCommand: ScreenCommand = {
  name: "doctor",
  about: "what may be wrong on this machine, and what to set",
  run: async (screen) => {
    screen.print({ draw: (drawing) => [heading("/doctor", drawing)] });
    await screen.desk.report(["doctor"], (text) => {
      const lines = text.trimEnd().split("\n").map(cleanLine);
      screen.print({ draw: ({ columns }) => lines.flatMap((line) => wrap(line, columns)) });
    });
  },
};
