/** The commands that the shell itself runs and that matter to what follows, by name. */
import type { Builtin } from "./builtin.ts";
import { cd, popd, pushd } from "./places.ts";
import { direct, evaluate, exec, leave, source, trap } from "./scripts.ts";
import { odd, set, shopt, test } from "./settings.ts";
import { declare, readOperands, reckon, sets, unset } from "./variables.ts";

export const builtinOf = (name: string): Builtin | undefined =>
  Object.hasOwn(builtins, name) ? builtins[name] : undefined;

const builtins: Readonly<Record<string, Builtin>> = {
  cd,
  pushd,
  popd,
  ...Object.fromEntries(["export", "declare", "typeset", "local", "readonly"].map((name) => [name, declare(name)])),
  read: sets("read", readOperands),
  mapfile: sets("mapfile", readOperands),
  readarray: sets("readarray", readOperands),
  let: reckon,
  getopts: sets("getopts", (words) => [...words.slice(1, 2), { text: "OPTARG" }, { text: "OPTIND" }]),
  unset,
  set,
  shopt,
  alias: odd("alias", "an alias changes what a word means"),
  enable: odd("enable", "enable changes what a word means"),
  hash: odd("hash", "hash changes where a program is found"),
  eval: evaluate,
  source,
  ".": source,
  trap,
  exit: leave("exit"),
  return: leave("return"),
  break: leave("break"),
  continue: leave("continue"),
  exec,
  command: direct("command"),
  builtin: direct("builtin"),
  test: test("test"),
  "[": test("["),
  printf: test("printf"),
};
