/** What runs something in the shell itself, and what leaves it. */
import { processPath } from "../expand.ts";
import { unclear } from "../findings.ts";
import { flags, readFlags } from "../flags.ts";
import { both } from "../shell-state.ts";
import { withStrange } from "../strange.ts";
import { nowhere, report, reportAround, runScript } from "../walk.ts";
import { type Builtin, done } from "./builtin.ts";

export const evaluate: Builtin = (walk, { words, state, found, input }) => {
  const unknown = words.find((word) => word.unknown !== undefined)?.unknown;
  if (unknown !== undefined) {
    found.effects.add("execute");
    unclear(found, unknown);
    report(walk, found, [{ text: "eval" }, ...words]);
    return both({ ...state, places: [], functions: new Map() });
  }
  const ends = runScript(walk, words.map(({ text }) => text).join(" "), { state, found, input });
  reportAround(walk, found, [{ text: "eval" }, ...words]);
  return ends;
};

export const source: Builtin = (walk, invocation) => {
  const { state, found, words } = invocation;
  found.effects.add("execute");
  for (const { text, unknown } of words) {
    if (unknown !== undefined) unclear(found, unknown);
    else if (text === processPath) unclear(found, "source runs what another command prints");
  }
  return done(walk, "source", invocation, withStrange({ ...state, places: [] }, "what is sourced"));
};

export const trap: Builtin = (walk, invocation) => {
  const [action] = invocation.words;
  if (action?.unknown !== undefined) unclear(invocation.found, action.unknown);
  else if (action !== undefined && !/^(?:-.*|)$/u.test(action.text)) runScript(walk, action.text, invocation);
  return done(walk, "trap", invocation);
};

export const leave =
  (name: "exit" | "return" | "break" | "continue"): Builtin =>
  (walk, invocation) => {
    const { words, state } = invocation;
    done(walk, name, invocation);
    const possible = name === "exit" || (name === "return" ? walk.calls.size > 0 : walk.loops > 0);
    if (!possible || words.length > 1 || !/^\d*$/u.test(words[0]?.text ?? "")) return both(state);
    if (name !== "exit") walk.escapes.push(state);
    return nowhere(state);
  };

export const exec: Builtin = (walk, invocation, run) => {
  const { operands, strange } = readFlags(invocation.words, flags("-c -l -a="), true);
  if (strange !== undefined) unclear(invocation.found, strange);
  if (operands.length === 0) return done(walk, "exec", invocation);
  run(walk, { ...invocation, words: operands, noFunctions: true });
  // Where there is no such program the shell may go on.
  return both(invocation.state);
};

export const direct =
  (name: "command" | "builtin"): Builtin =>
  (walk, invocation, run) => {
    const [first, ...rest] = invocation.words;
    if (name === "command" && /^-[vV]$/u.test(first?.text ?? "")) {
      invocation.found.effects.add("read");
      return done(walk, name, invocation);
    }
    const words = first?.text === "-p" || first?.text === "--" ? rest : invocation.words;
    return run(walk, { ...invocation, words, noFunctions: true });
  };
