/** `sh -c '…'`, and shells that read their script from a pipe or a here-document. */
import { type Field, processPath } from "./expand.ts";
import { touch, unclear } from "./findings.ts";
import { type Invocation, reportAround, runScript, sceneOf, type Walk } from "./walk.ts";

export const shells: ReadonlySet<string> = new Set("sh bash dash ash zsh ksh mksh fish csh tcsh rbash".split(" "));

/** Walks the script that the shell runs. */
export const unwrapShell = (walk: Walk, invocation: Invocation, name: string): boolean => {
  const { found, words } = invocation;
  const full = [{ text: name }, ...words];
  const { script, file, odd } = readWords(words);
  if (odd !== undefined) unclear(found, odd);
  if (script !== undefined) runText(walk, invocation, name, script);
  else if (file !== undefined) {
    found.effects.add("execute");
    if (file.text === processPath) unclear(found, `${name} runs what another command prints`);
    touch(found, "read", file, sceneOf(walk, invocation.state));
  } else fromInput(walk, invocation, name);
  reportAround(walk, found, full);
  return true;
};

const runText = (walk: Walk, { found, state, input }: Invocation, name: string, { text, unknown }: Field): void => {
  if (unknown !== undefined) {
    found.effects.add("execute");
    return unclear(found, unknown);
  }
  if (foreign.has(name)) unclear(found, `${name} reads scripts in its own way`);
  if (name !== "bash" && differs.test(text)) unclear(found, `${name} may read the script in another way than bash`);
  // Only what is exported is known there, and which that is, is not followed.
  const names = [...state.variables.keys()].filter((variable) => variable !== "HOME");
  const variables = new Map([...state.variables, ...names.map((variable) => [variable, undefined] as const)]);
  runScript(walk, text, { found, input, state: { ...state, variables, functions: new Map() } });
};

const foreign = new Set(["zsh", "ksh", "mksh", "fish", "csh", "tcsh"]);
const differs = /\$['"]|[<>]\(|&>|\{[^}\s]*(?:,|\.\.)|\[\[|<<<|\bfunction\b|\(\(|\|&|>&\s*[^\d\s-]/u;

const fromInput = (walk: Walk, invocation: Invocation, name: string): void => {
  const { input, found } = invocation;
  found.effects.add("execute");
  if (input?.text !== undefined) runText(walk, { ...invocation, input: undefined }, name, { text: input.text });
  if (input?.text === undefined || input.from !== "a here-document") {
    unclear(
      found,
      input === undefined ? `${name} runs what is typed` : `${name} runs what it reads from ${input.from}`,
    );
  }
};

const readWords = (
  words: readonly Field[],
): { readonly script?: Field; readonly file?: Field; readonly odd?: string } => {
  let odd: string | undefined;
  let takesScript = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Field;
    if (word.unknown === undefined && /^[-+][A-Za-z]+$/u.test(word.text)) {
      if (word.text.includes("c")) takesScript = true;
      if (word.text.includes("s") && !takesScript) return odd === undefined ? {} : { odd };
      if (/[^cleuxvs]/u.test(word.text.slice(1).replace("o", ""))) odd ??= `${word.text} changes how the shell reads`;
      if (word.text.includes("o")) at += 1;
      continue;
    }
    if (["--norc", "--noprofile", "--login", "--posix"].includes(word.text)) continue;
    if (word.text.startsWith("--") && word.text.length > 2) odd ??= `${word.text} is not followed`;
    const script = word.text === "--" ? words[at + 1] : word;
    if (script === undefined) break;
    return { ...(takesScript ? { script } : { file: script }), ...(odd === undefined ? {} : { odd }) };
  }
  if (takesScript) odd ??= "it has no script";
  return odd === undefined ? {} : { odd };
};
