/** What changes how the shell reads a line, and the tests in which it reckons. */
import { unclear } from "../findings.ts";
import { withVariable } from "../shell-state.ts";
import { type Builtin, done } from "./builtin.ts";

export const set: Builtin = (walk, invocation) => {
  const { words, found } = invocation;
  const plain = words.every(
    ({ text, unknown }) =>
      unknown === undefined && /^(?:[-+][efuxvhBbo]+|pipefail|errexit|nounset|xtrace|noglob)$/u.test(text),
  );
  if (!plain && words[0]?.text !== "--") unclear(found, "set changes how the shell reads what follows");
  return done(walk, "set", invocation);
};

export const shopt: Builtin = (walk, invocation) => {
  const quiet = invocation.words.every(({ text }) =>
    /^(?:-[qsu]|nullglob|failglob|nocasematch|inherit_errexit|lastpipe)$/u.test(text),
  );
  if (!quiet) unclear(invocation.found, "shopt changes how the shell reads what follows");
  return done(walk, "shopt", invocation);
};

export const odd =
  (name: string, why: string): Builtin =>
  (walk, invocation) => {
    if (invocation.words.length > 0) unclear(invocation.found, why);
    return done(walk, name, invocation);
  };

// A subscript is arithmetic, and arithmetic runs substitutions, even those that stand in quotes.
export const test =
  (name: string): Builtin =>
  (walk, invocation) => {
    const { found, words } = invocation;
    if (words.some(({ text, unknown }) => unknown === undefined && /\[.*(?:\$\(|`)/su.test(text))) {
      unclear(found, `a subscript in ${name} runs a command`);
    }
    const variable = name === "printf" && words[0]?.text === "-v" ? words[1]?.text : undefined;
    return done(
      walk,
      name,
      invocation,
      variable === undefined ? undefined : withVariable(invocation.state, variable, undefined),
    );
  };
