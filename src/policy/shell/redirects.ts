/** Redirects: the files they read and write, and what the command reads from them. */
import type { ShellRedirect } from "../../contract/shell.ts";
import { expand, expandValue } from "./expand.ts";
import { type Findings, type Scene, touch, unclear } from "./findings.ts";
import type { Input } from "./walk.ts";

/** Notes what redirects do; gives the standard input if one of them sets it. */
export const redirects = (found: Findings, all: readonly ShellRedirect[], scene: Scene): Input | undefined => {
  let input: Input | undefined;
  for (const redirect of all) input = one(found, redirect, scene) ?? input;
  return input;
};

const one = (found: Findings, { operator, target }: ShellRedirect, scene: Scene): Input | undefined => {
  if (operator.startsWith("<<")) {
    const text = expandValue(target, scene.state);
    return { from: "a here-document", ...(text === undefined ? {} : { text }) };
  }
  const [field, ...more] = expand(target, scene.state);
  if (field === undefined || more.length > 0) {
    unclear(found, `where ${operator} ${target.source} goes is not known`);
    return undefined;
  }
  if ((operator === ">&" || operator === "<&") && /^(?:\d*-?)$/u.test(field.text)) return undefined;
  const socket = /^\/dev\/(?:tcp|udp)\/([^/]+)\//u.exec(field.text)?.[1];
  if (socket !== undefined) {
    found.effects.add("network");
    found.hosts.add(socket.toLowerCase());
    return { from: field.text };
  }
  if (operator === "<" || operator === "<&") touch(found, "read", field, scene);
  else if (operator === ">>" || operator === "&>>" || operator === "<>") touch(found, "write", field, scene);
  else touch(found, "overwrite", field, scene);
  return operator.startsWith("<") ? { from: field.text } : undefined;
};
