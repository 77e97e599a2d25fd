/** Gives the terminal back to the shell, until `fg`. */
import { once } from "node:events";
import type { TUI } from "@earendil-works/pi-tui";

/** Resolves when the program goes on; what is on the screen is then drawn anew below what the shell wrote. */
export const suspendTerminal = async (tui: TUI): Promise<void> => {
  tui.stop({ preserveScreen: true });
  const goesOn = once(process, "SIGCONT");
  // Without the terminal nothing else may keep this process from ending when it goes on.
  const alive = setInterval(() => {}, 1_000);
  // The whole job, as the terminal does it: a program that started this one waits for it.
  process.kill(0, "SIGTSTP");
  await goesOn;
  clearInterval(alive);
  tui.start();
  // A drawing that was asked for and not done before keeps pi-tui from planning another.
  tui.renderNow();
};
