/** The suites of `kelson/testing/conformance`, as who writes plugs gets them: good plugs pass them, and broken ones fail. */
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
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

/** A keeper of snapshots is too long for its page; ours is held against its suite in test/checkpoints. */
const withoutCode = new Set(["checkpoint.md"]);

/** What the pages of the ports show as the smallest plug, each with its proof, by the name of its test file. */
const pages = join(import.meta.dirname, "../../docs/ports");
const pagesWithCode = readdirSync(pages).filter((page) => !withoutCode.has(page));
const shown = Object.fromEntries(
  pagesWithCode.map((page) => [
    page.replace(".md", ".page.test.ts"),
    [...readFileSync(join(pages, page), "utf8").matchAll(/^```ts\n(.*?)^```$/gmsu)].map(([, code]) => code).join("\n"),
  ]),
);
const files = { ...shown, "tools.test.ts": tools, "stores.test.ts": stores, "others.test.ts": others };

let place: Consumer;
let results: readonly Result[] = [];

beforeAll(async () => {
  place = await consumer(files, ["vitest", "zod"]);
  results = await tested();
});
afterAll(() => place.remove());

test("a plug's tests type-check", async () => {
  expect(await place.check(Object.keys(files))).toBe("");
});

test("the smallest plugs of the pages pass the suite of each port", () => {
  const pageResults = results.filter(({ file }) => file.endsWith(".page.test.ts"));
  expect(pageResults.filter(({ status }) => status === "failed")).toEqual([]);
  const passed = new Set(pageResults.flatMap(({ file, status }) => (status === "passed" ? [basename(file)] : [])));
  expect([...passed].toSorted()).toEqual(Object.keys(shown).toSorted());
});

test("good plugs pass, and each broken one fails where it is broken", () => {
  const failures = (plug: string): readonly string[] =>
    results.flatMap(({ suite, title, status }) =>
      suite.startsWith(`${plug} as a `) && status === "failed" ? [title] : [],
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

interface Result {
  readonly file: string;
  readonly suite: string;
  readonly title: string;
  readonly status: string;
}

/** Runs the tests of the user, as the user would. */
const tested = async (): Promise<readonly Result[]> => {
  const report = join(place.directory, "report.json");
  // What takes long in the suite of worlds is proved with the real ones.
  const names = "^(?!.* as a world[ >]+(output|exec|fetch|the end))";
  const argv = ["run", "--root", place.directory, "-t", names, "--reporter=json", `--outputFile=${report}`];
  // Its exit code says that some fail, as they should.
  await run(bin("vitest"), argv, { cwd: place.directory }).catch(() => {});
  const { testResults } = JSON.parse(await readFile(report, "utf8")) as Report;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: name,
      suite: ancestorTitles[0] ?? "",
      title,
      status,
    })),
  );
};

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}
