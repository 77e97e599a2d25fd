/** How the package is built: one entry for the program, and chunks for whatever is imported only when it is needed. */
import { defineConfig } from "rolldown";

export default defineConfig({
  input: { main: "src/main.ts" },
  platform: "node",
  // Packages that bring a program or native code have to be found where they are installed.
  external: [/^node:/, "@vscode/ripgrep"],
  output: {
    dir: "dist",
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    cleanDir: true,
    sourcemap: true,
  },
});
