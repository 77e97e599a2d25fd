/** git: what its subcommands do, and the settings with which it runs other programs. */
import type { Field } from "../expand.ts";
import { type Findings, type Scene, touch, unclear } from "../findings.ts";
import { flags, hasFlag, readFlags } from "../flags.ts";
import { hostOf } from "./hosts.ts";
import { resolvePath } from "../path-patterns.ts";

export const git = (found: Findings, words: readonly Field[], scene: Scene): void => {
  const given = readFlags(words, globalFlags, true);
  const [command, ...rest] = given.operands;
  if (given.strange !== undefined) found.effects.add("execute");
  for (const { name, value } of given.flags) setting(found, name, value);
  if (command === undefined) return void found.effects.add(given.flags.length === 0 ? "execute" : "read");
  if (command.unknown !== undefined) return unclear(found, command.unknown);
  subcommand(found, command.text, rest, scene);
  if (!atRoot(given.flags, scene)) elsewhere(found);
};

const globalFlags = flags(
  "-C= -c= --no-pager -P --no-optional-locks --literal-pathspecs --icase-pathspecs --version --help -v -h --html-path",
);

// Settings that only say how things look or who writes; any other may name a program.
const setting = (found: Findings, name: string, value: Field | undefined): void => {
  if (name !== "-c") return;
  if (value === undefined || !harmlessSetting.test(value.unknown === undefined ? value.text : (value.prefix ?? ""))) {
    found.effects.add("execute");
  }
  if (value?.unknown !== undefined) unclear(found, value.unknown);
};

const harmlessSetting =
  /^(?:color\.[\w.]+|core\.(?:quotepath|pager=(?:cat)?$|editor=true$|abbrev|autocrlf)|user\.(?:name|email)|advice\.\w+|init\.defaultbranch|commit\.gpgsign=false|log\.\w+|diff\.(?:renames|algorithm))(?:=|$)/iu;

// In any directory but the workspace's own, the settings that git reads may be somebody's who wants a program run.
const atRoot = (
  given: readonly { readonly name: string; readonly value?: Field }[],
  { state, place }: Scene,
): boolean => {
  let places: readonly string[] = state.places;
  for (const { name, value } of given) {
    if (name !== "-C" || value === undefined) continue;
    if (value.unknown !== undefined || value.pattern !== undefined) return false;
    places = places.map((directory) => resolvePath(directory, value.text));
  }
  return places.length > 0 && places.every((path) => place.roots.includes(path));
};

const elsewhere = (found: Findings): void => {
  found.effects.add("execute");
};

interface Subcommand {
  readonly flags: string;
  /** Words that make it more than a look: all of them, or those that are no listed verb. */
  readonly operands: "any" | "none" | readonly string[];
}

const subcommand = (found: Findings, name: string, words: readonly Field[], scene: Scene): void => {
  if (Object.hasOwn(looks, name) && look(found, looks[name] as Subcommand, words, scene)) return;
  if (name === "rm" || name === "mv" || name === "add") return files(found, name, words, scene);
  found.effects.add("write").add("execute");
  if (!networked.has(name)) return;
  found.effects.add("network");
  for (const { text, unknown } of words) {
    const host = unknown === undefined ? hostOf(text, false) : undefined;
    if (host !== undefined) found.hosts.add(host);
  }
};

/** Whether it only looks; when not, it counts as any other subcommand. */
const look = (
  found: Findings,
  { flags: known, operands }: Subcommand,
  words: readonly Field[],
  scene: Scene,
): boolean => {
  found.effects.add("read");
  const given = readFlags(words, flags(known));
  for (const { unknown } of words) if (unknown !== undefined) unclear(found, unknown);
  const [first] = given.operands;
  for (const field of given.operands) if (/^(?:\/|\.\.)/u.test(field.text)) touch(found, "read", field, scene);
  const lists = hasFlag(given, "-l", "--list");
  const changes =
    operands === "none" ? first !== undefined && !lists : operands !== "any" && !operands.includes(first?.text ?? "");
  return given.strange === undefined && !changes;
};

const files = (found: Findings, name: string, words: readonly Field[], scene: Scene): void => {
  const given = readFlags(
    words,
    flags("-r -f -n -q -v -A -u -N -k --all --cached --update --force --dry-run --quiet --verbose --intent-to-add"),
  );
  found.effects.add("write");
  if (given.strange !== undefined) found.effects.add("execute");
  const uses = name === "add" || hasFlag(given, "--cached") ? "read" : name === "rm" ? "delete" : "move";
  const operands = name === "mv" ? given.operands.slice(0, -1) : given.operands;
  for (const field of operands) touch(found, uses, field, scene);
  if (name === "mv") for (const field of given.operands.slice(-1)) touch(found, "overwrite", field, scene);
};

const diffFlags =
  "--stat? --numstat --shortstat --name-only --name-status --cached --staged --color? --no-color --word-diff? -p -u --patch -U= -w -b " +
  "--ignore-all-space --ignore-space-change --no-ext-diff --no-textconv --summary --raw -M? -C? --find-renames? -R --exit-code --quiet -q " +
  "--diff-filter= --unified= --minimal --histogram --patience --compact-summary --check -z --relative? -s --no-patch " +
  "--ignore-blank-lines --function-context -W --text -a --submodule? --dirstat? -S= -G=";

const logFlags =
  `${diffFlags} --oneline --graph --all --decorate? --no-decorate -n= -# --max-count= --since= --until= --after= --before= --author= ` +
  "--grep= -i -E -F --format= --pretty? --date= --abbrev-commit --no-abbrev-commit --follow --reverse --first-parent --merges --no-merges " +
  "--branches? --tags? --remotes? --skip= --no-walk --topo-order --date-order -L= --left-right --cherry-pick --invert-grep --full-history";

const looks: Readonly<Record<string, Subcommand>> = {
  status: {
    flags:
      "-s -b -u? -z --short --branch --porcelain? --long --ignored? --untracked-files? --show-stash --ahead-behind -v",
    operands: "any",
  },
  diff: { flags: diffFlags, operands: "any" },
  log: { flags: logFlags, operands: "any" },
  show: { flags: logFlags, operands: "any" },
  shortlog: { flags: "-s -n -e -sn --all --summary --numbered --email --since= --until= --no-merges", operands: "any" },
  blame: { flags: "-L= -w -M -C -s -e -l -t -p --porcelain --line-porcelain --date= --since=", operands: "any" },
  "rev-parse": { flags: "*", operands: "any" },
  "rev-list": { flags: logFlags + " --count --objects", operands: "any" },
  "ls-files": {
    flags:
      "-c -d -m -o -i -s -u -k -t -v -z -x= -X= --cached --deleted --modified --others --ignored --stage --unmerged --exclude= --exclude-standard --full-name --error-unmatch",
    operands: "any",
  },
  "ls-tree": {
    flags: "-d -r -t -l -z --name-only --name-status --full-name --full-tree --abbrev? --long",
    operands: "any",
  },
  "cat-file": { flags: "-t -s -e -p --batch-check? --batch?", operands: "any" },
  "merge-base": { flags: "-a --all --is-ancestor --octopus --fork-point", operands: "any" },
  describe: {
    flags: "--tags --all --long --always --dirty? --abbrev= --match= --exact-match --contains",
    operands: "any",
  },
  "name-rev": { flags: "--name-only --tags --always", operands: "any" },
  "show-ref": { flags: "--heads --tags --hash? --verify -s -q -d", operands: "any" },
  "for-each-ref": {
    flags: "--format= --sort= --count= --contains= --merged= --no-merged= --points-at=",
    operands: "any",
  },
  "check-ignore": { flags: "-v -q -n -z --no-index", operands: "any" },
  "count-objects": { flags: "-v -H", operands: "any" },
  branch: {
    flags:
      "-a -r -v -vv -l --list --all --remotes --verbose --show-current --contains= --no-contains= --merged? --no-merged? --sort= --format= --color? --no-color --points-at=",
    operands: "none",
  },
  tag: { flags: "-l -n? --list --sort= --format= --contains= --merged? --points-at=", operands: "none" },
  remote: { flags: "-v --verbose", operands: ["", "get-url"] },
  stash: { flags: "-p --stat --patch", operands: ["list", "show"] },
  worktree: { flags: "--porcelain -v -z", operands: ["list"] },
  reflog: { flags: logFlags, operands: ["", "show"] },
  config: {
    flags:
      "--list -l --get= --get-all= --show-origin --show-scope --global --local --system -z --name-only --get-regexp=",
    operands: ["", "list", "get"],
  },
  submodule: { flags: "", operands: ["status"] },
  version: { flags: "", operands: "none" },
  help: { flags: "-a -g", operands: "none" },
  "diff-tree": { flags: `${diffFlags} -r --no-commit-id --root`, operands: "any" },
  grep: {
    flags:
      "-n -i -l -c -w -v -E -F -P -h -H -o -e= -A= -B= -C= -q -I --cached --untracked --count --line-number --name-only --heading --break --color? --no-color --max-depth=",
    operands: "any",
  },
};

const networked = new Set([
  "fetch",
  "pull",
  "push",
  "clone",
  "ls-remote",
  "remote",
  "submodule",
  "archive",
  "send-email",
]);
