/** What every source must do, whatever it gathers. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventKinds } from "../../contract/event-kinds.ts";
import type { Source } from "../../contract/source.ts";
import type { Effect } from "../../contract/terms.ts";
import type { World } from "../../contract/world.ts";

/**
 * The suite of a source: it only reads, what it gathers is the same as long as its world is, and each layer can be
 * written down. `open` makes a world that the suite closes (`workspace` of kelson/testing makes one).
 */
export const sourceConformance = (source: Source, open: () => Promise<World>): void => {
  describe(`${source.name} as a source`, () => {
    let world: World;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());
    const allowed = (effects: readonly Effect[]): World => world.narrow({ effects, anywhere: false });

    it("has a name", () => {
      expect(source.name).toMatch(/\S/u);
    });

    it("gathers layers that an event can hold", async () => {
      const { sealed, body } = eventKinds["context.loaded"];
      for (const { text, scanned: _, ...layer } of await source.gather(world)) {
        expect(sealed.parse({ ...layer, digest: "" })).toEqual({ ...layer, digest: "" });
        expect(body.parse({ text })).toEqual({ text });
        expect(layer.source).toMatch(/\S/u);
      }
    });

    it("tells its layers apart, so that a changed one takes the place of its own", async () => {
      const places = (await source.gather(world)).map(({ layer, source }) => `${layer} ${source}`);
      expect(places).toEqual([...new Set(places)]);
    });

    it("only reads", async () => {
      expect(await source.gather(allowed(["read"]))).toEqual(await source.gather(world));
    });

    it("gathers the same of the same world, also twice at once", async () => {
      const first = await source.gather(world);
      expect(await Promise.all([source.gather(world), source.gather(world)])).toEqual([first, first]);
    });

    it("leaves the world as it is", async () => {
      const before = await treeOf(world);
      await source.gather(world);
      expect(await treeOf(world)).toEqual(before);
    });

    it("does without a process and the network", async () => {
      const refused = (): never => {
        throw new Error("only files can be read here");
      };
      const still: World = {
        ...world,
        exec: refused,
        fetch: refused,
        narrow: (to) => ({ ...world.narrow(to), exec: refused, fetch: refused }),
      };
      const places = (await source.gather(world)).map(({ layer, source: place }) => `${layer} ${place}`);
      expect((await source.gather(still)).map(({ layer, source: place }) => `${layer} ${place}`)).toEqual(places);
    });

    it("fails in a sentence, or does without, when the world cannot be read", async () => {
      const { files } = world;
      const refused = (): Promise<never> => Promise.reject(new Error("the disk is gone"));
      const blind: World = { ...world, files: { ...files, read: refused, list: refused, stat: refused } };
      const outcome = await source.gather(blind).then(
        (layers) => layers.length >= 0,
        (thrown: unknown) => thrown instanceof Error && /\w+ \w+/u.test(thrown.message),
      );
      expect(outcome).toBe(true);
    });
  });
};

/** Every file and directory with its size and time. */
const treeOf = async (world: World, path = "."): Promise<readonly unknown[]> => {
  const entries = await world.files.list(path);
  const below = entries.map(async ({ name, kind }) => {
    const inner = path === "." ? name : `${path}/${name}`;
    return [inner, await world.files.stat(inner), ...(kind === "directory" ? await treeOf(world, inner) : [])];
  });
  return Promise.all(below);
};
