/** Programs that run another command: taken off, so that the command itself is judged. */
import type { Field } from "./expand.ts";
import { changesPrograms, isQuiet } from "./environment.ts";
import { findings, unclear } from "./findings.ts";
import { type Arguments, flags, type Flags, hasFlag, readFlags } from "./flags.ts";
import { unwrapFind } from "./unwrap-find.ts";
import { shells, unwrapShell } from "./unwrap-shell.ts";
import { type Ends } from "./shell-state.ts";
import { type Invocation, report, reportAround, runScript, type Walk } from "./walk.ts";

type Run = (walk: Walk, invocation: Invocation) => Ends;

/** Runs what the words wrap; false when they wrap nothing. */
export const unwrap = (walk: Walk, invocation: Invocation, run: Run): boolean => {
  const [first, ...words] = invocation.words;
  const name = first?.text ?? "";
  if (shells.has(name)) return unwrapShell(walk, { ...invocation, words }, name);
  if (name === "find") return unwrapFind(walk, { ...invocation, words }, run);
  if (name === "git") return aliases(walk, { ...invocation, words });
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  if (wrapper === undefined) return false;
  const given = readFlags(words, wrapper.flags, true);
  if (given.strange !== undefined) unclear(invocation.found, given.strange);
  for (const effect of wrapper.execute === true ? (["execute"] as const) : []) invocation.found.effects.add(effect);
  return wrapper.unwrap(walk, { ...invocation, words }, { given, run, name, skip: wrapper.skip ?? 0 });
};

interface Unwrapping {
  readonly given: Arguments;
  readonly run: Run;
  readonly name: string;
  /** How many operands stand before the command. */
  readonly skip: number;
}

interface Wrapper {
  readonly flags: Flags;
  readonly skip?: number;
  readonly execute?: true;
  readonly unwrap: (walk: Walk, invocation: Invocation, unwrapping: Unwrapping) => boolean;
}

const command: Wrapper["unwrap"] = (walk, invocation, { given, run, name, skip }) => {
  const words = given.operands.slice(skip);
  const before = given.operands.slice(0, skip).find(({ unknown }) => unknown !== undefined)?.unknown;
  if (before !== undefined) unclear(invocation.found, before);
  if (words.length === 0) report(walk, invocation.found, [{ text: name }, ...invocation.words]);
  else run(walk, { ...invocation, words, noFunctions: true });
  return true;
};

// sudo and env take assignments before the command; what sudo reads as flags of a shell is not followed.
const withAssignments: Wrapper["unwrap"] = (walk, invocation, unwrapping) => {
  const { given, name } = unwrapping;
  let skip = 0;
  for (const { text, unknown, prefix } of given.operands) {
    const [, variable, value] = /^([A-Za-z_]\w*)=(.*)$/su.exec(unknown === undefined ? text : (prefix ?? "")) ?? [];
    if (variable === undefined) break;
    skip += 1;
    if (changesPrograms(variable) || !isQuiet(variable, value)) invocation.found.effects.add("execute");
  }
  if (name === "env" && given.operands.length === skip) invocation.found.effects.add("read");
  const split = given.flags.find(({ name: flag }) => flag === "-S" || flag === "--split-string")?.value;
  if (split !== undefined) return scriptOf(walk, invocation, [split, ...given.operands]);
  const moved = hasFlag(given, "-C", "--chdir", "-D", "-R", "--chroot");
  const state = moved ? { ...invocation.state, places: [] } : invocation.state;
  return command(walk, { ...invocation, state }, { ...unwrapping, skip });
};

const scriptOf = (walk: Walk, invocation: Invocation, words: readonly Field[]): boolean => {
  const { found, state, input } = invocation;
  const unknown = words.find((word) => word.unknown !== undefined)?.unknown;
  if (unknown !== undefined) unclear(found, unknown);
  else runScript(walk, words.map(({ text }) => text).join(" "), { found, state, input });
  found.effects.add("execute");
  report(walk, found, invocation.words);
  return true;
};

const script: Wrapper["unwrap"] = (walk, invocation, { given }) => scriptOf(walk, invocation, given.operands);

// `su -c`, `script -c`: the flag's value is the script.
const scriptFlag: Wrapper["unwrap"] = (walk, invocation, { given, name }) => {
  const value = given.flags.find(({ name: flag }) => flag === "-c" || flag === "--command")?.value;
  if (value !== undefined) return scriptOf(walk, invocation, [value]);
  report(walk, invocation.found, [{ text: name }, ...invocation.words]);
  return true;
};

const xargs: Wrapper["unwrap"] = (walk, invocation, { given, run }) => {
  const replaced = given.flags.find(({ name }) => name === "-I" || name === "-i" || name === "--replace");
  const marker = replaced === undefined ? undefined : (replaced.value?.text ?? "{}");
  const words = given.operands.length === 0 ? [{ text: "echo" }] : given.operands;
  const lists = invocation.input?.lists;
  const read: readonly Field[] = lists ?? [
    { text: "…", unknown: "what xargs adds to the command is known only when it runs" },
  ];
  const full =
    marker === undefined
      ? [...words, ...read]
      : words.flatMap((word) =>
          word.text === marker ? read : word.text.includes(marker) ? unknownWord(word) : [word],
        );
  run(walk, { ...invocation, words: full, input: undefined, noFunctions: true });
  return true;
};

const unknownWord = (word: Field): readonly Field[] => [
  { ...word, unknown: `what ${word.text} becomes is known only when it runs`, prefix: "", single: true },
];

const parallel: Wrapper["unwrap"] = (walk, invocation) => {
  const at = invocation.words.findIndex(({ text }) => text.startsWith(":::"));
  unclear(invocation.found, "which commands parallel makes is not followed");
  return scriptOf(walk, invocation, at === -1 ? invocation.words : invocation.words.slice(0, at));
};

// Settings of git that name a command: they are walked for what they would destroy.
const aliases = (walk: Walk, { words, state }: Invocation): boolean => {
  for (const [index, { text }] of words.entries()) {
    const value =
      /^(?:alias\.[\w-]+=!|core\.(?:pager|editor|sshCommand|fsmonitor|askpass)=|[\w.-]+\.(?:textconv|command|cmd|driver|helper)=!?)(.*)$/isu.exec(
        text,
      );
    if (value?.[1] === undefined || words[index - 1]?.text !== "-c") continue;
    const found = findings("execute");
    runScript(walk, value[1], { state, found });
    reportAround(walk, found, [{ text: "git" }, ...words]);
  }
  return false;
};

const wrapper = (known: string, unwrapBy: Wrapper["unwrap"] = command, more: Partial<Wrapper> = {}): Wrapper => ({
  flags: flags(known),
  unwrap: unwrapBy,
  ...more,
});

const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: wrapper(
    "-n -H -E -S -k -K -b -A -P -v -l -u= -g= -h= -p= -C= -T= -r= -t= -D= -R= -i -s --user= --group= --preserve-env? --non-interactive --stdin --set-home --login --shell --chdir= --chroot=",
    withAssignments,
    { execute: true },
  ),
  doas: wrapper("-n -s -u= -C=", withAssignments, { execute: true }),
  env: wrapper(
    "-i - -0 -v -u= -C= -S= --ignore-environment --unset= --chdir= --split-string= --null --debug",
    withAssignments,
  ),
  nohup: wrapper(""),
  setsid: wrapper("-c -f -w --ctty --fork --wait"),
  nice: wrapper("-n= -# --adjustment="),
  ionice: wrapper("-c= -n= -t --class= --classdata= --ignore"),
  timeout: wrapper("-s= -k= -v --signal= --kill-after= --preserve-status --foreground --verbose", command, { skip: 1 }),
  stdbuf: wrapper("-i= -o= -e= --input= --output= --error="),
  time: wrapper("-p -v --portability --verbose"),
  chrt: wrapper("-b -f -i -o -r", command, { skip: 1 }),
  taskset: wrapper("-c -a", command, { skip: 1 }),
  caffeinate: wrapper("-d -i -m -s -u -t="),
  unbuffer: wrapper("-p"),
  busybox: wrapper(""),
  toybox: wrapper(""),
  strace: wrapper("-f -e= -c -t -tt -s= -p=", command, { execute: true }),
  chroot: wrapper("", command, { skip: 1, execute: true }),
  flock: wrapper("-n -x -s -e -u -w= --nonblock --exclusive --shared --timeout=", command, { skip: 1, execute: true }),
  watch: wrapper("-n= -d -t -b -e -g -c -x --interval= --differences? --no-title", script),
  su: wrapper("- -l -c= -s= --command= --login --shell=", scriptFlag, { execute: true }),
  script: wrapper("-q -a -e -f -c= --command= --quiet --append --return --flush", scriptFlag, { execute: true }),
  parallel: wrapper("*", parallel, { execute: true }),
  xargs: wrapper(
    "-0 -r -t -x -n= -P= -I= -i? -L= -l? -d= -E= -e? -s= -a=< --null --no-run-if-empty --verbose --max-args= --max-procs= --replace? --max-lines? --delimiter= --arg-file=<",
    xargs,
  ),
};
