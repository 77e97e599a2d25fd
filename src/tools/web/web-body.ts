/** What a body from the web is, and what it says as text. */
import { mediaType } from "../media-type.ts";

export type WebKind = "html" | "json" | "text" | "image" | "pdf" | "binary";

/** `type` is the media type that was said, or, where none was, the one that the bytes tell. */
export const kindOf = (contentType: string | undefined, bytes: Uint8Array): { kind: WebKind; type: string } => {
  const said = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  const told = mediaType(bytes);
  const type = said === "" || said === "application/octet-stream" ? (told ?? said) : said;
  const found = kinds.find(([pattern]) => pattern.test(type))?.[1];
  if (found !== undefined) return { kind: found, type };
  const looksText = told === undefined && !bytes.subarray(0, 8192).includes(0);
  return { kind: looksText ? "text" : "binary", type: type === "" ? "data of unknown type" : type };
};

const kinds: readonly (readonly [RegExp, WebKind])[] = [
  [/^(?:text\/html|application\/xhtml\+xml)$/, "html"],
  [/^image\/svg\+xml$/, "text"],
  [/^image\//, "image"],
  [/^application\/pdf$/, "pdf"],
  [/(?:^application\/|\+)json$/, "json"],
  [/^text\/|[/+]xml$|[/+]yaml$|(?:java|ecma)script$/, "text"],
  [/^(?:audio|video|font)\//, "binary"],
];

/** The text of a body, by the encoding that its header or, in HTML, its first lines name; else UTF-8. */
export const textOfBody = (bytes: Uint8Array, contentType: string | undefined, kind: WebKind): string => {
  const named = /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType ?? "")?.[1];
  const meta = kind === "html" ? /<meta[^>]+charset\s*=\s*["']?([\w:.-]+)/i.exec(firstLines(bytes))?.[1] : undefined;
  return decoder(named ?? meta ?? "utf-8").decode(bytes);
};

const firstLines = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes.subarray(0, 2048));

const decoder = (label: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
};

/** JSON on many lines, with every number as it was written. What is no JSON stays as it is. */
export const prettyJson = (text: string): string => {
  try {
    const exact = (_: string, value: unknown, { source }: { source: string }): unknown =>
      typeof value === "number" ? raw(source) : value;
    return JSON.stringify(JSON.parse(text, exact as never), null, 2);
  } catch {
    return text;
  }
};

const raw = (source: string): unknown => (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(source);
