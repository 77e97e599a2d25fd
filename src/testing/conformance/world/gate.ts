/** Where paths lead, and what a narrowed world refuses. */
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CallBlocked, type World } from "../../../contract/world.ts";
import type { Ground } from "./ground.ts";

const drain = async (lines: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of lines);
};

/** Every method that takes a path. */
const uses: Readonly<Record<string, (world: World, path: string) => Promise<unknown>>> = {
  read: ({ files }, path) => files.read(path),
  write: ({ files }, path) => files.write(path, "x"),
  remove: ({ files }, path) => files.remove(path),
  list: ({ files }, path) => files.list(path),
  stat: ({ files }, path) => files.stat(path),
  search: ({ files }, path) => drain(files.search({ pattern: "x", path })),
  find: ({ files }, path) => files.find("**", { path }),
  exec: ({ exec }, cwd) => exec({ argv: ["true"], cwd }),
};

export const gateTests = (ground: () => Ground): void => {
  test("targets lead where their links lead", async () => {
    const { world, outside } = ground();
    const { root } = world;
    await mkdir(join(root, "dir"));
    await symlink(outside, join(root, "away"));
    await symlink("dir", join(root, "near"));
    await symlink(join(outside, "not-yet"), join(root, "dangling"));
    const real = async (path: string) => {
      const [target] = await world.resolve([{ kind: "path", path, access: "write" }]);
      return [target?.real, target?.inside];
    };
    expect(await real(".")).toEqual([root, true]);
    expect(await real("near/new/file")).toEqual([join(root, "dir/new/file"), true]);
    expect(await real("dir/../x")).toEqual([join(root, "x"), true]);
    expect(await real("..")).toEqual([join(root, ".."), false]);
    expect(await real("away/x")).toEqual([join(outside, "x"), false]);
    expect(await real("dangling")).toEqual([join(outside, "not-yet"), false]);
    expect(await real(`${root}-beside`)).toEqual([`${root}-beside`, false]);
    expect(await real("/etc/hosts")).toEqual(["/etc/hosts", false]);
    expect(await real("..name")).toEqual([join(root, "..name"), true]);
    expect(
      await world.resolve([
        { kind: "command", command: "ls" },
        { kind: "host", host: "example.org" },
      ]),
    ).toEqual([
      { kind: "command", command: "ls", inside: true },
      { kind: "host", host: "example.org", inside: false },
    ]);
  });

  describe.each(Object.entries(uses))("%s", (name, use) => {
    test.each(["../outside/x", "away/x", "dangling", "/etc/hosts"])("is held inside: %s", async (path) => {
      const { world, outside } = ground();
      await symlink(outside, join(world.root, "away"));
      await symlink(join(outside, "not-yet"), join(world.root, "dangling"));
      await writeFile(join(outside, "x"), "secret");
      await expect(use(world, path)).rejects.toThrow(CallBlocked);
      const narrow = world.narrow({ effects: ["read", "write", "execute"], anywhere: false });
      await expect(use(narrow, path)).rejects.toThrow(path);
      expect(await readdir(outside)).toEqual(["x"]);
      expect(await readFile(join(outside, "x"), "utf8")).toBe("secret");
    });

    test("needs its effect", async () => {
      const { world } = ground();
      const reader = world.narrow({ effects: ["read"], anywhere: false });
      const needs = { write: "write", remove: "write", exec: "execute" }[name];
      const failure: unknown = await use(reader, ".").catch((error: unknown) => error);
      const blocked = failure instanceof CallBlocked ? failure.message : undefined;
      expect(blocked).toBe(needs && `this call lacks the effect ${needs}: it was allowed read`);
    });
  });

  test("a call that may go anywhere goes there, and writes with the effect execute", async () => {
    const { world, outside } = ground();
    const free = world.narrow({ effects: ["execute"], anywhere: true });
    await free.files.write(join(outside, "x"), "1");
    expect(await free.files.find("*", { path: outside })).toEqual([join(outside, "x")]);
    expect((await free.files.stat("../outside/x"))?.bytes).toBe(1);
  });

  test("a call that may read further directories reads them, and writes nothing there", async () => {
    const { world, outside } = ground();
    await writeFile(join(outside, "x"), "1");
    const reader = world.narrow({ effects: ["read", "write"], anywhere: false, reads: [outside] });
    expect(new TextDecoder().decode(await reader.files.read(join(outside, "x")))).toBe("1");
    await expect(reader.files.write(join(outside, "y"), "2")).rejects.toThrow(CallBlocked);
    await expect(reader.files.remove(join(outside, "x"))).rejects.toThrow(CallBlocked);
    await expect(reader.files.list("/")).rejects.toThrow(CallBlocked);
    const less = reader.narrow({ effects: ["read"], anywhere: false });
    await expect(less.files.read(join(outside, "x"))).rejects.toThrow(CallBlocked);
    const widened = less.narrow({ effects: ["read"], anywhere: false, reads: [outside] });
    await expect(widened.files.read(join(outside, "x"))).rejects.toThrow(CallBlocked);
  });

  test("a narrowed world is never widened, shares the root, and its closing closes nothing", async () => {
    const { world, outside } = ground();
    const reader = world.narrow({ effects: ["read"], anywhere: false });
    const widened = reader.narrow({ effects: ["write"], anywhere: true });
    expect(widened.root).toBe(world.root);
    await expect(widened.files.write("x", "")).rejects.toThrow(CallBlocked);
    await expect(widened.files.list(outside)).rejects.toThrow(CallBlocked);
    await widened.close();
    expect((await (await world.exec({ argv: ["true"] })).exit).code).toBe(0);
  });

  test("what is confined and what is not is said in sentences", () => {
    const { confined, unconfined } = ground().world.describe();
    for (const sentence of [...confined, ...unconfined]) expect(sentence).toMatch(/^[A-Z].*\.$/u);
  });
};
