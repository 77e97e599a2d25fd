/** Messages as JSON lines, in the shape that programs know which drive other agents. */
import { KelsonError } from "../../contract/error.ts";
import { type ContentPart, contentPart } from "../../contract/message.ts";

/**
 * What a line says: `{"type": "user", "message": {"role": "user", "content": …}}`, where the content is a text or a list of
 * texts and base64 images. Undefined for an empty line; throws KelsonError `bad_input` with the line's number.
 */
export const saidInLine = (line: string, number: number): ContentPart[] | undefined => {
  if (line.trim() === "") return undefined;
  const parts = partsIn(contentIn(line));
  if (parts !== undefined && parts.length > 0) return parts;
  throw new KelsonError("bad_input", `line ${number} of standard input is no message: ${line.slice(0, 100)}`, {
    hint: 'A message is {"type": "user", "message": {"role": "user", "content": "text"}}.',
  });
};

const contentIn = (line: string): unknown => {
  try {
    const { type, message } = JSON.parse(line) as { type?: unknown; message?: { content?: unknown } };
    return type === "user" ? message?.content : undefined;
  } catch {
    return undefined;
  }
};

const partsIn = (content: unknown): ContentPart[] | undefined => {
  if (typeof content === "string") return content === "" ? undefined : [{ type: "text", text: content }];
  if (!Array.isArray(content)) return undefined;
  const parts = content.map((part) => contentPart.safeParse(ours(part)).data);
  return parts.every((part) => part !== undefined) ? parts : undefined;
};

/** An image of theirs has its data one level below. */
const ours = (part: unknown): unknown => {
  const { type, source } = (part ?? {}) as { type?: unknown; source?: { media_type?: unknown; data?: unknown } };
  return type === "image" ? { type, mediaType: source?.media_type, data: source?.data } : part;
};
