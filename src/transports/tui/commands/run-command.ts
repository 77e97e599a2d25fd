/** Does what a message that begins with a slash asks for. */
import { KelsonError } from "../../../contract/error.ts";
import { slashIn } from "../../terminal/slash-in.ts";
import type { Screen } from "../screen.ts";
import { nearest } from "./nearest.ts";
import { screenCommands } from "./screen-commands.ts";

/** Whether it was a command or a skill, even one that failed or that there is none of; if not, it is for the model. */
export const runCommand = async (screen: Screen, message: string): Promise<boolean> => {
  const slash = slashIn(message);
  if (slash === undefined) return false;
  try {
    await called(screen, message, slash);
  } catch (error) {
    if (!(error instanceof KelsonError)) throw error;
    screen.tell("error", error.hint === undefined ? error.message : `${error.message} (${error.hint})`);
  }
  return true;
};

type Slash = NonNullable<ReturnType<typeof slashIn>>;

const called = async (screen: Screen, message: string, { name, argument }: Slash): Promise<void> => {
  const command = screenCommands.find((one) => one.name === name);
  if (command !== undefined) {
    if (command.takes === undefined && argument !== "") {
      throw new KelsonError("bad_input", `/${name} takes nothing after it, got ${JSON.stringify(argument)}`);
    }
    await command.run(screen, argument);
    return;
  }
  const skills = await screen.desk.skills();
  if (skills.some((skill) => skill.name === name)) {
    await screen.say(message);
    return;
  }
  const near = nearest(
    name,
    [...screenCommands, ...skills].map((one) => one.name),
  );
  const help = near === undefined ? "/help and /skills list them" : `did you mean /${near}?`;
  throw new KelsonError("bad_input", `/${name} is neither a command nor a skill; ${help}`);
};
