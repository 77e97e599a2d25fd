/** The words that mean something where a command may begin. */
import type { Reader } from "./reader.ts";

const reserved =
  "if then elif else fi do done case esac while until for in function select time coproc { } ! [[ ]]".split(" ");

const reservedWord = new RegExp(
  `(?:${reserved.map((word) => word.replaceAll(/[[\]{}]/gu, String.raw`\$&`)).join("|")})(?=[\\s;&|<>()]|$)`,
  "uy",
);

/** The reserved word that stands here, which it is only where a command may begin. */
export const reservedAt = (from: Reader): string | undefined => {
  reservedWord.lastIndex = from.at;
  return reservedWord.exec(from.text)?.[0];
};

export const isReserved = (word: string): boolean => reserved.includes(word);
