/** The picture that the clipboard holds, by a program of the desktop. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { ImagePart } from "../../../contract/message.ts";
import { imagePart, maxImageBytes } from "./image-file.ts";

/** Resolves with the picture, or with a sentence that says why there is none. */
export const clipboardImage = async (
  env: Readonly<Record<string, string | undefined>>,
): Promise<ImagePart | { readonly none: string }> => {
  const readers = readersFor(env);
  if (readers.length === 0)
    return { none: "There is no clipboard here to take a picture from; paste or type the path of a file." };
  let missing = "";
  for (const [program, ...words] of readers) {
    const bytes = await output(program!, words, env);
    if (bytes === "missing") missing = program!;
    else if (bytes === "too large") return { none: `The picture is larger than ${maxImageBytes} bytes.` };
    else if (bytes !== "nothing") {
      const part = imagePart(bytes);
      if (part !== undefined) return part;
    }
  }
  return {
    none:
      missing === "" ? "The clipboard holds no picture." : `To take pictures from the clipboard, install ${missing}.`,
  };
};

/** The likeliest first: other pictures are put on the clipboard as PNG, too. */
const readersFor = (env: Readonly<Record<string, string | undefined>>): string[][] => {
  const types = ["image/png", "image/jpeg"];
  if (env["WAYLAND_DISPLAY"]) return types.map((type) => ["wl-paste", "--no-newline", "--type", type]);
  if (env["DISPLAY"]) return types.map((type) => ["xclip", "-selection", "clipboard", "-target", type, "-out"]);
  return [];
};

const output = async (
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Buffer | "missing" | "nothing" | "too large"> => {
  try {
    const limits = { encoding: "buffer", timeout: 3000, maxBuffer: maxImageBytes, env } as const;
    return (await promisify(execFile)(program, words, limits)).stdout;
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === "ENOENT") return "missing";
    return code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER" ? "too large" : "nothing";
  }
};
