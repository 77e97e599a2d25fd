/** One command: a simple one, or one that holds others. */
import type { ShellNode, ShellRedirect } from "../contract/shell.ts";
import { compound } from "./compound.ts";
import { deeper, peek, problem, type Reader, skipBlanks, startsWith } from "./reader.ts";
import { redirect } from "./redirect.ts";
import { reservedAt } from "./reserved.ts";
import { functionBody, simpleCommand } from "./simple-command.ts";

/** Reads a command and, behind one that holds others, its redirects. */
export const command = (from: Reader): ShellNode =>
  deeper(from, () => {
    skipBlanks(from);
    if (reservedAt(from) === "function") return functionWithKeyword(from);
    return compoundCommand(from) ?? simpleCommand(from);
  });

/** A compound command with its redirects; undefined when none begins here. */
export const compoundCommand = (from: Reader): ShellNode | undefined => {
  const body = compound(from, reservedAt(from));
  return body === undefined ? undefined : redirected(from, body);
};

const redirected = (from: Reader, body: ShellNode): ShellNode => {
  const redirects: ShellRedirect[] = [];
  for (;;) {
    skipBlanks(from);
    const next = redirect(from);
    if (next === undefined) break;
    redirects.push(next);
  }
  if (!/[\n;&|)]|^$/u.test(peek(from))) problem("a word stands behind a compound command");
  return redirects.length === 0 ? body : { kind: "redirected", body, redirects };
};

const functionWithKeyword = (from: Reader): ShellNode => {
  from.at += "function".length;
  skipBlanks(from);
  functionName.lastIndex = from.at;
  const name = functionName.exec(from.text)?.[0] ?? problem("a function has no name that can be read");
  from.at = functionName.lastIndex;
  skipBlanks(from);
  return functionBody(from, name, startsWith(from, "("));
};

const functionName = /[\w.:-]+(?=[\s({])/uy;
