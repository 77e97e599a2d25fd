/** Documents as people keep them: Markdown below a block of YAML between two lines of `---`. */
import { sentenceOf } from "../contract/error.ts";

/** What a document says of itself, and its text. `fault` is one sentence when the block is there and cannot be read. */
export interface Document {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly fault?: string | undefined;
}

const block = /^\uFEFF?---[ \t]*\r?\n(?<yaml>(?:[^\n]*\n)*?)---[ \t]*(?:\r?\n|$)/u;

/** Never throws. A document without a block has no fields. Dates stay text; aliases, which could grow without end, are a fault. */
export const readDocument = async (source: string): Promise<Document> => {
  const found = block.exec(source);
  if (found === null) return { fields: {}, text: source.replace(/^\uFEFF/u, "") };
  const text = source.slice(found[0].length);
  const faulty = (fault: string): Document => ({ fields: {}, text, fault });
  try {
    const { parse } = await import("yaml");
    const fields: unknown = parse(found.groups?.["yaml"] ?? "", {
      schema: "core",
      maxAliasCount: 0,
      logLevel: "error",
    });
    if (fields === null || fields === undefined) return { fields: {}, text };
    if (typeof fields === "object" && !Array.isArray(fields)) return { fields: fields as Document["fields"], text };
    return faulty("the front matter must be a list of `name: value` lines");
  } catch (error) {
    const [line = ""] = sentenceOf(error).split("\n");
    return faulty(`the front matter is no YAML: ${line.replace(/:$/u, "")}`);
  }
};

/** Fields that are undefined are left out. */
export const writeDocument = async (fields: Document["fields"], text: string): Promise<string> => {
  const { stringify } = await import("yaml");
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return `---\n${stringify(given, { lineWidth: 0 })}---\n${text}`;
};
