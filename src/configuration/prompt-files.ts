/** `SYSTEM.md` and `APPEND_SYSTEM.md` beside a configuration: long settings in files of their own. */
import { join } from "node:path";
import { KelsonError } from "../contract/error.ts";
import type { Configuration } from "../contract/options.ts";
import { textOfFile } from "./files.ts";

const files = { systemPrompt: "SYSTEM.md", appendSystemPrompt: "APPEND_SYSTEM.md" } as const;

export interface PromptFiles {
  readonly settings: Pick<Configuration, keyof typeof files>;
  /** The file of a setting. */
  readonly label: (key: string) => string;
}

/** Those of a directory that are there and say something, the configuration beside them wins. Rejects with `bad_input` when one is no text. */
export const promptFiles = async (directory: string): Promise<PromptFiles[]> => {
  const settings: { -readonly [Key in keyof typeof files]?: Configuration[Key] } = {};
  for (const [key, name] of Object.entries(files) as [keyof typeof files, string][]) {
    const file = join(directory, name);
    const text = (await textOfFile(file))?.trim() ?? "";
    if (/[\0\uFFFD]/u.test(text)) throw new KelsonError("bad_input", `${file} is not text in UTF-8`);
    // What begins with @ would be taken for the name of a file.
    if (text !== "") settings[key] = text.startsWith("@") ? `\n${text}` : text;
  }
  if (Object.keys(settings).length === 0) return [];
  return [{ settings, label: (key) => join(directory, files[key as keyof typeof files]) }];
};
