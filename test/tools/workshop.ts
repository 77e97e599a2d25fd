/** A directory with real files in the local world, and tools to use in it. */
import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { textOf } from "../../src/contract/message.ts";
import type { CallContext, Tool, ToolOutcome } from "../../src/contract/tool.ts";
import type { World } from "../../src/contract/world.ts";
import { local } from "../../src/worlds/local.ts";
import { contextIn, outcomeOf } from "../conformance/tool.ts";

type Content = Readonly<Record<string, string | Uint8Array>>;

/** What a call came to, and the text that a model would read of it. */
export type Used = ToolOutcome & { readonly text: string };

export interface Workshop {
  readonly root: string;
  readonly world: World;
  readonly use: (tool: Tool, input: unknown, more?: Partial<CallContext>) => Promise<Used>;
  readonly bytes: (path: string) => Promise<Buffer>;
  readonly text: (path: string) => Promise<string>;
}

/** Gone when the test is over. */
export const workshop = async (files: Content = {}): Promise<Workshop> => {
  const world = await worldWith(files);
  onTestFinished(() => world.close());
  return {
    root: world.root,
    world,
    use: async (tool, input, more) => {
      const outcome = await outcomeOf(
        tool,
        input,
        contextIn(world.narrow({ effects: tool.effects, anywhere: false }), more),
      );
      return { ...outcome, text: textOf(outcome.parts ?? []) };
    },
    bytes: (path) => readFile(join(world.root, path)),
    text: (path) => readFile(join(world.root, path), "utf8"),
  };
};

/** A world over a new directory that holds these files; closing it removes them. */
export const worldWith = async (files: Content): Promise<World> => {
  const root = await mkdtemp(join(tmpdir(), "kelson-tools-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  const world = await local()(root);
  const close = async (): Promise<void> => {
    await world.close();
    await rm(root, { recursive: true, force: true });
  };
  return { ...world, close };
};

/** `line 1` and so on. */
export const manyLines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
