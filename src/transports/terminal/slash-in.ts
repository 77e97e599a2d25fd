/** Tells commands, which begin with a slash, from what is said to a model. */

/** The command that a message is, or undefined when it is said to the model. A path such as `/etc/hosts` is no command. */
export const slashIn = (message: string): { readonly name: string; readonly argument: string } | undefined => {
  const [, name, argument = ""] = /^\/([\w?][\w-]*)(?:\s+(.*))?$/su.exec(message) ?? [];
  return name === undefined ? undefined : { name, argument: argument.trim() };
};
