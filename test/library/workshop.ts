/** What the tests of the library work with: directories, scripted models, and tools that count. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { type Event, type Provider, type Tool, tool, type ToolDefinition } from "../../src/index.ts";
import type { Turn } from "../../src/providers/script.ts";
import { scripted } from "../../src/providers/scripted.ts";

export const directory = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), "kelson-library-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
};

/** A model that takes these turns. */
export const taking = (...turns: readonly Turn[]): Provider =>
  scripted({ script: { turns: [...turns] }, name: "turns" });

/** A tool that notes what it was called with. */
export const noting = (
  name: string,
  more: Partial<ToolDefinition<{ text: string }>> = {},
): { readonly tool: Tool; readonly noted: readonly string[] } => {
  const noted: string[] = [];
  const made = tool({
    name,
    description: `Notes as ${name}.`,
    input: z.object({ text: z.string() }),
    run: ({ text }) => {
      noted.push(text);
      return `noted ${text}`;
    },
    ...more,
  });
  return { tool: made, noted };
};

/** A turn that calls a tool once. */
export const calling = (name: string, input: unknown): Turn => ({ calls: [{ name, input }] });

export const gathered = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** A call's outcome as the model read it. */
export const outcomeText = (events: readonly Event[]): string =>
  events
    .flatMap((event) => (event.type === "call.finished" ? (event.data.output ?? []) : []))
    .map((part) => (part.type === "text" ? part.text : part.type))
    .join("\n");
