/** How the package is built: the program, the library, and chunks for whatever is imported only when it is needed. */
import { defineConfig } from "rolldown";
import { builtins } from "./rolldown.builtins.ts";
import { lateText } from "./rolldown.text.ts";

/**
 * Every file costs a start most of a millisecond, so what several lazily loaded parts share lies together, by rooms: who
 * needs a part of a room needs nearly all of it. What tells of the commands stays with the program itself, and loads nothing else.
 */
const groups = [
  {
    name: "program",
    test: /\/src\/transports\/(?:cli\/(?:program|this-process)|terminal\/clean)\.ts|\/node_modules\/commander\//,
    priority: 6,
  },
  { name: "contract", test: /\/src\/contract\/|\/node_modules\/zod\//, priority: 5 },
  { name: "folds", test: /\/src\/(?:folds|log|policy)\//, minShareCount: 2, priority: 4 },
  {
    name: "screen",
    test: /\/src\/transports\/tui\/(?!images\/)|\/node_modules\/(?:@earendil-works\/pi-tui|marked|get-east-asian-width)\//,
    priority: 3,
  },
  { name: "transport", test: /\/src\/transports\/(?!tui\/)/, minShareCount: 2, priority: 4 },
  { name: "stores", test: /\/src\/stores\//, minShareCount: 2, priority: 2 },
  { name: "skills", test: /\/src\/skills\//, priority: 2 },
  { name: "providers", test: /\/src\/providers\//, minShareCount: 2, priority: 1 },
];

export default defineConfig({
  input: {
    main: "src/main.ts",
    index: "src/index.ts",
    "ai-sdk": "src/ai-sdk.ts",
    testing: "src/testing/index.ts",
    conformance: "src/testing/conformance/index.ts",
  },
  platform: "node",
  // Packages that bring a program or native code have to be found where they are installed; Vitest is that of whoever tests.
  external: ["node:module", "@vscode/ripgrep", "vitest"],
  plugins: [builtins(), lateText()],
  output: {
    dir: "dist",
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    codeSplitting: { groups },
    cleanDir: true,
    sourcemap: true,
  },
});
