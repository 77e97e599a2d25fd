/** The skill `review`: reads a change as a stranger would and says what is wrong with it; it changes nothing. */
import type { BuiltIn } from "./built-in.ts";

export const review: BuiltIn = {
  name: "review",
  description:
    "Review a change, or files: real faults with the place and the proof, worst first. It changes nothing. Use it when you are asked for a review, or before you call larger work done.",
  argumentHint: "[files, a branch, or a commit]",
  allowedTools: [
    "Read",
    ...["status", "diff", "log", "show", "blame", "branch --list", "merge-base", "rev-parse", "ls-files", "grep"].map(
      (command) => `Bash(git ${command}:*)`,
    ),
  ],
  forks: true,
  text: `Review this: $ARGUMENTS

If nothing is named, it is the change that is not committed yet (\`git diff HEAD\`, and new files that \`git status --short\` shows); if there is none, the last commit.

1. Read the change whole, and around each place as much as you need to judge it: the callers, the tests, what the code promises elsewhere.
2. Look for what would hurt: wrong results, lost data, crashes, races, holes in security, broken promises to callers, errors that are swallowed, cases that no test covers, words that do not match the code. Then for what makes it harder to live with: needless parts, names that mislead, the same thing twice.
3. Prove each finding before you tell it: follow the values through the code and name an input that goes wrong. Drop what you cannot prove; a guess is marked as one. Taste is no finding.

Answer with the findings, worst first, each with path:line, what happens and for which input, and what would be right. Then one sentence on whether you would merge it. If there is nothing to find, say so in one sentence. Change nothing.`,
};
