/** A source file as the architecture sees it: its length, its first comment and what it imports. */
import { parseAst } from "rolldown/parseAst";

export interface SourceFile {
  /** Relative to src, with slashes. */
  readonly path: string;
  readonly lines: number;
  /** The text of the comment that the file opens with. */
  readonly opening: string | undefined;
  /** What is imported, types and lazy imports too. Undefined stands for an import that is computed. */
  readonly imports: readonly (string | undefined)[];
  /** Whether nothing stands in it but exports of other files. */
  readonly barrel: boolean;
}

export const sourceFile = (path: string, text: string): SourceFile => {
  const program = parseAst(text, { lang: "ts" }) as unknown as Node & { body: Node[] };
  return {
    path,
    lines: text.trimEnd().split("\n").length,
    opening: /^(?:#!.*\n)?\/\*\*(.*?)\*\//su
      .exec(text)?.[1]
      ?.replaceAll(/\s*\n\s*\*?\s*/gu, " ")
      .trim(),
    imports: [...importsIn(program)],
    barrel:
      program.body.length > 0 && program.body.every((node) => node.type.startsWith("Export") && isNode(node["source"])),
  };
};

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Every kind of node that names a module holds it in `source`; only `import x = require()` and a builtin's loader do not. */
function* importsIn(node: Node): Generator<string | undefined> {
  if (isNode(node["source"])) yield literal(node["source"]);
  if (node.type === "TSExternalModuleReference" && isNode(node["expression"])) yield literal(node["expression"]);
  if (node.type === "CallExpression" && isBuiltinLoader(node["callee"]))
    yield literal((node["arguments"] as Node[])[0]);
  for (const field of Object.values(node)) {
    for (const child of Array.isArray(field) ? field : [field]) if (isNode(child)) yield* importsIn(child);
  }
}

/** `process.getBuiltinModule("node:…")` */
const isBuiltinLoader = (callee: unknown): boolean =>
  isNode(callee) && isNode(callee["property"]) && callee["property"]["name"] === "getBuiltinModule";

const literal = (node: Node | undefined): string | undefined =>
  typeof node?.["value"] === "string" ? node["value"] : undefined;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
