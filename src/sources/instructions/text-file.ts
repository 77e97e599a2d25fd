/** Reads a file that is to be plain text, and says in one sentence why it cannot be. */
import { basename, dirname, join } from "node:path";
import { sentenceOf } from "../../contract/error.ts";
import { CallBlocked, type World } from "../../contract/world.ts";

/** `path` is as it was named, `real` where it leads. */
export type TextFile =
  | { readonly path: string; readonly real: string; readonly text: string }
  | { readonly path: string; readonly fault: string };

/** What is longer is no text that anybody wrote for a model. */
const maxBytes = 1024 * 1024;

/** Undefined when nothing is there. Never rejects. */
export const textFile = async (world: World, path: string): Promise<TextFile | undefined> => {
  try {
    const targets = [path, dirname(path)].map((each) => ({ kind: "path", path: each, access: "read" }) as const);
    const [real = path, directory = dirname(path)] = (await world.resolve(targets)).map((target) => target.real);
    const found = await world.files.stat(path);
    if (found === undefined) {
      const isLink = real !== join(directory, basename(path));
      return isLink ? strange(path, `it is a link to ${real}, which is not there`) : undefined;
    }
    if (found.kind === "directory") return strange(path, "it is a directory");
    if (found.bytes > maxBytes)
      return strange(path, `it has ${found.bytes} bytes, and more than ${maxBytes} are too many`);
    const decoded = decode(await world.files.read(path, { maxBytes }));
    return "text" in decoded ? { path, real, text: decoded.text } : strange(path, decoded.why);
  } catch (error) {
    const sentence = sentenceOf(error);
    return { path, fault: error instanceof CallBlocked ? `${sentence}, so it is not read` : sentence };
  }
};

const strange = (path: string, why: string): TextFile => ({ path, fault: `cannot read ${path}: ${why}` });

const decode = (bytes: Uint8Array): { readonly text: string } | { readonly why: string } => {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { why: "it is UTF-16, and has to be UTF-8" };
  if (bytes.includes(0)) return { why: "it is no text" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { why: "it is not UTF-8" };
  }
};
