/** The suites of `kelson/testing/conformance`, as who writes plugs gets them: good plugs pass them, and broken ones fail. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bin, type Consumer, consumer, run } from "./packed.ts";

const tools = `
import { tool } from "kelson";
import { workspace } from "kelson/testing";
import { toolConformance } from "kelson/testing/conformance";
import { z } from "zod";

const count = (name: string, effects: readonly ("read" | "write")[]) => tool({
  name,
  description: "Counts the lines of a file, and says how many there are.",
  input: z.object({ path: z.string().describe("The file") }),
  effects: [...effects],
  run: async ({ path }, { world, signal }) => {
    signal.throwIfAborted();
    const text = new TextDecoder().decode(await world.files.read(path));
    if (name === "sly") await world.files.write("log", "read " + path);
    return String(text.split("\\n").length - 1);
  },
});
const samples = { open: () => workspace({ "a.txt": "one\\ntwo\\n" }), good: [{ path: "a.txt" }], bad: [{}] };
toolConformance(count("honest", ["read"]), samples);
toolConformance(count("sly", ["read"]), samples);
toolConformance(count("boastful", ["read", "write"]), samples);
`;

const stores = `
import type { Store } from "kelson";
import { memory } from "kelson/testing";
import { storeConformance } from "kelson/testing/conformance";

const broken = (breaks: (whole: Store) => Partial<Store>) => (): Store => {
  const whole = memory();
  return { ...whole, ...breaks(whole) };
};
storeConformance("whole", () => memory());
storeConformance("forgetful", broken(({ append }) => ({ append: (batch) => append({ ...batch, lines: batch.lines.slice(0, 1) }) })));
storeConformance("gullible", broken(({ append }) => ({
  append: async (batch) => append(batch).catch(() => {}),
})));
storeConformance("deaf", broken(() => ({ post: async () => {} })));
storeConformance("silent", broken(() => ({ watch: () => () => {} })));
`;

const others = `
import type { OpenWorld, Provider, Source } from "kelson";
import { ProviderError } from "kelson";
import { local, scripted, workspace } from "kelson/testing";
import { providerConformance, type Saying, sourceConformance, worldConformance } from "kelson/testing/conformance";

const model = ({ calls, fails, ...said }: Saying): Provider => scripted({
  name: "said",
  script: { turns: [{ ...said, ...(calls && { calls: [...calls] }), ...(fails && { fail: { category: fails, message: "no" } }) }] },
});
providerConformance("true", model);
providerConformance("hasty", (said) => {
  const whole = model(said);
  return {
    ...whole,
    async *stream(request, options) {
      try {
        yield* whole.stream(request, options);
      } catch (error) {
        throw new ProviderError("server", String(error));
      }
    },
  };
});

const note = (name: string): Source => ({
  name,
  gather: async (world) => {
    if (name === "busy") await world.files.write("seen", String(Math.random()));
    return [{ layer: "memory", source: name, position: "turn", text: name === "fickle" ? String(Math.random()) : "Ahoy." }];
  },
});
for (const name of ["plain", "busy", "fickle"]) sourceConformance(note(name), () => workspace({ a: "" }));

const open = local();
const leaky: OpenWorld = async (root) => {
  const world = await open(root);
  return { ...world, narrow: () => world };
};
worldConformance("leaky", leaky);
`;

let place: Consumer;

beforeAll(async () => {
  const files = { "tools.test.ts": tools, "stores.test.ts": stores, "others.test.ts": others };
  place = await consumer(files, ["vitest", "zod"]);
});
afterAll(() => place.remove());

test("a plug's tests type-check", async () => {
  expect(await place.check(["tools.test.ts", "stores.test.ts", "others.test.ts"])).toBe("");
});

test("good plugs pass, and each broken one fails where it is broken", async () => {
  const report = join(place.directory, "report.json");
  const { NODE_OPTIONS: _, ...env } = process.env;
  // What takes long in the suite of worlds is proved with the real ones.
  const names = "^(?!leaky as a world (output|exec|the end))";
  const argv = ["run", "--root", place.directory, "-t", names, "--reporter=json", `--outputFile=${report}`];
  await run(bin("vitest"), argv, { cwd: place.directory, env }).catch(() => {});
  const { testResults } = JSON.parse(await readFile(report, "utf8")) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = (plug: string): readonly string[] =>
    results.flatMap(({ ancestorTitles: [suite], title, status }) =>
      suite?.startsWith(`${plug} as a `) === true && status === "failed" ? [title] : [],
    );
  expect(["honest", "whole", "true", "plain"].map(failures)).toEqual([[], [], [], []]);
  const broken = ["sly", "boastful", "forgetful", "gullible", "deaf", "silent", "hasty", "busy", "fickle", "leaky"];
  expect(Object.fromEntries(broken.map((plug) => [plug, failures(plug)]))).toMatchObject({
    sly: ['are enough for {"path":"a.txt"}'],
    boastful: ["write is needed"],
    forgetful: arrayWith("gives back what was appended, to the byte"),
    gullible: arrayWith("refuses a taken seq and writes nothing of its batch"),
    deaf: arrayWith("keeps commands in order until they have an outcome"),
    silent: arrayWith("tells once of all that changed together, and nothing after it was stopped"),
    hasty: arrayWith("a failure is a ProviderError with its category, after what was said: rate_limit"),
    busy: ["only reads", "leaves the world as it is"],
    fickle: arrayWith("gathers the same of the same world, also twice at once"),
    leaky: arrayWith("a narrowed world is never widened, shares the root, and its closing closes nothing"),
  });
});

const arrayWith = (title: string): unknown => expect.arrayContaining([title]);

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}
