/** What becomes of a message: a command is done, a skill and all else is said to the model. */
import type { CommandHint, Said } from "./input/composer-port.ts";
import type { Screen, ScreenCommand } from "./screen.ts";
import type { Shell } from "./shell.ts";
import type { Talk } from "./talk.ts";

export interface SaidParts {
  readonly screen: Screen;
  readonly talk: Talk;
  readonly shell: Shell;
  readonly commands: readonly ScreenCommand[];
}

export interface Saying {
  readonly saying: (said: Said, steer: boolean) => Promise<void>;
  readonly commandHints: () => readonly CommandHint[];
}

export const said = ({ screen, talk, shell, commands }: SaidParts): Saying => {
  let skills: readonly CommandHint[] = [];
  const learn = async (): Promise<void> => {
    const known = await screen.desk.skills();
    skills = known.map(({ name, description }) => ({ name, about: description }));
  };
  return {
    saying: async ({ text, parts }, steer) => {
      const [, name, argument = ""] = /^\/([\w?][\w-]*)(?:\s+(.*))?$/su.exec(text) ?? [];
      const command = commands.find((one) => one.name === name);
      if (command !== undefined) return command.run(screen, argument.trim());
      if (name !== undefined) {
        await learn();
        if (skills.every((skill) => skill.name !== name)) {
          return screen.tell("error", `/${name} is neither a command nor a skill; /help and /skills list them`);
        }
      }
      const ran = shell.told();
      await talk.say(ran === undefined ? parts : [{ type: "text", text: `${ran}\n\n` }, ...parts], steer);
    },
    commandHints: () => {
      void learn().catch(() => {});
      return [
        ...commands.map(({ choices, ...command }) => ({
          ...command,
          ...(choices !== undefined && { choices: () => choices(screen) }),
        })),
        ...skills,
      ];
    },
  };
};
