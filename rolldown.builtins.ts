/**
 * Node's own modules, without the copy of all their exports that an ES import of them makes: the copy wakes what they
 * keep asleep (`node:crypto` its Web Crypto, `node:process` its reports, `node:util` its diffs) at every start.
 */
import type { Plugin } from "rolldown";

const mark = "\0builtin:";

/** Gives the bundle, of each module, the exports that it uses and no more. */
export const builtins = (): Plugin => ({
  name: "builtins",
  resolveId: {
    // `node:module` is what the bundle's own runtime stands on.
    filter: { id: /^node:(?!module$)/ },
    // Each importer has its own, or every module of Node would be a file to load. A lazy import stays one.
    handler: (id, importer, { kind }) =>
      kind === "import-statement" ? `${mark}${id} of ${importer}` : { id, external: true },
  },
  load: {
    filter: { id: /^\0builtin:/ },
    handler: (id) => ({ code: exportsOf(id.slice(mark.length).split(" ", 1)[0] ?? ""), moduleType: "js" }),
  },
});

const exportsOf = (name: string): string => {
  const module = `process.getBuiltinModule(${JSON.stringify(name)})`;
  const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((exported) => exported !== "default");
  return [
    `const read = (name) => ${module}[name];`,
    ...names.map((exported, index) => `const export${index} = /* @__PURE__ */ read("${exported}");`),
    `export { ${names.map((exported, index) => `export${index} as ${exported}`).join(", ")} };`,
    `export default /* @__PURE__ */ ${module};`,
  ].join("\n");
};
