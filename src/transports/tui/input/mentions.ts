/** Files that a message names: `@src/main.ts`, `@"two words.md"`, and pictures by their path alone. */
import { fileURLToPath } from "node:url";
import { isImageName } from "./image-file.ts";

export interface Mention {
  /** What may be meant, the likeliest first: a full stop after a name may belong to the sentence. */
  readonly paths: readonly string[];
  /** `@` was written, so somebody wants it attached; a path alone may be just a path. */
  readonly asked: boolean;
}

/** How a path is mentioned. */
export const mention = (path: string): string => (/[\s'"\\]|[.,;:!?)]$/u.test(path) ? `@"${path}"` : `@${path}`);

export const mentions = (text: string): readonly Mention[] => [...asked(text), ...pictures(text)];

const asked = (text: string): Mention[] =>
  [...text.matchAll(/(?<![\w@./])@(?:"([^"\n]+)"|([^\s"@]+))/gu)].map(([, quoted, bare]) => ({
    paths: quoted === undefined ? endings(bare ?? "") : [quoted],
    asked: true,
  }));

const pictures = (text: string): Mention[] =>
  [...text.matchAll(/(?<=^|\s)(?:'[^'\n]+'|"[^"\n]+"|(?:\\.|[^\s\\'"@])(?:\\.|[^\s\\'"])*)/gu)].flatMap(([written]) => {
    const path = endings(written)
      .map((ending) => (ending.startsWith("file://") ? urlPath(ending) : plainPath(ending)))
      .find((path) => path !== undefined && isImageName(path) && path.includes("/"));
    return path === undefined ? [] : [{ paths: [path], asked: false }];
  });

/** The word, then without what may end a sentence, then up to a mark of Chinese or Japanese, which has no space after it. */
const endings = (word: string): string[] => [
  ...new Set([
    word,
    word.replace(/[.,;:!?)\]}'*]+$/u, ""),
    word.replace(/[\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f].*$/u, ""),
  ]),
];

/** A path as a shell reads it: in quotes, or with a backslash before signs; undefined when a quote is not closed. */
export const plainPath = (written: string): string | undefined => {
  const quote = /^['"]/u.exec(written)?.[0];
  if (quote === undefined) return written.replaceAll(/\\(.)/gu, "$1");
  return written.length > 1 && written.endsWith(quote) ? written.slice(1, -1) : undefined;
};

/** Undefined for a file of another machine. */
export const urlPath = (url: string): string | undefined => {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
};
