/** Sets of tools hold what they say, and a name that is none is said. */
import { describe, expect, it } from "vitest";
import { defaultSet } from "../../src/tools/default-set.ts";
import { allTools, pick, toolSets } from "../../src/tools/tool-sets.ts";

const names = (wanted: readonly string[]): string[] => pick(wanted).map((tool) => tool.name);

describe("the sets", () => {
  it.each(Object.entries(toolSets))("%s can be picked", (name, tools) => {
    expect(names([name])).toEqual(tools);
  });

  it("default is the default set itself, full is all there are", () => {
    expect(pick(["default"])).toEqual(defaultSet);
    expect(names(["full"])).toEqual(allTools.map((tool) => tool.name));
  });

  it("read-only has nothing that changes anything", () => {
    expect(pick(["read-only"]).flatMap((tool) => tool.effects.filter((effect) => effect !== "read"))).toEqual([]);
  });

  it("full takes less than 14,000 bytes of a request", () => {
    const specs = pick(["full"]).map(({ name, description, input }) => ({ name, description, input: input.json }));
    expect(Buffer.byteLength(JSON.stringify(specs))).toBeLessThan(14_000);
  });
});

describe("pick", () => {
  it("takes names and sets together, each tool once and in order", () => {
    expect(names(["exec", "web", "exec", "web_search", "minimal"])).toEqual([
      "exec",
      "web_fetch",
      "web_search",
      "read_file",
      "edit_file",
      "bash",
    ]);
    expect(names([])).toEqual([]);
  });

  it("asks the engine that it is given, and needs none where nothing is searched", () => {
    const searching = pick(["web"], { search: { engine: "searxng", url: "http://localhost:8888/" } });
    expect(searching[1]?.targets({})).toEqual([{ kind: "host", host: "localhost:8888" }]);
    expect(pick(["bash"], { search: { engine: "brave" } }).map(({ name }) => name)).toEqual(["bash"]);
    expect(() => pick(["web"], { search: { engine: "brave" } })).toThrow("Brave Search needs a key");
  });

  it.each(["Bash", "toString", ""])("refuses %j", (name) => {
    expect(() => pick(["default", name])).toThrow(`${JSON.stringify(name)} is neither a tool nor a set of tools`);
  });
});
