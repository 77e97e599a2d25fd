/** Gives the terminal back to the shell, until `fg`. */
import { once } from "node:events";
import { TuiMainScreen, type TUI } from "@earendil-works/pi-tui";

/** Resolves when the program goes on; what is on the screen is then drawn anew below what the shell wrote. */
export const suspendTerminal = async (tui: TUI): Promise<void> => {
  tui.stop();
  const goesOn = once(process, "SIGCONT");
  // Without the terminal nothing else may keep this process from ending when it goes on.
  const alive = setInterval(() => {}, 1_000);
  // The whole job, as the terminal does it: a program that started this one waits for it.
  process.kill(0, "SIGTSTP");
  await goesOn;
  clearInterval(alive);
  if (tui instanceof TuiMainScreen) tui.restoreRenderState(nothingDrawn);
  tui.start();
  // A drawing that was asked for and not done before keeps pi-tui from planning another.
  tui.renderNow();
};

/** Drawing all of it by force would empty the scrollback. */
const nothingDrawn = {
  previousLines: [],
  previousWidth: 0,
  previousHeight: 0,
  cursorRow: 0,
  hardwareCursorRow: 0,
  maxLinesRendered: 0,
  previousViewportTop: 0,
};
