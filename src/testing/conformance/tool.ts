/** What every tool must do, whatever it is for. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Host, Paused } from "../../contract/host.ts";
import { textOf } from "../../contract/message.ts";
import type { CallContext, Tool, ToolOutcome } from "../../contract/tool.ts";
import { CallBlocked, type World } from "../../contract/world.ts";

/**
 * What a tool is tried with. Good inputs must each end well in a world that `open` has just made and the suite closes
 * (`workspace` of kelson/testing makes one); bad ones fit no schema.
 */
export interface ToolSamples {
  readonly open: () => Promise<World>;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
  /** Whom a tool that asks is to ask; without it nobody answers. */
  readonly host?: Host;
}

/**
 * The suite of a tool: its name and schema, its input, whether its effects are the whole truth and no more, and that its
 * calls end well and stop when they are told to.
 */
export const toolConformance = (tool: Tool, samples: ToolSamples): void => {
  describe(`${tool.name} as a tool`, () => {
    let world: World;
    beforeEach(async () => {
      world = await samples.open();
    });
    afterEach(() => world.close());

    describe("its name, description and schema", () => {
      schemaTests(tool);
    });
    describe("its input", () => {
      inputTests(tool, samples);
    });
    describe("its effects", () => {
      effectTests(tool, samples, () => world);
    });
    describe("a call", () => {
      callTests(tool, samples, () => world);
    });
  });
};

/** What a call runs with in a test: a world, nobody to ask, and no one who watches. */
export const contextIn = (world: World, more: Partial<CallContext> = {}): CallContext => ({
  call: "call-1",
  world,
  host: { ask: (question) => Promise.reject(new Paused(question)) },
  signal: new AbortController().signal,
  output: () => {},
  ...more,
});

/** Runs a tool as the executor does: input is parsed first, and what is thrown becomes a failed outcome. */
export const outcomeOf = async (tool: Tool, input: unknown, context: CallContext): Promise<ToolOutcome> => {
  const parsed = tool.input.parse(input);
  if (!parsed.ok) return { ok: false, category: "invalid_arguments", message: parsed.message };
  try {
    return await tool.run(parsed.value, context);
  } catch (thrown) {
    const { message } = thrown as Error;
    return { ok: false, category: thrown instanceof CallBlocked ? "blocked" : "exception", message };
  }
};

interface Schema {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const jsonTypes = ["string", "integer", "number", "boolean", "array", "object"];

const schemaTests = (tool: Tool): void => {
  const schema = tool.input.json as Schema;
  const properties = Object.entries(schema.properties ?? {});

  it("are short and plain", () => {
    expect(tool.name).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
    expect(tool.description.length).toBeGreaterThan(20);
    expect(tool.description.length).toBeLessThan(400);
  });

  it("are JSON", () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });

  it("describe an object", () => {
    expect(schema.type).toBe("object");
    expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining([...(schema.required ?? [])]));
  });

  it.each(properties)("describe %s", (_, { type, description }) => {
    expect(jsonTypes).toContain(type);
    expect(description).toEqual(expect.any(String));
  });
};

const inputTests = (tool: Tool, { good, bad }: ToolSamples): void => {
  it.each(good)("takes %j", (input) => {
    expect(tool.input.parse(input)).toMatchObject({ ok: true });
  });

  it.each([...bad, null, "text", [], 1])("refuses %j in a sentence", (input) => {
    const parsed = tool.input.parse(input);
    expect(parsed).toEqual({ ok: false, message: expect.stringMatching(/\w+ \w+/) });
  });

  it.each(good)("has the same targets for %j each time, and does not change it", (input) => {
    const value = parsedBy(tool, input);
    const before = structuredClone(value);
    expect(tool.targets(value)).toEqual(tool.targets(structuredClone(value)));
    expect(value).toEqual(before);
  });
};

const effectTests = (tool: Tool, { good, host }: ToolSamples, world: () => World): void => {
  it.each(good)("are enough for %j", async (input) => {
    const narrow = world().narrow({ effects: tool.effects, anywhere: false });
    expect(await outcomeOf(tool, input, contextIn(narrow, asking(host)))).toMatchObject({ ok: true });
  });

  // A world holds back writing and executing; what a call may read is a matter of its paths, and notes are the host's.
  it.each(tool.effects.filter((effect) => effect !== "read" && effect !== "remember"))(
    "%s is needed",
    async (effect) => {
      const effects = tool.effects.filter((other) => other !== effect);
      const narrow = world().narrow({ effects, anywhere: false });
      const outcomes = await Promise.all(good.map((input) => outcomeOf(tool, input, contextIn(narrow))));
      expect(outcomes.map((outcome) => !outcome.ok && outcome.category)).toContain("blocked");
    },
  );

  it.runIf(tool.preview !== undefined)("a preview reads only", async () => {
    const narrow = world().narrow({ effects: ["read"], anywhere: false });
    for (const input of good) expect(await tool.preview?.(parsedBy(tool, input), narrow)).toEqual(expect.any(String));
  });
};

const callTests = (tool: Tool, { good, host }: ToolSamples, world: () => World): void => {
  it.each(good)("gives something to read for %j", async (input) => {
    const outcome = await outcomeOf(tool, input, contextIn(world(), asking(host)));
    expect(outcome).toMatchObject({ ok: true });
    expect(textOf(outcome.parts ?? [])).not.toBe("");
    expect(outcome.data === undefined).toBe(tool.output === undefined);
    expect(tool.output?.parse(outcome.data).ok).not.toBe(false);
  });

  it.runIf(tool.effects.length > 0)("does nothing once it is aborted", async () => {
    const context = contextIn(world(), { signal: AbortSignal.abort() });
    for (const input of good) expect(await outcomeOf(tool, input, context)).toMatchObject({ ok: false });
  });

  it("stops soon when it is aborted while it runs", async () => {
    for (const input of good) {
      const abort = new AbortController();
      const running = outcomeOf(tool, input, contextIn(world(), { signal: abort.signal }));
      abort.abort();
      const slow = new Promise((resolve) => void setTimeout(resolve, 5000, "still running").unref());
      expect(await Promise.race([running, slow])).not.toBe("still running");
    }
  });
};

const asking = (host: Host | undefined): Partial<CallContext> => (host === undefined ? {} : { host });

const parsedBy = (tool: Tool, input: unknown): unknown => {
  const parsed = tool.input.parse(input);
  if (!parsed.ok) throw new Error(`a good sample does not fit the schema: ${parsed.message}`);
  return parsed.value;
};
