/** What is kept for the user and stands in a prompt: what is known of them, and the notes of a directory. */
import type { MemoryKeeper } from "../contract/memory.ts";
import type { AssembleOptions } from "../contract/options.ts";
import type { ProfileKeeper } from "../contract/profile.ts";
import type { Source } from "../contract/source.ts";
import type { Tool } from "../contract/tool.ts";
import { notes } from "../sources/notes.ts";
import { profile } from "../sources/profile.ts";
import { openMemory, remembers } from "./memory.ts";

export interface Kept {
  readonly memory: MemoryKeeper | undefined;
  readonly sources: readonly Source[];
}

export interface KeptFor {
  readonly cwd: string;
  readonly tools: readonly Tool[];
  readonly readProfile: ProfileKeeper["read"];
}

export const keptSources = async (options: AssembleOptions, { cwd, tools, readProfile }: KeptFor): Promise<Kept> => {
  const memory = remembers(options) ? await openMemory(options.env, cwd) : undefined;
  const known = options.configuration.profile ? [profile(readProfile)] : [];
  return { memory, sources: [...known, ...notesOf(memory, tools)] };
};

const notesOf = (keeper: MemoryKeeper | undefined, tools: readonly Tool[]): Source[] => {
  if (keeper === undefined) return [];
  const offers = (tool: string): boolean => tools.some(({ name }) => name === tool);
  return [notes({ keeper, saves: offers("memory_save"), finds: offers("memory_search"), now: Date.now })];
};
