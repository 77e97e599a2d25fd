/** The ports carry what comes later: five throwaway tools that show an image, ask, remember, delegate and hold a process. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type ChildReport, type Host, Paused, type Question } from "../../src/contract/host.ts";
import { contentPart } from "../../src/contract/message.ts";
import { failure, fromZod, textOutcome, tool, type Tool, type ToolOutcome } from "../../src/contract/tool.ts";
import type { Running, World } from "../../src/contract/world.ts";
import { contextIn } from "../../src/testing/conformance/tool.ts";
import { workshop } from "../tools/workshop.ts";

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const viewImage = tool({
  name: "view_image",
  description: "Show an image.",
  input: fromZod(z.strictObject({ path: z.string() })),
  effects: ["read"],
  parallel: true,
  targets: ({ path }) => [{ kind: "path", path, access: "read" }],
  run: async ({ path }, { world }) => {
    const data = Buffer.from(await world.files.read(path)).toString("base64");
    return {
      ok: true,
      parts: [
        { type: "text", text: path },
        { type: "image", mediaType: "image/png", data },
      ],
    };
  },
});

const askUser = tool({
  name: "ask_user",
  description: "Ask the user.",
  input: fromZod(z.strictObject({ question: z.string(), options: z.array(z.string()).optional() })),
  effects: [],
  parallel: false,
  targets: () => [],
  run: async (question, { host }) => textOutcome(`The user says: ${await host.ask(question)}`),
});

const recall = tool({
  name: "recall",
  description: "Search past sessions.",
  input: fromZod(z.strictObject({ query: z.string() })),
  effects: [],
  parallel: true,
  targets: () => [],
  run: async ({ query }, { host }) => {
    if (host.recall === undefined) return failure("this runtime does not remember", "no_handler");
    const hits = await host.recall(query, { limit: 3 });
    return textOutcome(hits.map((hit) => `${new Date(hit.at).toISOString().slice(0, 10)} ${hit.text}`).join("\n"));
  },
});

const delegate = tool({
  name: "delegate",
  description: "Let a child session do a task.",
  input: fromZod(z.strictObject({ task: z.string() })),
  effects: [],
  parallel: true,
  targets: () => [],
  run: async ({ task }, { host }) => {
    const report = await host.spawn?.({ task, tools: ["read_file"], costUsd: 0.5 });
    return report?.ok ? textOutcome(report.text) : failure(report?.text ?? "this runtime has no children");
  },
});

/** One shell that lives from call to call. */
const terminal = (): Tool => {
  let shell: { readonly running: Running; heard: string } | undefined;
  const opened = async (world: World): Promise<NonNullable<typeof shell>> => {
    if (shell !== undefined) return shell;
    const output = (text: string): void => {
      if (shell !== undefined) shell.heard += text;
    };
    const running = await world.exec({ argv: ["bash"], stdin: "open", stderr: "merged", output });
    return (shell = { running, heard: "" });
  };
  return tool({
    name: "terminal",
    description: "Type a line into the shell.",
    input: fromZod(z.strictObject({ line: z.string() })),
    effects: ["execute"],
    parallel: false,
    targets: ({ line }) => [{ kind: "command", command: line }],
    run: async ({ line }, { world }) => {
      const { running } = await opened(world);
      running.write(`${line}; echo "<$?>"\n`);
      const answer = await until(() => /([^]*)<(\d+)>\n$/.exec(shell?.heard ?? ""));
      shell = { running, heard: "" };
      return textOutcome(`${answer[1]}status ${answer[2]}`);
    },
  });
};

/** Looks again every few milliseconds until there is something. */
const until = async <T>(look: () => T | null): Promise<T> => {
  for (let found = look(); ; found = look()) {
    if (found !== null) return found;
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
};

/** What a runtime keeps of its calls: answers and children, each by the call's id. */
interface Kept {
  readonly answers: Map<string, string>;
  readonly children: Map<string, ChildReport>;
}

/** The host of one call. Its child has a question of its own, which becomes the call's. */
const hostOf = (call: string, { answers, children }: Kept): Host => {
  const ask = async (question: Question): Promise<string> => {
    const answer = answers.get(call);
    if (answer === undefined) throw new Paused(question);
    return answer;
  };
  return {
    ask,
    spawn: async ({ task }) => {
      const child = children.get(call) ?? { session: `child-${children.size + 1}`, ok: true, text: task };
      children.set(call, child);
      return {
        ...child,
        text: `${child.session} did ${task} with ${await ask({ question: "May I?", options: ["yes"] })}`,
      };
    },
    recall: async (query, { limit }) =>
      ["the port is 8080", "the colour is blue"]
        .filter((text) => text.includes(query))
        .slice(0, limit)
        .map((text, seq) => ({
          session: "old",
          seq,
          at: Date.UTC(2026, 10, 1),
          by: "user",
          cwd: "/work",
          title: "ports and colours",
          text,
        })),
  };
};

const run = (used: Tool, input: unknown, context: Parameters<Tool["run"]>[1]): Promise<ToolOutcome> => {
  const parsed = used.input.parse(input);
  return parsed.ok ? used.run(parsed.value, context) : Promise.resolve(failure(parsed.message, "invalid_arguments"));
};

describe("the contract carries", () => {
  it("an image, through the log and back", async () => {
    const { world } = await workshop({ "pixel.png": Buffer.from(pixel, "base64") });
    const outcome = await run(viewImage, { path: "pixel.png" }, contextIn(world));
    const logged = z.array(contentPart).parse(JSON.parse(JSON.stringify(outcome.parts)));
    expect(logged).toEqual([
      { type: "text", text: "pixel.png" },
      { type: "image", mediaType: "image/png", data: pixel },
    ]);
  });

  it("a question: the call unwinds, and has its answer when it runs again", async () => {
    const { world } = await workshop();
    const kept: Kept = { answers: new Map(), children: new Map() };
    const asked = { question: "Which one?", options: ["left", "right"] };
    const again = () => run(askUser, asked, contextIn(world, { call: "call-7", host: hostOf("call-7", kept) }));
    await expect(again()).rejects.toMatchObject({ name: "Paused", question: asked });
    kept.answers.set("call-7", "left");
    expect(await again()).toEqual(textOutcome("The user says: left"));
  });

  it("memory, where the runtime has one", async () => {
    const { world } = await workshop();
    const host = hostOf("call-1", { answers: new Map(), children: new Map() });
    expect(await run(recall, { query: "port" }, contextIn(world, { host }))).toEqual(
      textOutcome("2026-11-01 the port is 8080"),
    );
    expect(await run(recall, { query: "port" }, contextIn(world))).toMatchObject({ ok: false, category: "no_handler" });
  });

  it("a child, whose question becomes the parent's, and who is not born twice", async () => {
    const { world } = await workshop();
    const kept: Kept = { answers: new Map(), children: new Map() };
    const again = () => run(delegate, { task: "tidying" }, contextIn(world, { host: hostOf("call-1", kept) }));
    await expect(again()).rejects.toMatchObject({ question: { question: "May I?", options: ["yes"] } });
    kept.answers.set("call-1", "yes");
    expect(await again()).toEqual(textOutcome("child-1 did tidying with yes"));
    expect([...kept.children.keys()]).toEqual(["call-1"]);
  });

  it("a process that is written to and read from, over several calls", async () => {
    const { world } = await workshop();
    const shell = terminal();
    const type = (line: string) => {
      const narrow = world.narrow({ effects: shell.effects, anywhere: false });
      return run(shell, { line }, contextIn(narrow));
    };
    expect(await type("answer=42; cd /")).toEqual(textOutcome("status 0"));
    expect(await type("echo $answer; pwd; false")).toEqual(textOutcome("42\n/\nstatus 1"));
  });
});
