/** The folds that the loop reads; they are followed from the moment a session is opened. */
import type { Fold } from "../contract/fold.ts";
import { birth } from "../folds/birth.ts";
import { blocks } from "../folds/blocks.ts";
import { commands } from "../folds/commands.ts";
import { files } from "../folds/files.ts";
import { loaded } from "../folds/loaded.ts";
import { messages } from "../folds/messages.ts";
import { offered } from "../folds/offered.ts";
import { policy } from "../folds/policy.ts";
import { signed } from "../folds/signed.ts";
import { skills } from "../folds/skills.ts";
import { status } from "../folds/status/status.ts";
import { summary } from "../folds/summary.ts";
import { userWords } from "../folds/user-words.ts";
import { taint } from "../folds/taint.ts";
import { touched } from "../folds/touched.ts";

export const sessionFolds = [
  status,
  messages,
  offered,
  loaded,
  policy,
  taint,
  touched,
  skills,
  userWords,
  commands,
  blocks,
  summary,
  signed,
  birth,
  files,
] as unknown as Fold<never>[];
