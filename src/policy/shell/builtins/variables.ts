/** What the shell remembers. */
import { changesPrograms, isQuiet } from "../environment.ts";
import type { Field } from "../expand.ts";
import { type Findings, unclear } from "../findings.ts";
import { flags, readFlags } from "../flags.ts";
import { type ShellState, valueOf, withVariable } from "../shell-state.ts";
import { withStrange } from "../strange.ts";
import { type Builtin, done } from "./builtin.ts";

export const declare =
  (name: string): Builtin =>
  (walk, invocation) => {
    const { found, words } = invocation;
    let { state } = invocation;
    const exports = name === "export" || words.some(({ text }) => /^-\w*x/u.test(text));
    for (const word of words) {
      const text = word.unknown === undefined ? word.text : (word.prefix ?? "");
      if (/^[-+][xrgpaA]+$/u.test(text)) continue;
      const [, variable, plus, value] = /^([A-Za-z_]\w*)(?:(\+?)=(.*))?$/su.exec(text) ?? [];
      if (variable === undefined || (word.unknown !== undefined && value === undefined)) {
        unclear(found, word.unknown ?? `${name} ${text} is not followed`);
        continue;
      }
      state = declared(
        found,
        {
          variable,
          value: plus === "" && word.unknown === undefined ? value : undefined,
          exports,
          assigns: value !== undefined,
        },
        state,
      );
    }
    return done(walk, name, { ...invocation, state });
  };

const declared = (
  found: Findings,
  {
    variable,
    value,
    exports,
    assigns,
  }: { variable: string; value: string | undefined; exports: boolean; assigns: boolean },
  state: ShellState,
): ShellState => {
  if (value !== undefined && /\$\(|`/u.test(value)) unclear(found, `${variable} is given text that a shell could run`);
  if (variable === "IFS") unclear(found, "IFS is changed, so words are split in another way");
  const next = assigns ? withVariable(state, variable, value) : state;
  const known = valueOf(next, variable);
  const heeded = exports
    ? !isQuiet(variable, typeof known === "string" ? known : undefined)
    : changesPrograms(variable);
  return heeded && (assigns || exports) ? withStrange(next, variable) : next;
};

/** Sets the variables it names to what it reads or reckons. */
export const sets =
  (name: string, operandsOf: (words: readonly Field[]) => readonly Field[]): Builtin =>
  (walk, invocation) => {
    const { found, words } = invocation;
    let { state } = invocation;
    for (const { text, unknown } of operandsOf(words)) {
      const variable = /^[A-Za-z_]\w*/u.exec(text)?.[0];
      if (unknown !== undefined || variable === undefined) unclear(found, unknown ?? `${name} ${text} is not followed`);
      else
        state = changesPrograms(variable)
          ? withStrange(withVariable(state, variable, undefined), variable)
          : withVariable(state, variable, undefined);
    }
    return done(walk, name, { ...invocation, state });
  };

export const readOperands = (words: readonly Field[]): readonly Field[] => {
  const { operands, strange } = readFlags(words, flags("-r -s -e -a= -d= -i= -n= -N= -p= -t= -u= -O= -c= -C= -s="));
  if (strange !== undefined) return [{ text: "", unknown: strange }];
  const array = words.findIndex(({ text }) => text === "-a");
  return [...operands, ...(array === -1 ? [{ text: "REPLY" }] : words.slice(array + 1, array + 2))];
};

export const unset: Builtin = (walk, invocation) => {
  let { state } = invocation;
  for (const { text, unknown } of invocation.words) {
    if (unknown !== undefined) unclear(invocation.found, unknown);
    if (text.startsWith("-")) continue;
    const functions = new Map(state.functions);
    if (functions.has(text)) functions.set(text, "unclear");
    state = { ...withVariable(state, text, undefined), functions };
  }
  return done(walk, "unset", { ...invocation, state });
};

/** `let` with plain sums; arithmetic can run commands, so the rest is not followed. */
export const reckon: Builtin = (walk, invocation) => {
  let { state } = invocation;
  for (const { text, unknown } of invocation.words) {
    const variable = /^([A-Za-z_]\w*)(?:[-+*/%]?=[\w+*/ -]+|\+\+|--)$/u.exec(text)?.[1];
    if (unknown !== undefined || variable === undefined)
      unclear(invocation.found, unknown ?? `let ${text} is not followed`);
    else state = withVariable(state, variable, undefined);
  }
  return done(walk, "let", { ...invocation, state });
};
