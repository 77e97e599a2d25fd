/** What the system prompt is made of: the built-in one or the user's own, and what is to come after it. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { KelsonError } from "../contract/error.ts";
import type { Configuration } from "../contract/options.ts";
import type { Source } from "../contract/source.ts";
import { basePrompt } from "../sources/base-prompt.ts";

/** `own` comes from a program and wins. Rejects with `bad_input` when a file that is named cannot be read. */
export const systemPrompt = async (
  { systemPrompt: text, appendSystemPrompt: more }: Configuration,
  cwd: string,
  own?: string,
): Promise<Source[]> => {
  const first = own ?? (text === undefined ? undefined : await written(text, "system-prompt", cwd));
  const last = more === undefined ? undefined : await written(more, "append-system-prompt", cwd);
  return [
    first === undefined ? basePrompt : fixed(own === undefined ? "user" : "program", first),
    ...(last === undefined ? [] : [fixed("user, appended", last)]),
  ];
};

const fixed = (source: string, text: string): Source => ({
  name: `system prompt (${source})`,
  gather: () => Promise.resolve([{ layer: "system", source, position: "system", text }]),
});

const written = async (value: string, setting: string, cwd: string): Promise<string> => {
  if (!value.startsWith("@")) return value;
  const file = resolve(cwd, value.slice(1));
  return readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new KelsonError("bad_input", `${setting} ${value} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
};
