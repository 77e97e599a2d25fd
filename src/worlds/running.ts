/** Remembers the commands that run, so that a world can end them when it is closed. */
import type { Running } from "../contract/world.ts";

/** The commands of one world. */
export interface RunningCommands {
  readonly add: (command: Running) => Running;
  /** Kills them all and resolves when they have ended. */
  readonly end: () => Promise<void>;
}

/** An empty set of commands; one that has ended leaves it, one that comes after the end is killed. */
export const runningCommands = (): RunningCommands => {
  const all = new Set<Running>();
  let over = false;
  return {
    add: (command) => {
      all.add(command);
      if (over) command.kill();
      void command.exit.then(() => all.delete(command));
      return command;
    },
    end: async () => {
      over = true;
      for (const command of all) command.kill();
      await Promise.all([...all].map(({ exit }) => exit));
    },
  };
};
