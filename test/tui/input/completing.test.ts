/** What is offered while something is typed. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ComposerParts } from "../../../src/transports/tui/input/composer-port.ts";
import { fileIndex } from "../../../src/transports/tui/input/file-index.ts";
import { composing, directory, until, type Composing } from "./composing.ts";

const tree = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const root = await directory();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(root, name, ".."), { recursive: true });
    await writeFile(join(root, name), text);
  }
  return root;
};

const found = async (root: string, query: string): Promise<readonly string[]> =>
  fileIndex(root).search(query, new AbortController().signal);

/** The rows that are offered, once there are some. */
const offered = async ({ composer, shown }: Composing): Promise<string[]> => {
  await until(composer.busy, shown);
  const lines = shown();
  return lines.slice(lines.findLastIndex((line) => line.startsWith("──")) + 1);
};

describe("files", () => {
  it("are those that git would list, the nearest first and hidden ones last", async () => {
    const root = await tree({
      ".git/config": "",
      ".gitignore": "*.log\n/dist\nkept/*\n!kept/this\n",
      ".hidden": "",
      "a.ts": "",
      "b.log": "",
      "dist/a.ts": "",
      "kept/other": "",
      "kept/this": "",
      "node_modules/x/a.ts": "",
      "src/.gitignore": "!b.log\nown\n",
      "src/b.log": "",
      "src/own": "",
      "bad\u001b[2Jname": "",
    });
    expect(await found(root, "")).toEqual([
      "a.ts",
      "kept/",
      "src/",
      "kept/this",
      "src/b.log",
      ".gitignore",
      ".hidden",
      "src/.gitignore",
    ]);
    expect(await found(join(root, "src"), "log")).toEqual(["b.log"]);
    expect(await found(join(root, "src"), "own")).toEqual([]);
  });

  it("are found by letters in their order: a name before a path, the start of a word before its middle", async () => {
    const root = await tree(
      Object.fromEntries(
        [
          "src/edit/view.ts",
          "src/view/edit.ts",
          "src/credit.ts",
          "src/my-edit.ts",
          "docs/each-dated-item.md",
          ".edit",
        ].map((name) => [name, ""]),
      ),
    );
    expect(await found(root, "edit")).toEqual([
      "src/edit/",
      "src/view/edit.ts",
      "src/my-edit.ts",
      "src/credit.ts",
      "src/edit/view.ts",
      "docs/each-dated-item.md",
      ".edit",
    ]);
    expect((await found(root, "svedit"))[0]).toBe("src/view/edit.ts");
    expect((await found(root, ".ed"))[0]).toBe(".edit");
    expect(await found(root, "nothing")).toEqual([]);
  });

  it("are offered after @ and put in, with quotes when they must be", async () => {
    const root = await tree({ "src/main.ts": "", "two words.md": "", "my dir/x": "" });
    const one = composing({ cwd: () => root });
    await one.type("see @main");
    expect(await offered(one)).toEqual(["→ src/main.ts"]);
    await one.type("\r", "and @wor");
    expect(await offered(one)).toEqual(["→ two words.md"]);
    await one.type("\t", "@my");
    await offered(one);
    await one.type("\t");
    expect(one.composer.text()).toBe('see @src/main.ts and @"two words.md" @"my dir/');
    await one.type("x");
    expect(await offered(one)).toEqual(["→ my dir/x"]);
    await one.type("\r", "\r");
    await until(
      () => one.said.length === 1,
      () => one.said,
    );
    expect(one.said[0]!.parts).toHaveLength(4);
  });

  it("that are new are offered before long", async () => {
    const root = await tree({ "a.ts": "" });
    const index = fileIndex(root);
    const search = () => index.search("", new AbortController().signal);
    expect(await search()).toEqual(["a.ts"]);
    await writeFile(join(root, "b.ts"), "");
    let now: readonly string[] = [];
    for (let tries = 0; now.length < 2 && tries < 100; tries += 1) {
      now = await search();
      await setTimeout(100);
    }
    expect(now).toEqual(["a.ts", "b.ts"]);
  });

  it("outside of the directory are completed by their path", async () => {
    const root = await tree({ "in/a": "", "out/notes.md": "", "out/.hidden": "" });
    const one = composing({ cwd: () => join(root, "in"), env: { HOME: root } });
    await one.type("@../out/no");
    expect(await offered(one)).toEqual(["→ ../out/notes.md"]);
    await one.type("\t", "@~/ou");
    expect(await offered(one)).toEqual(["→ ~/out/"]);
  });
});

describe("paths", () => {
  it("are completed on Tab in a line of the shell, as the shell reads them", async () => {
    const root = await tree({ "my file.txt": "", "my-other": "", "sub/x": "" });
    const one = composing({ cwd: () => root });
    await one.type("!cat m", "\t");
    expect(await offered(one)).toEqual(["→ my file.txt", "  my-other"]);
    await one.type("\t", "s", "\t");
    await until(() => one.composer.text().endsWith("/"), one.composer.text);
    expect(one.composer.text()).toBe(String.raw`!cat my\ file.txt sub/`);
    await one.type("\r");
    await until(
      () => one.shell.length === 1,
      () => one.shell,
    );
  });

  it("that are absolute do not send the line when one is chosen", async () => {
    const root = await tree({ "one-a": "", "one-b": "" });
    const one = composing({ cwd: () => root });
    await one.type(`!ls ${root}/one`, "\t");
    await offered(one);
    await one.type("\r");
    expect({ text: one.composer.text(), shell: one.shell }).toEqual({ text: `!ls ${root}/one-a `, shell: [] });
    await one.type("\r");
    await until(
      () => one.shell.length === 1,
      () => one.shell,
    );
  });
});

describe("commands", () => {
  const commands: ComposerParts["commands"] = () => [
    {
      name: "model",
      takes: "[model]",
      about: "choose the model",
      choices: async () => [{ value: "small/one", about: "cheap" }, { value: "large/two" }],
    },
    { name: "mode", takes: "<mode>", about: "choose the mode" },
    { name: "help", about: "what there is\u001b[2J" },
    { name: "broken", about: "fails", choices: () => Promise.reject(new Error("no")) },
  ];

  it("are offered after a slash, with what they take", async () => {
    const one = composing({ commands });
    await one.type("/");
    expect(await offered(one)).toEqual([
      "→ /model      [model] · choose the model",
      "  /mode       <mode> · choose the mode",
      "  /help       what there is",
      "  /broken     fails",
    ]);
    await one.type("he");
    await setTimeout(30);
    expect(await offered(one)).toEqual(["→ /help       what there is"]);
    await one.type("\r");
    await until(
      () => one.said.length === 1,
      () => one.said,
    );
    expect(one.said[0]!.text).toBe("/help");
  });

  it("that need something after them are completed and not sent", async () => {
    const one = composing({ commands });
    await one.type("/mode");
    await offered(one);
    await one.type("\r");
    expect([one.composer.text(), one.said.length]).toEqual(["/mode ", 0]);
    await one.type("plan", "\r");
    await until(
      () => one.said.length === 1,
      () => one.said,
    );
    expect(one.said[0]!.text).toBe("/mode plan");
  });

  it("offer what may follow them", async () => {
    const one = composing({ commands });
    await one.type("/model t");
    expect(await offered(one)).toEqual(["→ large/two"]);
    await one.type("\t");
    expect(one.composer.text()).toBe("/model large/two");
  });

  it("send what was typed on Enter, or the row that was gone to", async () => {
    const one = composing({ commands });
    await one.type("/model t");
    await offered(one);
    await one.type("\r");
    await until(
      () => one.said.length === 1,
      () => one.said,
    );
    expect(one.said[0]!.text).toBe("/model t");
    await one.type("/model t");
    await offered(one);
    await one.type("\u001b[B", "\r");
    expect(one.composer.text()).toBe("/model large/two");
  });

  it("that fail to offer offer nothing", async () => {
    const one = composing({ commands });
    await one.type("/broken x");
    await setTimeout(30);
    expect(one.composer.busy()).toBe(false);
  });

  it("are not what begins with a slash and is a path", async () => {
    const one = composing({ commands });
    await one.type("/tmp/x.png what is it", "\r");
    await until(
      () => one.said.length === 1,
      () => one.said,
    );
    expect(one.said[0]!.text).toBe("/tmp/x.png what is it");
  });
});
