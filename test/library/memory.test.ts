/** A library keeps notes only when it is told to, and then in the user's own places. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { agent, toolSets } from "../../src/index.ts";
import { scripted } from "../../src/testing/index.ts";
import { newDirectory } from "../stores/directory.ts";

const data = newDirectory();
const notes = join(data, "kelson/memory");
beforeAll(() => {
  process.env["XDG_DATA_HOME"] = data;
});

const note = { name: "tabs", description: "How to indent", type: "feedback", scope: "user", text: "With tabs." };
const script = { turns: [{ calls: [{ name: "memory_save", input: note }] }, { text: "Done." }] };

const saving = async (memory: boolean | undefined): Promise<string> => {
  const model = scripted({ script, name: "saving" });
  const assistant = agent({
    model,
    cwd: newDirectory(),
    tools: toolSets.memory,
    ...(memory !== undefined && { memory }),
  });
  const { text, ok } = await assistant.run("Remember that.");
  return `${ok} ${text}`;
};

test("it keeps none by default", async () => {
  expect(await saving(undefined)).toBe("true Done.");
  expect(existsSync(notes)).toBe(false);
});

test("told to, it does", async () => {
  expect(await saving(true)).toBe("true Done.");
  expect(readdirSync(join(notes, "user")).toSorted()).toEqual(["MEMORY.md", "tabs.md"]);
});
