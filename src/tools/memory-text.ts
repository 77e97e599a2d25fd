/** What the tools of notes have to say in the same words. */
import type { Note } from "../contract/memory.ts";
import { failure } from "../contract/tool.ts";

export const noNotes = failure("this runtime keeps no notes", "no_handler");

export const noteAsText = ({ name, scope, type, created, verified, description, text }: Note): string =>
  `## ${name}\n${scope} note, ${type}, created ${created}${verified === undefined ? "" : `, verified ${verified}`}: ${description}\n\n${text}`;
