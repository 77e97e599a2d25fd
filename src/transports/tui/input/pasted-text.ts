/** What a terminal sends for a paste, read as text. */
import { isImageName } from "./image-file.ts";
import { mention, plainPath, urlPath } from "./mentions.ts";

export const pasteStart = "\u001b[200~";
export const pasteEnd = "\u001b[201~";

/** The text between the marks; undefined when it is no paste. Lines end with a line feed. */
export const pastedText = (data: string): string | undefined => {
  if (!data.startsWith(pasteStart)) return undefined;
  const end = data.endsWith(pasteEnd) ? data.length - pasteEnd.length : data.length;
  return data.slice(pasteStart.length, end).replaceAll(controlAsKey, controlOf).replaceAll(/\r\n?/gu, "\n");
};

/** The path of a picture alone, as a terminal pastes it when a file is dropped on it, becomes a mention. */
export const dropped = (text: string): string => {
  const line = text.trim();
  if (!isImageName(line.replace(/['"]$/u, "")) || line.includes("\n")) return text;
  const path = line.startsWith("file://") ? urlPath(line) : plainPath(line);
  return path !== undefined && /^(?:\/|~\/)/u.test(path) ? mention(path) : text;
};

/** Some terminals, such as tmux with `extended-keys-format csi-u`, write the control characters of a paste as keys. */
// oxlint-disable-next-line no-control-regex
const controlAsKey = /\u001b\[(\d{2,3});5u/gu;

const controlOf = (key: string, code: string): string =>
  /[a-z]/iu.test(String.fromCharCode(Number(code))) ? String.fromCharCode(Number(code) & 0x1f) : key;
