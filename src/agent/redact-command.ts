/** Takes the secrets out of what a command says before it is posted: the inbox of a store forgets as little as its logs. */
import type { Command } from "../contract/command.ts";
import type { Redactor } from "../contract/redactor.ts";

export const redactCommand = (command: Command, redactor: Redactor | undefined): Command => {
  if (redactor === undefined) return command;
  // Ids are how the outcome is asked for.
  const { id, type, ...said } = command;
  return { ...redactor.json(said).value, id, type } as Command;
};
