import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Without a word, Vitest leaves one core of two idle.
    maxWorkers: "100%",
  },
});
