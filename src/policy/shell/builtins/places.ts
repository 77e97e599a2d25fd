/** Where the shell stands. */
import { flags, readFlags } from "../flags.ts";
import { resolvePath } from "../path-patterns.ts";
import { valueOf } from "../shell-state.ts";
import { type Builtin, done } from "./builtin.ts";

export const cd: Builtin = (walk, invocation) => {
  const { state, words } = invocation;
  const { operands, strange } = readFlags(words, flags("-L -P -e -@"));
  const home = valueOf(state, "HOME");
  const [to = { text: typeof home === "string" ? home : "-" }] = operands;
  const known =
    strange === undefined &&
    operands.length < 2 &&
    to.unknown === undefined &&
    to.pattern === undefined &&
    to.text !== "-";
  const places = known ? state.places.map((directory) => resolvePath(directory, to.text)) : [];
  const moved = { ...state, places: known && to.text.startsWith("/") ? [resolvePath("/", to.text)] : places };
  done(walk, "cd", invocation);
  return { ok: moved, fail: state };
};

export const popd: Builtin = (walk, invocation) => done(walk, "popd", invocation, { ...invocation.state, places: [] });

export const pushd: Builtin = (walk, invocation, run) =>
  invocation.words.length === 1 && !/^[-+]/u.test(invocation.words[0]?.text ?? "")
    ? cd(walk, invocation, run)
    : popd(walk, invocation, run);
