/** The skill `commit`: what belongs together becomes one commit with a message that says why. */
import type { BuiltIn } from "./built-in.ts";

export const commit: BuiltIn = {
  name: "commit",
  description:
    "Commit the present changes with git: what belongs together, with a message that says why. Use it whenever you are asked to commit.",
  argumentHint: "[what to commit, or what to say]",
  text: `Commit the changes in this repository. What the user wants of it: $ARGUMENTS

1. Look: \`git status --short\`, \`git diff\`, \`git diff --staged\`, and \`git log -n 10 --oneline\` for how messages are written here. Nothing to commit? Say so and stop.
2. Choose what belongs together. If something is staged, that is the choice, unless the user said otherwise; else stage by name the files that make one change. Changes that have nothing to do with each other become separate commits. Leave out what looks unintended: secrets, build output, debugging, other people's work in progress; say what you left out.
3. Write the message: a first line of at most 72 characters that says what changes, in the manner of this repository; then, unless it is plain, an empty line and why. Nothing that the diff does not do.
4. Commit. If a hook changes files or refuses, read what it says, mend what is yours, and commit again; never go around it with --no-verify.
5. Show the result: \`git log -n 1 --stat\`, and \`git status --short\` for what is left.

Do not push, amend, rebase or change the configuration of git, unless the user asked for it.`,
};
