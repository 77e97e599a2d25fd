/** Watches over guarded places while commands run, one or several at once. */
import type { GuardedPlaces } from "../guarded-places.ts";
import type { Launched } from "../launcher.ts";
import { type Guard, guard } from "./keep.ts";
import { putBack, putBackWords } from "./put-back.ts";

/** `hold` takes a picture, unless a command is under way already; what it gives is called when the command has ended. */
export interface Keeper {
  readonly hold: (places: GuardedPlaces, launched: (words: readonly string[]) => Launched) => () => void;
}

export const keeper = (): Keeper => {
  let running = 0;
  let latest: Guard | undefined;
  return {
    hold: (places, launched) => {
      if (running === 0) latest = guard(places, latest?.picture);
      running += 1;
      return () => {
        running -= 1;
        const steps = latest?.differences() ?? [];
        if (steps.length > 0) putBack(steps, launched(putBackWords()));
      };
    },
  };
};
