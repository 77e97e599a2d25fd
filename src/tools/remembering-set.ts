/** The tools that a model is offered, besides the default set, where notes and sessions are kept. */
import type { Tool } from "../contract/tool.ts";
import { memorySave } from "./memory-save.ts";
import { memorySearch } from "./memory-search.ts";
import { recall } from "./recall.ts";

/** What lists and removes notes is for sets that are named: the index stands in the prompt, and people remove by hand. */
export const rememberingSet: readonly Tool[] = [memorySave, memorySearch, recall];
