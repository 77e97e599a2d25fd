/** The file names in the header of a unified diff. */
import { PatchError } from "./patch.ts";

/** The old and the new name; undefined stands for /dev/null. */
export interface Names {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** From what follows `--- ` and `+++ `: without the date, and without git's one-letter directories. */
export const namesOf = (from: string, to: string): Names => {
  const [old, young] = [nameIn(from), nameIn(to)];
  // A directory that is the same on both sides is one of the project.
  const strip = isPrefixed(old) && isPrefixed(young) && old?.charAt(0) !== young?.charAt(0);
  return strip ? { from: old?.slice(2), to: young?.slice(2) } : { from: old, to: young };
};

const isPrefixed = (name: string | undefined): boolean => name === undefined || /^[abciow]\//.test(name);

/** From `diff --git a/name b/name`, where both names are the same. Undefined when they are not. */
export const sameName = (names: string): string | undefined => {
  const quoted = /^("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")$/.exec(names);
  const middle = (names.length - 1) / 2;
  const [old, young] = quoted === null ? [names.slice(0, middle), names.slice(middle + 1)] : [quoted[1]!, quoted[2]!];
  const { from, to } = namesOf(old, young);
  return from === to ? from : undefined;
};

/** A name by itself, as after `rename from `. */
export const nameIn = (text: string): string | undefined => {
  const name = text.startsWith('"') ? unquoted(text) : text.split("\t")[0]!.trimEnd();
  if (name === "") throw new PatchError("the patch has a header line that names no file");
  return name === "/dev/null" ? undefined : name;
};

/** Git quotes names as C does; bytes outside of ASCII are octal. */
const unquoted = (text: string): string => {
  const inner = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  if (inner === undefined) throw new PatchError(`the patch has a file name whose quotes do not close: ${text}`);
  const bytes: number[] = [];
  for (const [, octal, escape, plain] of inner.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...new TextEncoder().encode(plain ?? escapes[escape!] ?? escape));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
};

const escapes: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
