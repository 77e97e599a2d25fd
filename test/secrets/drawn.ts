/** Secrets for tests, drawn by a seed and put together here, so that none of them stands in the repository. */
import { createHash } from "node:crypto";

const alphabets = {
  word: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  lower: "abcdefghijklmnopqrstuvwxyz0123456789",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  hex: "0123456789abcdef",
  base64: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
  digits: "123456789",
};

/** The same characters for the same seed. */
export const drawn = (alphabet: keyof typeof alphabets, length: number, seed = "seed"): string => {
  const letters = alphabets[alphabet];
  let text = "";
  for (let block = 0; text.length < length; block += 1) {
    const bytes = createHash("sha256").update(`${seed} ${alphabet} ${block}`).digest();
    for (const byte of bytes) text += letters[byte % letters.length];
  }
  return text.slice(0, length);
};

/** A private key's block, which is none. */
export const pemBlock = (label = "PRIVATE KEY", lines = 12): string =>
  [
    `-----BEGIN ${label}-----`,
    ...Array.from({ length: lines }, (_, line) => drawn("base64", 64, `pem ${line}`)),
    `${drawn("base64", 30, "pem end")}==`,
    `-----END ${label}-----`,
  ].join("\n");

export const jwt = (): string =>
  ["eyJ" + drawn("word", 30, "head"), "eyJ" + drawn("word", 80, "claims"), drawn("word", 43, "mark")].join(".");
