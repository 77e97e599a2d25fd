/** Programs that write disks as a whole. */
import type { Field } from "../expand.ts";
import { type Findings, type Scene, touch, unclear } from "../findings.ts";

export const dd = (found: Findings, words: readonly Field[], scene: Scene): void => {
  found.effects.add("read");
  for (const word of words) {
    const [, name, value] = /^(\w+)=(.*)$/su.exec(word.unknown === undefined ? word.text : (word.prefix ?? "")) ?? [];
    const field = word.unknown === undefined ? { text: value ?? "" } : { ...word, text: value ?? "" };
    if (name === "if") touch(found, "read", field, scene);
    else if (name === "of") touch(found, "overwrite", field, scene);
    else if (word.unknown !== undefined) unclear(found, word.unknown);
  }
};

/** Makes file systems and partitions: on an image that is work, on a device the end of what was there. */
export const disk = (found: Findings, words: readonly Field[]): void => {
  found.effects.add("write").add("execute");
  if (words.some(({ text }) => ["-l", "--list", "--version", "--help", "-h", "-V"].includes(text))) return;
  for (const { text, unknown } of words) {
    if (unknown !== undefined) unclear(found, unknown);
    else if (/^\/dev\/./u.test(text)) found.destroys ??= `it would overwrite the device ${text}`;
  }
};
