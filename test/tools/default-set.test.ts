/** Every tool of the default set does what a tool must, and together they are small. */
import { describe, expect, it } from "vitest";
import { defaultSet } from "../../src/tools/default-set.ts";
import { toolConformance, type ToolSamples } from "../../src/testing/conformance/tool.ts";
import { worldWith } from "./workshop.ts";

const files = { "src/sum.ts": "export const sum = (a: number, b: number) => a - b;\n", "README.md": "# Sums\n" };

const samples: Readonly<Record<string, Partial<ToolSamples>>> = {
  read_file: {
    good: [{ path: "README.md" }, { path: "src/sum.ts", start_line: 1, end_line: 1 }],
    bad: [{}, { path: 1 }, { path: "README.md", start_line: 0 }, { path: "README.md", lines: 3 }],
  },
  write_file: {
    good: [
      { path: "README.md", content: "# More sums\n" },
      { path: "new/deep/file.txt", content: "" },
    ],
    bad: [{ path: "README.md" }, { content: "text" }],
  },
  edit_file: {
    good: [{ path: "src/sum.ts", old_string: "a - b", new_string: "a + b" }],
    bad: [
      { path: "src/sum.ts", old_string: "a" },
      { path: "src/sum.ts", old_string: "a", new_string: "b", replace_all: "yes" },
    ],
  },
  list_directory: { good: [{}, { path: "src" }], bad: [{ path: null }] },
  find_files: { good: [{ pattern: "*.ts" }], bad: [{}, { pattern: "*", limit: 0 }] },
  grep: {
    good: [{ pattern: "sum" }, { pattern: "(", literal: true }, { pattern: "Sum", output: "counts" }],
    bad: [{}, { pattern: "a", output: "lines" }, { pattern: "a", context: -1 }],
  },
  bash: {
    good: [{ command: "echo hello" }, { command: "pwd", cwd: "src" }],
    bad: [{}, { command: ["ls"] }, { command: "ls", timeout_seconds: 601 }],
  },
  update_plan: {
    good: [{ steps: [{ step: "mend it", status: "in_progress" }] }, { steps: [] }],
    bad: [
      {},
      { steps: [{ step: "mend it", status: "done" }] },
      {
        steps: [
          { step: "one", status: "in_progress" },
          { step: "two", status: "in_progress" },
        ],
      },
    ],
  },
  exit_plan_mode: {
    host: { ask: () => Promise.resolve("auto") },
    good: [{ plan: "1. Mend `sum`." }],
    bad: [{}, { plan: " \n" }, { plan: "1.", mode: "auto" }],
  },
};

for (const tool of defaultSet) {
  toolConformance(tool, { open: () => worldWith(files), good: [], bad: [], ...samples[tool.name] });
}

describe("the default set", () => {
  it("is these tools, in this order", () => {
    expect(defaultSet.map((tool) => tool.name)).toEqual(Object.keys(samples));
  });

  it("takes less than 5,000 bytes of a request", () => {
    const specs = defaultSet.map(({ name, description, input }) => ({ name, description, input: input.json }));
    expect(Buffer.byteLength(JSON.stringify(specs))).toBeLessThan(5000);
  });

  it("runs beside others what only reads", () => {
    const parallel = defaultSet.filter((tool) => tool.parallel).map((tool) => tool.name);
    expect(parallel).toEqual(["read_file", "list_directory", "find_files", "grep"]);
  });
});
