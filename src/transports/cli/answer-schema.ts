/** The JSON Schema that an answer has to fit: as a flag gives it, inline or in a file. */
import { readFile } from "node:fs/promises";
import { KelsonError, sentenceOf } from "../../contract/error.ts";
import { fromJsonSchema } from "../../contract/tool.ts";

/** Rejects with `bad_input` what is no schema, and what says something that could not be checked. */
export const answerSchema = async (given: string): Promise<unknown> => {
  const inline = given.trimStart().startsWith("{");
  const text = inline ? given : await fileText(given);
  const place = inline ? "--json-schema" : `--json-schema ${given}`;
  try {
    const schema: unknown = JSON.parse(text);
    if (typeof schema !== "object" || schema === null || Array.isArray(schema)) throw new Error("it is no JSON object");
    fromJsonSchema(schema);
    return schema;
  } catch (cause) {
    throw new KelsonError("bad_input", `${place} is no JSON Schema: ${sentenceOf(cause)}`, { cause });
  }
};

const fileText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new KelsonError("bad_input", `--json-schema ${file} cannot be read: ${sentenceOf(cause)}`, {
      hint: "Give the schema itself, which begins with {, or the name of its file.",
      cause,
    });
  }
};
