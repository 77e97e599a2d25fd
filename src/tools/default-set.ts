/** The tools that a model is offered when nothing else is configured, in the order it reads them. */
import type { Tool } from "../contract/tool.ts";
import { bash } from "./bash.ts";
import { editFile } from "./edit-file.ts";
import { exitPlanMode } from "./exit-plan-mode.ts";
import { findFiles } from "./find-files.ts";
import { grep } from "./grep.ts";
import { listDirectory } from "./list-directory.ts";
import { readFile } from "./read-file.ts";
import { updatePlan } from "./update-plan.ts";
import { writeFile } from "./write-file.ts";

export const defaultSet: readonly Tool[] = [
  readFile,
  writeFile,
  editFile,
  listDirectory,
  findFiles,
  grep,
  bash,
  updatePlan,
  exitPlanMode,
];
