/** A directory with real files in the local world, and tools to use in it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { textOf } from "../../src/contract/message.ts";
import type { CallContext, Tool, ToolOutcome } from "../../src/contract/tool.ts";
import type { World } from "../../src/contract/world.ts";
import { contextIn, outcomeOf } from "../../src/testing/conformance/tool.ts";
import { workspace } from "../../src/testing/workspace.ts";

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

export const worldWith = workspace;

/** `line 1` and so on. */
export const manyLines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
