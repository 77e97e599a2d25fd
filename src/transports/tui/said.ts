/** What becomes of a message: a command is done, a skill and all else is said to the model. */
import { runCommand } from "./commands/run-command.ts";
import { screenCommands } from "./commands/screen-commands.ts";
import type { CommandHint, Said } from "./input/composer-port.ts";
import type { Screen } from "./screen.ts";
import type { Shell } from "./shell.ts";
import type { Talk } from "./talk.ts";

export interface Saying {
  readonly say: (said: Said, steer: boolean) => Promise<void>;
  /** What can be completed after a slash. */
  readonly hints: () => readonly CommandHint[];
}

export const saying = (screen: Screen, talk: Talk, shell: Shell): Saying => {
  let skills: readonly CommandHint[] = [];
  const learn = async (): Promise<void> => {
    const known = await screen.desk.skills();
    skills = known.map(({ name, description }) => ({ name, about: description }));
  };
  return {
    say: async ({ text, parts, command }, steer) => {
      if (command !== undefined && (await runCommand(screen, text))) return;
      const ran = shell.told();
      await talk.say(ran === undefined ? parts : [{ type: "text", text: `${ran}\n\n` }, ...parts], steer);
    },
    hints: () => {
      void learn().catch(() => {});
      const commands = screenCommands.map(({ name, takes, about, choices }) => ({
        name,
        takes,
        about,
        ...(choices !== undefined && { choices: () => choices(screen) }),
      }));
      return [...commands, ...skills];
    },
  };
};
