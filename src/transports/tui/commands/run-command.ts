/** Does what a message that begins with a slash asks of the screen. */
import { KelsonError } from "../../../contract/error.ts";
import { slashIn } from "../../terminal/slash-in.ts";
import type { Screen } from "../screen.ts";
import { nearest } from "./nearest.ts";
import { screenCommands } from "./screen-commands.ts";

/** Whether that was all; if not, it is for the model, which has skills. KelsonError `bad_input` when there is no such name. */
export const runCommand = async (screen: Screen, message: string): Promise<boolean> => {
  const slash = slashIn(message);
  if (slash === undefined) return false;
  const { name, argument } = slash;
  const command = screenCommands.find((one) => one.name === name);
  if (command !== undefined) {
    if (command.takes === undefined && argument !== "") {
      throw new KelsonError("bad_input", `/${name} takes nothing after it, got ${JSON.stringify(argument)}`);
    }
    await command.run(screen, argument);
    return true;
  }
  const skills = await screen.desk.skills();
  if (skills.some((skill) => skill.name === name)) return false;
  const near = nearest(
    name,
    [...screenCommands, ...skills].map((one) => one.name),
  );
  const help = near === undefined ? "/help and /skills list them" : `did you mean /${near}?`;
  throw new KelsonError("bad_input", `/${name} is neither a command nor a skill; ${help}`);
};
