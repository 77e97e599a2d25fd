/** A tool's JSON Schema as Gemini reads it: a subset of OpenAPI 3.0, where any other word is answered with a 400. */

type Schema = Readonly<Record<string, unknown>>;

/** https://ai.google.dev/api/caching#Schema. Undefined for a tool that takes nothing. */
export const geminiSchema = (json: unknown): object | undefined => {
  const root = asSchema(json);
  const converted = convert(root, { root, within: [] });
  const empty = converted["type"] === "OBJECT" && converted["properties"] === undefined;
  return empty || Object.keys(converted).length === 0 ? undefined : converted;
};

/** The whole schema, for references into it, and the references under way: a schema may hold itself. */
interface Place {
  readonly root: Schema;
  readonly within: readonly string[];
}

const kept = [
  "title",
  "description",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "pattern",
];

/** All other formats are refused. */
const formats: ReadonlySet<unknown> = new Set(["date-time", "enum", "int32", "int64", "float", "double"]);

const convert = (given: Schema, place: Place): Record<string, unknown> => {
  const reference = given["$ref"];
  if (typeof reference === "string") return convertReference(reference, given, place);
  const schema = merged(given);
  const { types, nullable } = typesOf(schema);
  const [type] = types;
  const choices = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])].map(asSchema);
  const result: Record<string, unknown> = {};
  if (types.length > 1) result["anyOf"] = types.map((type) => convert({ ...schema, type }, place));
  else if (type !== undefined) result["type"] = type.toUpperCase();
  for (const name of kept) if (schema[name] !== undefined && types.length < 2) result[name] = schema[name];
  if (types.length < 2 && formats.has(schema["format"])) result["format"] = schema["format"];
  if (types.length < 2) Object.assign(result, values(schema, type), members(schema, type, place));
  if (choices.length > 0) Object.assign(result, alternatives(choices, place));
  if (nullable) result["nullable"] = true;
  return result;
};

/** What refers to itself becomes any object: the subset has no references. */
const convertReference = (reference: string, schema: Schema, { root, within }: Place) => {
  const found = reference.startsWith("#") ? at(root, reference) : undefined;
  if (found === undefined || within.includes(reference)) return { type: "OBJECT", ...told(schema) };
  return convert({ ...found, ...told(schema) }, { root, within: [...within, reference] });
};

const at = (root: Schema, pointer: string): Schema | undefined => {
  const names = pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const found = names.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), root);
  return isObject(found) ? found : undefined;
};

const told = ({ description }: Schema): object => (description === undefined ? {} : { description });

/** All that must hold at once is laid together; what stands outside wins. */
const merged = (schema: Schema): Schema => {
  const parts = [...listOf(schema["allOf"]).map((part) => merged(asSchema(part))), schema];
  if (parts.length === 1) return schema;
  const properties = Object.assign({}, ...parts.map((part) => asSchema(part["properties"]))) as object;
  const required = parts.flatMap((part) => listOf(part["required"]));
  const whole = Object.assign({}, ...parts) as Schema;
  return { ...whole, ...(Object.keys(properties).length > 0 ? { properties } : {}), required };
};

const typesOf = (schema: Schema): { readonly types: readonly string[]; readonly nullable: boolean } => {
  const given = [schema["type"]].flat().filter((type) => typeof type === "string");
  const guessed = schema["properties"] !== undefined ? ["object"] : guessedOf(schema);
  const types = given.length > 0 ? given : guessed;
  const rest = types.filter((type) => type !== "null");
  return { types: rest, nullable: schema["nullable"] === true || rest.length < types.length };
};

const guessedOf = (schema: Schema): readonly string[] => {
  const values = "const" in schema ? [schema["const"]] : listOf(schema["enum"]);
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  return [...kinds].filter((kind) => kind === "string" || kind === "number" || kind === "boolean");
};

/** Only texts can be listed; other values are told in words. */
const values = (schema: Schema, type: string | undefined): object => {
  const listed = "const" in schema ? [schema["const"]] : listOf(schema["enum"]);
  const values = listed.filter((value) => value !== null);
  if (values.length === 0) return {};
  if (type === "string" && values.every((value) => typeof value === "string" && value !== "")) return { enum: values };
  const words = `One of ${values.map((value) => JSON.stringify(value)).join(", ")}.`;
  const description = schema["description"];
  return { description: typeof description === "string" ? `${description} ${words}` : words };
};

const members = (schema: Schema, type: string | undefined, place: Place): object => {
  if (type === "array") return { items: convert(asSchema(schema["items"] ?? listOf(schema["prefixItems"])[0]), place) };
  if (type !== "object") return {};
  const properties = Object.entries(asSchema(schema["properties"]));
  if (properties.length === 0) return {};
  const names = new Set(properties.map(([name]) => name));
  const required = [...new Set(listOf(schema["required"]))].filter((name) => names.has(name as string));
  return {
    properties: Object.fromEntries(properties.map(([name, value]) => [name, convert(asSchema(value), place)])),
    ...(required.length > 0 ? { required } : {}),
  };
};

/** `null` as a choice makes the others nullable; a single choice left is the schema itself. */
const alternatives = (choices: readonly Schema[], place: Place): object => {
  const real = choices.filter((choice) => choice["type"] !== "null");
  const nullable = real.length < choices.length ? { nullable: true } : {};
  const converted = real.map((choice) => convert(choice, place));
  return converted.length === 1 ? { ...converted[0], ...nullable } : { anyOf: converted, ...nullable };
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `true` as a schema allows anything. */
const asSchema = (value: unknown): Schema => (isObject(value) ? value : {});
