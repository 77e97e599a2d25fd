/** Asks for a yes or a no. */
import type { Screen } from "../screen.ts";
import { pick } from "./pick.ts";

/** Leaving is a no. */
export const confirmed = async (screen: Screen, question: string): Promise<boolean> =>
  (await pick(screen, {
    title: question,
    rows: [
      { value: false, label: "no" },
      { value: true, label: "yes" },
    ],
  })) ?? false;
