/** Words that are run: as a function, as something the shell itself does, through a wrapper, or as a program. */
import { builtinOf } from "./builtins/table.ts";
import { type Findings, unclear } from "./findings.ts";
import { judgeProgram } from "./judge-program.ts";
import { both, either, type Ends, join, type ShellState } from "./shell-state.ts";
import { type Invocation, report, reportAround, sceneOf, step, type Walk } from "./walk.ts";
import { unwrap } from "./wrappers.ts";

export const runWords = (walk: Walk, invocation: Invocation): Ends => {
  const { found, words, state } = invocation;
  if (walk.wraps >= maxWraps) {
    unclear(found, "it wraps commands too deeply to be followed");
    report(walk, found, words);
    return both(state);
  }
  walk.wraps += 1;
  const ends = runOnce(walk, invocation);
  walk.wraps -= 1;
  return ends;
};

const maxWraps = 60;

const runOnce = (walk: Walk, invocation: Invocation): Ends => {
  const { words, state, found, noFunctions } = invocation;
  const [first, ...rest] = words;
  if (first === undefined || !step(walk)) {
    reportAround(walk, found, words);
    return both(state);
  }
  const name = programName(first.text);
  if (first.unknown !== undefined || first.pattern !== undefined) {
    found.effects.add("execute");
    unclear(found, first.unknown ?? `which program ${first.text} is, is not known`);
    report(walk, found, words);
    return both({ ...state, places: [] });
  }
  const body = noFunctions === true ? undefined : state.functions.get(first.text);
  if (body === "unclear") unclear(found, `${name} may be a function or a program`);
  else if (body !== undefined) return call(walk, first.text, invocation);
  const builtin = first.text.includes("/") ? undefined : builtinOf(name);
  if (builtin !== undefined) return builtin(walk, { ...invocation, words: rest }, runWords);
  if (state.strange !== undefined) found.effects.add("execute");
  const wrapped = unwrap(walk, { ...invocation, words: [{ ...first, text: name }, ...rest] }, runWords);
  if (wrapped) return both(state);
  judgeProgram(found, name, rest, sceneOf(walk, state));
  report(walk, found, [{ text: name }, ...rest]);
  return both(after(name, found, state));
};

// A link that the line makes leads elsewhere than its letters say.
const after = (name: string, found: Findings, state: ShellState): ShellState =>
  name === "ln" ? { ...state, links: [...state.links, ...found.writes] } : state;

/** The name under which a program is judged: a path only where it lies in no directory of the system. */
const programName = (text: string): string => /^\/(?:usr\/(?:local\/)?)?s?bin\/([^/]+)$/u.exec(text)?.[1] ?? text;

const call = (walk: Walk, name: string, { state, found, words, input }: Invocation): Ends => {
  const body = state.functions.get(name);
  const forks = walk.calls.get(name);
  if (forks !== undefined || body === undefined || body === "unclear" || walk.calls.size >= maxCalls) {
    if (forks !== undefined && walk.forks > forks)
      found.destroys ??= "it would start processes without end (a fork bomb)";
    else unclear(found, `the function ${name} calls itself`);
    report(walk, found, words);
    return both(state);
  }
  reportAround(walk, found, words);
  const { escapes } = walk;
  walk.escapes = [];
  walk.calls.set(name, walk.forks);
  const ends = walk.nodes(walk, [body], state, input);
  walk.calls.delete(name);
  const left = walk.escapes.reduce(join, either(ends));
  walk.escapes = escapes;
  return left === either(ends) ? ends : both(left);
};

const maxCalls = 12;
