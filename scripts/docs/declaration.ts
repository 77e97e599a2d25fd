/** One declaration of a source file: what its docstring says, and its code without what it does inside. */
import { parseAst } from "rolldown/parseAst";

export interface Declaration {
  readonly about: string;
  readonly code: string;
}

/** Throws when nothing in the file has that name, or when it has no docstring. A type inferred from a schema is shown as that. */
export const declarationIn = (text: string, name: string): Declaration => {
  const { body } = parseAst(text, { lang: "ts" }) as unknown as { body: Node[] };
  const statement = named(body, name);
  const schema = inferredFrom.exec(text.slice(statement.start, statement.end))?.groups?.["schema"];
  const shown = schema === undefined ? statement : named(body, schema);
  const about = commentBefore(text, statement.start) || commentBefore(text, shown.start);
  if (about === "") throw new Error(`${name} has no docstring`);
  return { about, code: codeOf(text, shown.declaration ?? shown) };
};

const inferredFrom = /type \w+ = z\.infer<typeof (?<schema>\w+)>;?$/u;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name: string };
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly init?: Node;
  readonly returnType?: Node;
  readonly body?: Node | Node[];
  readonly value?: Node;
}

const named = (body: readonly Node[], name: string): Node => {
  const found = body.find((statement) => {
    const declared = statement.declaration ?? statement;
    return (declared.id ?? declared.declarations?.[0]?.id)?.name === name;
  });
  if (found === undefined) throw new Error(`nothing is called ${name}`);
  return found;
};

const commentBefore = (text: string, start: number): string => {
  const comment = /\/\*\*(?<inside>(?:(?!\*\/).)*)\*\/\s*$/su.exec(text.slice(0, start))?.groups?.["inside"] ?? "";
  return comment
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/u, "").trimEnd())
    .join("\n")
    .trim();
};

const codeOf = (text: string, declared: Node): string => {
  const { id, init } = declared.declarations?.[0] ?? {};
  if (init?.returnType !== undefined) return `const ${id?.name} = ${text.slice(init.start, init.returnType?.end)} => …`;
  return declared.type === "ClassDeclaration"
    ? withoutBodies(text, declared)
    : text.slice(declared.start, declared.end);
};

const withoutBodies = (text: string, { start, end, body }: Node): string => {
  const members = ((body as Node).body ?? []) as Node[];
  let code = text.slice(start, end);
  for (const { value } of members.toReversed()) {
    const inside = value?.body as Node | undefined;
    if (inside === undefined) continue;
    code = `${code.slice(0, inside.start - start).trimEnd()};${code.slice(inside.end - start)}`;
  }
  return code;
};
