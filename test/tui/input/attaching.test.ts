/** Files that a message names are sent with it. */
import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { attachedIn } from "../../../src/transports/tui/attached.ts";
import type { ComposerParts } from "../../../src/transports/tui/input/composer-port.ts";
import { composing, directory, until } from "./composing.ts";

/** One pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const sent = async (text: string, parts: Partial<ComposerParts>) => {
  const { composer, type, said, told } = composing(parts);
  composer.set(text);
  await type("\r");
  await until(
    () => said.length === 1,
    () => said,
  );
  return { parts: said[0]!.parts.slice(1), told };
};

const filled = async (files: Readonly<Record<string, string | Buffer>>): Promise<string> => {
  const root = await directory();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(root, name, ".."), { recursive: true });
    await writeFile(join(root, name), content);
  }
  return root;
};

describe("what a message names", () => {
  it("is attached: text with its path, a directory's names, a picture; once each, and what is not there is text", async () => {
    const root = await filled({ "src/a.ts": "let a;\n", "two words.md": "hi", "x.png": png, "src/b/c": "" });
    const { parts, told } = await sent(
      `read @src/a.ts, @"two words.md" and @src/ (see @src/a.ts). Also @x.png, @nobody, me@src/a.ts; look at @${root}/x.png`,
      { cwd: () => root },
    );
    expect(parts).toEqual([
      { type: "text", text: '<file path="src/a.ts">\nlet a;\n</file>' },
      { type: "text", text: '<file path="two words.md">\nhi\n</file>' },
      { type: "text", text: '<directory path="src/">\na.ts\nb/\n</directory>' },
      { type: "image", mediaType: "image/png", data: png.toString("base64") },
    ]);
    expect(told).toEqual([]);
    expect(attachedIn(`read this${parts.map((part) => (part.type === "text" ? part.text : "")).join("")}`)).toEqual({
      typed: "read this",
      attached: [
        { kind: "file", path: "src/a.ts", text: "let a;\n" },
        { kind: "file", path: "two words.md", text: "hi\n" },
        { kind: "directory", path: "src/", text: "a.ts\nb/\n" },
      ],
    });
  });

  it("may stand in Chinese, which has no spaces", async () => {
    const root = await filled({ "a.ts": "1" });
    const { parts } = await sent("请看@a.ts，然后修改。", { cwd: () => root });
    expect(parts).toEqual([{ type: "text", text: '<file path="a.ts">\n1\n</file>' }]);
  });

  it.each([
    ["plain", (path: string) => path],
    ["quoted", (path: string) => `'${path}'`],
    ["a URL", (path: string) => `file://${path}`],
  ])("as a picture's path alone is the picture, %s", async (_sort, written) => {
    const root = await filled({ "x.png": png, "a.ts": "1" });
    const { parts, told } = await sent(`what is ${written(join(root, "x.png"))}? And ${root}/a.ts, ./nothing.png`, {
      cwd: () => root,
    });
    expect(parts).toEqual([{ type: "image", mediaType: "image/png", data: png.toString("base64") }]);
    expect(told).toEqual([]);
  });

  it("is only named when it is secret, large, no text or no picture, and a sentence says so", async () => {
    const root = await filled({
      ".env": "KEY=1",
      "large.txt": "a".repeat(300_000),
      "binary.dat": Buffer.from([1, 0, 2]),
      "latin.txt": Buffer.from([0xe4, 0xf6]),
      "false.png": "no picture",
      "large.png": Buffer.concat([png, Buffer.alloc(4_000_000)]),
    });
    await symlink(join(root, ".env"), join(root, "link"));
    execFileSync("mkfifo", [join(root, "pipe")]);
    const { parts, told } = await sent("@.env @link @large.txt @binary.dat @latin.txt @false.png @large.png @pipe", {
      cwd: () => root,
      isSecret: (path) => path.endsWith("/.env"),
    });
    expect(parts).toEqual([]);
    expect(told).toEqual([
      ".env was not attached: it may hold credentials.",
      "large.txt was not attached: it has 300000 bytes, and a file may have 262144; the agent can read it in parts.",
      "binary.dat was not attached: it is not text.",
      "latin.txt was not attached: it is not text in UTF-8.",
      "false.png was not attached: by its first bytes it is no PNG, JPEG, GIF or WebP.",
      "large.png was not attached: it has 4000070 bytes, and a picture may have 3750000.",
      "pipe was not attached: it is neither a file nor a directory.",
    ]);
  });

  it("has a limit for all of a message together", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `${index}.txt`);
    const root = await filled(Object.fromEntries(names.map((name) => [name, "a".repeat(250_000)])));
    const { parts, told } = await sent(names.map((name) => `@${name}`).join(" "), { cwd: () => root });
    expect(parts).toHaveLength(4);
    expect(told).toEqual(
      ["4.txt", "5.txt"].map(
        (name) =>
          `${name} was not attached: the files of one message may have 1048576 bytes together; the agent can read it.`,
      ),
    );
  });

  it("is not read for what a large paste names", async () => {
    const root = await filled({ "a.ts": "1", "x.png": png });
    const { type, said } = composing({ cwd: () => root });
    await type("\u001b[200~" + `@a.ts ${root}/x.png\n`.repeat(20) + "\u001b[201~", " and @a.ts", " ", "\r");
    await until(
      () => said.length === 1,
      () => said,
    );
    expect(said[0]!.parts.slice(1)).toEqual([{ type: "text", text: '<file path="a.ts">\n1\n</file>' }]);
  });

  it("is not read for a command", async () => {
    const root = await filled({ "a.ts": "1" });
    const { parts } = await sent("/name @a.ts", { cwd: () => root, commands: () => [{ name: "name", about: "" }] });
    expect(parts).toEqual([]);
  });
});

describe("the clipboard's picture", () => {
  /** A program of that name that knows the words of the real one; none of them is installed everywhere. */
  const program = async (name: string, script: string): Promise<string> => {
    const root = await filled({ [name]: `#!/bin/sh\n${script}\n`, "x.png": png });
    await chmod(join(root, name), 0o755);
    return root;
  };

  it("has a name in the text, which is deleted as a whole, and is sent while the name is there", async () => {
    const root = await program(
      "wl-paste",
      'case "$*" in "--no-newline --type image/png") cat "$(dirname "$0")/x.png";; *) exit 1;; esac',
    );
    const env = { PATH: `${root}:${process.env["PATH"]}`, WAYLAND_DISPLAY: "wayland-0" };
    const { type, composer, said } = composing({ env });
    await type("see ", "\u0016");
    await until(() => composer.text() === "see [image #1] ", composer.text);
    await type("\u001bv");
    await until(() => composer.text() === "see [image #1] [image #2] ", composer.text);
    await type("\u007f", "\u007f", "\r");
    await until(
      () => said.length === 1,
      () => said,
    );
    expect(said[0]!.parts).toEqual([
      { type: "text", text: "see [image #1]" },
      { type: "image", mediaType: "image/png", data: (await readFile(join(root, "x.png"))).toString("base64") },
    ]);
  });

  it("comes back with a message that waited, before what is there, and is sent once", async () => {
    const root = await program("wl-paste", 'cat "$(dirname "$0")/x.png"');
    const env = { PATH: `${root}:${process.env["PATH"]}`, WAYLAND_DISPLAY: "wayland-0" };
    const { type, composer, said } = composing({ env, cwd: () => root });
    const image = (data: string) => ({ type: "image" as const, mediaType: "image/png", data });
    const [a, b, c, ofFile] = [image("AAAA"), image("BBBB"), image("CCCC"), image(png.toString("base64"))];
    await type("mine: ", "\u0016");
    await until(() => composer.text() === "mine: [image #1] ", composer.text);
    composer.putBack({ text: "[image #7], not [image #6]; ./x.png", images: [ofFile, a, b] });
    expect(composer.text()).toBe("[image #4], not [image #3]; ./x.png [image #2]\nmine: [image #1] ");
    // Names in a paste name nothing: those that it holds are named beside it.
    composer.putBack({ text: `[image #1]${"\nand a line".repeat(400)}`, images: [c] });
    await type("\r");
    await until(
      () => said.length === 1,
      () => said,
    );
    const { parts } = said[0]!;
    const own = image((await readFile(join(root, "x.png"))).toString("base64"));
    expect(parts.filter(({ type: sort }) => sort === "image")).toEqual([own, ofFile, a, b, c]);
    // One that is still in its file is not sent twice.
    composer.putBack({ text: "./x.png", images: [ofFile] });
    await type("\r");
    await until(
      () => said.length === 2,
      () => said,
    );
    expect(said[1]!.parts).toEqual([
      { type: "text", text: expect.stringMatching(/^\.\/x\.png \[image #\d\]$/u) },
      ofFile,
    ]);
  });

  it.each([
    [{}, "There is no clipboard here to take a picture from; paste or type the path of a file."],
    [{ DISPLAY: ":0" }, "To take pictures from the clipboard, install xclip."],
  ])("is missed in a sentence: %j", async (desktop, sentence) => {
    const { type, told } = composing({ env: { PATH: "/nowhere", ...desktop } });
    await type("\u0016");
    await until(
      () => told.length === 1,
      () => told,
    );
    expect(told).toEqual([sentence]);
  });

  it("may be none", async () => {
    const root = await program("xclip", "exit 1");
    const { type, told } = composing({ env: { PATH: `${root}:${process.env["PATH"]}`, DISPLAY: ":0" } });
    await type("\u0016");
    await until(
      () => told.length === 1,
      () => told,
    );
    expect(told).toEqual(["The clipboard holds no picture."]);
  });
});
