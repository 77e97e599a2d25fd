/** How the package is built: the program, the library, and chunks for whatever is imported only when it is needed. */
import { defineConfig } from "rolldown";
import { builtins } from "./rolldown.builtins.ts";

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
  plugins: [builtins()],
  output: {
    dir: "dist",
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    cleanDir: true,
    sourcemap: true,
  },
});
