/** One note as a file: Markdown with front matter. */
import { z } from "zod";
import { type Note, type NoteDraft, noteLimits, type NoteScope, noteTypes } from "../contract/memory.ts";
import { readDocument, writeDocument } from "../documents/front-matter.ts";

const line = z.string().trim().min(1).regex(/^.*$/u, "has more than one line");
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d/u, "is no day such as 2026-01-31")
  .transform((text) => text.slice(0, dayChars));
const dayChars = "2026-01-31".length;

/** As generous as it can be: people write these files by hand, and more fields are no matter. */
const fields = z.object({
  name: line,
  description: line,
  type: z.enum(noteTypes),
  created: day.optional(),
  verified: day.optional(),
});

/** What a file holds besides its place; `why` is what is wrong with it. */
export type ReadNote = { readonly note: Omit<Note, "file"> } | { readonly why: string };

/** `changed` stands in for a day of creation that the file does not tell. */
export const readNote = async (source: string, scope: NoteScope, changed: string): Promise<ReadNote> => {
  const { fields: given, text, fault } = await readDocument(source);
  if (fault !== undefined) return { why: fault };
  if (Object.keys(given).length === 0) return { why: "it has no front matter" };
  const read = fields.safeParse(given);
  if (!read.success) return { why: read.error.issues.map(issueText).join("; ") };
  return { note: { ...read.data, created: read.data.created ?? changed, scope, text: text.trim() } };
};

export const noteText = ({
  name,
  description,
  type,
  created,
  verified,
  text,
}: Omit<Note, "file" | "scope">): Promise<string> =>
  writeDocument({ name, description, type, created, verified }, `\n${text.trim()}\n`);

/** Why a draft cannot be kept, in one sentence. */
export const draftFault = (draft: NoteDraft): string | undefined => {
  for (const [field, most] of Object.entries(noteLimits)) {
    const value = draft[field as keyof typeof noteLimits];
    if (value.trim() === "") return `the ${field} of a note must not be empty`;
    if (value.length > most) return `the ${field} of a note has at most ${most} characters, got ${value.length}`;
  }
  const broken = ([draft.name, draft.description] as const).find((value) => /[\p{Cc}\u2028\u2029]/u.test(value));
  return broken === undefined
    ? undefined
    : `name and description of a note are one line each, got ${JSON.stringify(broken)}`;
};

const issueText = ({ path, message }: z.core.$ZodIssue): string =>
  `${path.join(".")} in the front matter: ${message.replace(/^Invalid input: /u, "")}`;
