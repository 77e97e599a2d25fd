/** The words that really start a plug-in. */
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Manifest } from "./manifest.ts";

/**
 * Those that begin with ./ are files of the plug-in's own directory. Where the interpreter is `node`, by name or by the first
 * line of the file, it is the one that this program runs on: one that stands on the PATH may be too old for TypeScript.
 */
export const argvOf = async ({ command }: Manifest, directory: string): Promise<[string, ...string[]]> => {
  const [program = "", ...words] = command.map((word) => (isOwn(word) ? resolve(directory, word) : word));
  if (program === "node") return [process.execPath, ...words];
  const onNode = isOwn(command[0] ?? "") && (await asksForNode(program));
  return onNode ? [process.execPath, program, ...words] : [program, ...words];
};

/** The files of its own that a command names after its program. */
export const ownFiles = ({ command: [, ...words] }: Manifest, directory: string): string[] =>
  words.filter(isOwn).map((word) => resolve(directory, word));

const isOwn = (word: string): boolean => word.startsWith("./");

const asksForNode = async (file: string): Promise<boolean> =>
  /^#!\s*\/usr\/bin\/env(?: -S)? node\s*$/u.test(await firstLine(file));

const longest = 128;

/** Empty when it cannot be read: then starting it says why. */
const firstLine = async (file: string): Promise<string> => {
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longest));
    return buffer.toString("latin1", 0, bytesRead).split("\n", 1)[0] ?? "";
  } catch {
    return "";
  }
};
