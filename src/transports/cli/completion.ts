/** Completion scripts, made from the program itself. */
import type { Command, Option } from "commander";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

export const completionScript = (program: Command, shell: Shell): string =>
  ({ bash: bashScript, zsh: zshScript, fish: fishScript })[shell](program);

/** A command by the words that lead to it; the program itself by none. */
interface Named {
  readonly path: readonly string[];
  readonly command: Command;
}

const allOf = (command: Command, path: readonly string[] = []): Named[] => [
  { path, command },
  ...command.commands.flatMap((sub) => allOf(sub, [...path, sub.name()])),
];

const optionsOf = ({ options }: Command): readonly Option[] => options.filter(({ hidden }) => !hidden);

const bashScript = (program: Command): string => {
  const all = allOf(program);
  const paths = all.filter(({ path }) => path.length > 0).map(({ path }) => JSON.stringify(` ${path.join(" ")}`));
  return `_kelson() {
  local word words="" path="" current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${paths.join(" | ")}) path="$path $word" ;;
    esac
  done
  case "$path" in
${all.map(({ path, command }) => `    ${JSON.stringify(path.map((word) => ` ${word}`).join(""))}) words="${wordsOf(command).join(" ")}" ;;`).join("\n")}
  esac
  case "$previous" in
${choicesIn(all).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _kelson kelson
`;
};

const wordsOf = (command: Command): string[] => [
  ...command.commands.map((sub) => sub.name()),
  ...optionsOf(command).flatMap(({ short, long }) => [long, short].filter((name) => name !== undefined)),
];

const choicesIn = (all: readonly Named[]): string[] => {
  const choices = all.flatMap(({ command }) => optionsOf(command).filter(({ argChoices }) => argChoices));
  const byFlag = new Map(choices.map(({ long, argChoices = [] }) => [long, argChoices]));
  return [...byFlag].map(([flag, values]) => `    ${flag}) words="${values.join(" ")}" ;;`);
};

/** Zsh understands bash's way when it is asked to. */
const zshScript = (program: Command): string =>
  `#compdef kelson\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(program)}`;

const fishScript = (program: Command): string =>
  allOf(program)
    .flatMap(({ path, command }) => {
      const here = path.length === 0 ? "__fish_use_subcommand" : `__fish_seen_subcommand_from ${path.at(-1)}`;
      const subs = command.commands.map((sub) => `-a ${sub.name()} -d ${quoted(sub.description())}`);
      const options = optionsOf(command).map((option) => fishOption(option));
      return [...subs, ...options].map((rest) => `complete -c kelson -n '${here}' ${rest}\n`);
    })
    .join("");

const fishOption = ({ short, long, description, required, optional, argChoices }: Option): string =>
  [
    short === undefined ? "" : `-s ${short.slice(1)}`,
    long === undefined ? "" : `-l ${long.slice(2)}`,
    required || optional ? "-r" : "",
    argChoices === undefined ? "" : `-a ${quoted(argChoices.join(" "))}`,
    `-d ${quoted(description)}`,
  ]
    .filter((part) => part !== "")
    .join(" ");

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/gu, "\\$&")}'`;
