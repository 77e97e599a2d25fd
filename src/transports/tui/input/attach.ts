/** What a message names, as parts to send: the text of files, the names in directories, pictures. */
import { open, readdir, realpath, stat, type FileHandle } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ContentPart, TextPart } from "../../../contract/message.ts";
import { attachedPart } from "../attached.ts";
import type { ComposerParts } from "./composer-port.ts";
import { imagePart, isImageName, maxImageBytes } from "./image-file.ts";
import { mentions, type Mention } from "./mentions.ts";

type Room = Pick<ComposerParts, "cwd" | "env" | "isSecret" | "tell">;

const maxTextBytes = 256 * 1024;
/** Of all the files of a message. */
const maxAllTextBytes = 1024 * 1024;
const maxNames = 200;

/** Never rejects: what cannot be attached is told in a sentence, and the text still names it. */
export const attach = async (text: string, room: Room): Promise<readonly ContentPart[]> => {
  const parts: ContentPart[] = [];
  const seen = new Set<string>();
  let left = maxAllTextBytes;
  for (const mention of mentions(text)) {
    const found = await find(mention, room);
    if (found === undefined || seen.has(found.real)) continue;
    seen.add(found.real);
    const part = await partOf(found, mention, { room, left });
    if (typeof part === "string") room.tell("warning", `${found.written} was not attached: ${part}.`);
    else if (part !== undefined) {
      parts.push(part);
      if (part.type === "text") left -= Buffer.byteLength(part.text);
    }
  }
  return parts;
};

interface Found {
  readonly written: string;
  readonly path: string;
  /** With links followed. */
  readonly real: string;
  readonly kind: "file" | "directory" | "other";
}

const find = async ({ paths }: Mention, { cwd, env }: Room): Promise<Found | undefined> => {
  for (const written of paths) {
    const path = written.startsWith("~/") ? join(env["HOME"] ?? "~", written.slice(2)) : resolve(cwd(), written);
    try {
      const [real, about] = await Promise.all([realpath(path), stat(path)]);
      return { written, path, real, kind: about.isFile() ? "file" : about.isDirectory() ? "directory" : "other" };
    } catch {
      // It is no path, or not this ending of it.
    }
  }
  return undefined;
};

/** A string says why not; undefined: a path that stands in the text and is no picture. */
const partOf = async (
  { written, path, real, kind }: Found,
  { asked }: Mention,
  { room, left }: { readonly room: Room; readonly left: number },
): Promise<ContentPart | string | undefined> => {
  if (!asked && kind !== "file") return undefined;
  if (room.isSecret(path) || room.isSecret(real)) return "it may hold credentials";
  if (kind === "other") return "it is neither a file nor a directory";
  try {
    if (kind === "directory") return await listing(written, real);
    const file = await open(real);
    try {
      return isImageName(real) ? await picture(file) : await textFile(written, file, left);
    } finally {
      await file.close();
    }
  } catch (error) {
    return `it could not be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
  }
};

const listing = async (written: string, real: string): Promise<TextPart> => {
  const entries = await readdir(real, { withFileTypes: true });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).toSorted();
  const more = names.length > maxNames ? [`… and ${names.length - maxNames} more`] : [];
  return attachedPart({ kind: "directory", path: written, text: [...names.slice(0, maxNames), ...more].join("\n") });
};

const picture = async (file: FileHandle): Promise<ContentPart | string> => {
  const { size } = await file.stat();
  if (size > maxImageBytes) return `it has ${size} bytes, and a picture may have ${maxImageBytes}`;
  return imagePart(await file.readFile()) ?? "by its first bytes it is no PNG, JPEG, GIF or WebP";
};

const textFile = async (written: string, file: FileHandle, left: number): Promise<TextPart | string> => {
  const { size } = await file.stat();
  if (size > maxTextBytes)
    return `it has ${size} bytes, and a file may have ${maxTextBytes}; the agent can read it in parts`;
  if (size > left) return `the files of one message may have ${maxAllTextBytes} bytes together; the agent can read it`;
  const bytes = await file.readFile();
  if (bytes.includes(0)) return "it is not text";
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return attachedPart({ kind: "file", path: written, text });
  } catch {
    return "it is not text in UTF-8";
  }
};
