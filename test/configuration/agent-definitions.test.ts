/** Definitions of sub-agents as people write them: those that count, and one clear sentence for each that does not. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentDefinitions } from "../../src/configuration/agent-definitions.ts";
import { builtInAgents } from "../../src/tools/agents/built-in.ts";
import { newDirectory } from "../stores/directory.ts";

const written = (name: string, fields: string, text = "You look."): [string, string] => [
  `${name}.md`,
  `---\n${fields}\n---\n${text}\n`,
];

const place = (files: readonly (readonly [string, string])[], source: "user" | "project" = "user") => {
  const directory = newDirectory();
  for (const [name, text] of files) writeFileSync(join(directory, name), text);
  return { kind: "agents", directory, source } as const;
};

const read = async (...places: ReturnType<typeof place>[]) => {
  const told: string[] = [];
  const all = await agentDefinitions(builtInAgents, places, (sentence) => told.push(sentence));
  const sentences = told.map((sentence) => sentence.replaceAll(/\/\S+\/(?=[^/]+\.md)/gu, ""));
  return {
    own: all.filter(({ source }) => source !== "built-in"),
    names: all.map(({ name }) => name),
    told: sentences,
  };
};

test("names of this house and of Claude Code are tools, in a list or with commas", async () => {
  const one = written("one", "name: looker\ndescription: looks\n  around\ntools: Read, Grep, bash\nmodel: inherit");
  const two = written(
    "two",
    "description: changes\ntools: [Edit, MultiEdit, write_file]\nmodel: ollama/qwen3\nmaxTurns: 5",
  );
  const { own, told } = await read(place([one, two]));
  expect(told).toEqual([]);
  expect(own.map((definition) => ({ ...definition, path: undefined }))).toEqual([
    {
      name: "looker",
      description: "looks around",
      tools: ["read_file", "grep", "bash"],
      model: undefined,
      steps: undefined,
      prompt: "You look.",
      source: "user",
    },
    {
      name: "two",
      description: "changes",
      tools: ["edit_file", "write_file"],
      model: "ollama/qwen3",
      steps: 5,
      prompt: "You look.",
      source: "user",
    },
  ]);
});

test("the nearest of a name wins, also over a built-in one, and the order does not depend on where they stand", async () => {
  const near = place([written("a", "name: coder\ndescription: near"), written("z", "description: z")], "project");
  const far = place([written("b", "name: coder\ndescription: far"), written("b2", "name: early\ndescription: e")]);
  const { own, names } = await read(near, far);
  expect(own.find(({ name }) => name === "coder")?.description).toBe("near");
  expect(names).toEqual(["general-purpose", "coder", "reviewer", "researcher", "tester", "early", "z"]);
});

test("each bad one has its sentence, and the others count", async () => {
  const bad = place([
    written("a", "description: [1, 2"),
    written("b", "name: Big Name\ndescription: b"),
    written("c", "name: c"),
    written("d", "description: d", ""),
    written("e", "description: e\ntools: 5"),
    written("f", "description: f\ntools: Bash(git:*)"),
    written("g", "description: g\nmaxSteps: many"),
    written("h", "description: h\nmodel: gpt"),
    written("i", "description: i\ntools: Read, Bash(git:*)"),
    ["j.md", "x".repeat(70_000)],
    written("good", "description: good"),
  ]);
  mkdirSync(join(bad.directory, "k.md"));
  symlinkSync("/etc/passwd", join(bad.directory, "l.md"));
  const { own, told } = await read(bad);
  expect(own.map(({ name }) => name)).toEqual(["good", "h", "i"]);
  expect(told).toMatchInlineSnapshot(`
    [
      "the agent in a.md does not count: the front matter is no YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 2, column 1",
      "the agent in b.md does not count: its name must be small letters, digits and hyphens, got "Big Name"",
      "the agent in c.md does not count: its description must be text, which is what a model chooses it by",
      "the agent in d.md does not count: it has no text, which is what the agent is told",
      "the agent in e.md does not count: its tools must be names, in a list or with commas between them, got 5",
      "the agent in f.md does not count: none of its tools can be used",
      "the agent in g.md does not count: its maxSteps must be a positive whole number, got "many"",
      "the agent in h.md: its model must be provider/model or inherit, got "gpt", so it has its parent's",
      "the agent in i.md: Bash(git:*) is a rule and no tool, so it is left out",
      "the agent in j.md does not count: it has 70000 bytes, and may have 65536",
      "the agent in k.md does not count: it is no file",
      "the agent in l.md does not count: it is no file",
    ]
  `);
});
