/** The text of a file that is to be changed, or why a tool will not change it. */
import type { World } from "../contract/world.ts";
import { size } from "./counted.ts";
import { decode, maxTextBytes, type TextFile } from "./text-file.ts";

export type Editable =
  | { readonly ok: true; readonly file: TextFile; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly message: string };

/** Rejects as `World.files` does; `tool` is named in refusals. Only UTF-8 can be written back as it was. */
export const editableFile = async (world: World, path: string, tool: string): Promise<Editable> => {
  const stat = await world.files.stat(path);
  if (stat !== undefined && stat.bytes > maxTextBytes) return { ok: false, message: tooLarge(path, stat.bytes, tool) };
  const bytes = await world.files.read(path, { maxBytes: maxTextBytes });
  const file = decode(bytes);
  return file?.encoding === "UTF-8" ? { ok: true, file, bytes } : { ok: false, message: notUtf8(path, file, tool) };
};

const tooLarge = (path: string, bytes: number, tool: string): string =>
  `${path} has ${size(bytes)}, more than the ${size(maxTextBytes)} that ${tool} takes; use bash with sed.`;

const notUtf8 = (path: string, file: TextFile | undefined, tool: string): string => {
  if (file === undefined) return `${path} is binary; ${tool} changes text files only.`;
  const encoding = file.encoding === "UTF-16" ? "UTF-16" : "not valid UTF-8";
  return `${path} is ${encoding}, so writing it back would damage it; use bash with iconv or sed.`;
};
