/** The vocabulary of what a workspace's files were, and what was put back. */
import { z } from "zod";
import { kind } from "./kind.ts";

const digest = (about: string) => z.string().describe(`${about}: 64 hexadecimal digits`);

/** Paths are in the body, where they can be erased; only so many are named, and the line has how many there are. */
const changes = z.number().describe("how many paths differ from what was known before");
const paths = z
  .array(z.object({ path: z.string(), did: z.enum(["added", "changed", "removed"]) }))
  .describe("the first of the paths that differ");
const stayed = z.array(z.object({ path: z.string(), why: z.string() }));

export const filesKinds = {
  "files.saved": kind(
    "A snapshot of the workspace, which is on disk.",
    {
      call: z
        .string()
        .optional()
        .describe("the call whose work it holds; without it nobody's call made what differs from the one before"),
      snapshot: digest("what names it"),
      since: digest("the one that it was compared with").optional(),
      changes,
      files: z.number().optional(),
      bytes: z.number().optional().describe("of all files"),
      leftOut: z.number().optional().describe("how many paths it does not hold"),
      restoring: z.boolean().optional().describe("saved because another one was about to be put back"),
    },
    { paths, leftOutPaths: stayed.describe("the first of those that it does not hold, and why") },
  ),
  "files.restored": kind(
    "The workspace was made what a snapshot holds.",
    {
      to: digest("the snapshot that was wanted"),
      from: digest("what was there before: restoring it undoes this"),
      snapshot: digest("what was there after"),
      changes,
      kept: z.number().describe("how many paths stayed as they were all the same"),
      edited: z.number().describe("how many of those that were written over somebody else had edited"),
      fork: z.string().optional().describe("the session in which the conversation goes on from there"),
    },
    { paths, keptPaths: stayed.describe("the first of those that stayed, and why") },
  ),
} as const;
