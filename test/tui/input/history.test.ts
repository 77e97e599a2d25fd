/** What was sent before: kept in a private file, by many programs at once, and searched. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { history } from "../../../src/transports/tui/input/history.ts";
import { composing, directory, until } from "./composing.ts";

const kept = (file: string, redact = (text: string) => text) =>
  history({
    file,
    redact,
    failed: (sentence) => {
      throw new Error(sentence);
    },
  });

describe("the history", () => {
  it("is there again in the next program, in a file that is private, without secrets", async () => {
    const file = join(await directory(), "state", "history.jsonl");
    const first = kept(file, (text) => text.replaceAll("secret", "[redacted]"));
    for (const text of ["one", "one", " two\nlines ", "a secret", "x".repeat(40_000), ""]) first.add(text);
    await first.saved();
    expect(kept(file).entries()).toEqual(["one", "two\nlines", "a [redacted]"]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(file, ".."))).mode & 0o777).toBe(0o700);
  });

  it("passes over lines that were cut off", async () => {
    const file = join(await directory(), "history.jsonl");
    await writeFile(file, '"one"\n"tw\n{"three":3}\n"four"');
    expect(kept(file).entries()).toEqual(["one", "four"]);
  });

  it("loses nothing when four programs write at once, and stays small", async () => {
    const file = join(await directory(), "history.jsonl");
    const program = `
      import { history } from "${new URL("../../../src/transports/tui/input/history.ts", import.meta.url).href}";
      const past = history({ file: process.argv[1], redact: (text) => text, failed: (s) => { throw new Error(s); } });
      for (let n = 0; n < 150; n += 1) { past.add(process.argv[2] + " " + n + " " + "x".repeat(2_000)); await past.saved(); }
    `;
    const running = ["a", "b", "c", "d"].map((name) =>
      once(spawn(process.execPath, ["--input-type=module", "-e", program, file, name], { stdio: "inherit" }), "exit"),
    );
    expect((await Promise.all(running)).map(([code]) => code as number)).toEqual([0, 0, 0, 0]);
    const names = kept(file)
      .entries()
      .map((entry) => entry.split(" x")[0]!);
    for (const name of ["a", "b", "c", "d"])
      expect(names.filter((one) => one.startsWith(name))).toEqual(
        Array.from({ length: 150 }, (_, n) => `${name} ${n}`),
      );
  });

  it("stays within two files of a megabyte", async () => {
    const file = join(await directory(), "history.jsonl");
    const past = kept(file);
    for (let n = 0; n < 150; n += 1) past.add(`${n} ${"x".repeat(30_000)}`);
    await past.saved();
    expect((await stat(file)).size).toBeLessThan(1_050_000);
    expect((await stat(`${file}.1`)).size).toBeLessThan(1_050_000);
    expect(kept(file).entries().at(-1)).toMatch(/^149 /u);
  });

  it("says once when it cannot be written", async () => {
    const file = join(await directory(), "history.jsonl");
    await writeFile(file, "");
    const { type, told } = composing({ historyFile: join(file, "below") });
    await type("one", "\r", "two", "\r");
    await until(
      () => told.length > 0,
      () => told,
    );
    expect(told).toEqual([`What you send is not remembered: ${join(file, "below")} could not be written (EEXIST).`]);
  });
});

describe("in the input", () => {
  const filled = async () => {
    const file = join(await directory(), "history.jsonl");
    await writeFile(
      file,
      ["fix the tests", "write docs", "!npm test", "fix the build"].map((text) => `${JSON.stringify(text)}\n`).join(""),
    );
    return composing({ historyFile: file });
  };

  it("the arrows go through it, and back to what was typed", async () => {
    const { type, composer } = await filled();
    const up = "\u001b[A";
    const down = "\u001b[B";
    await type(up);
    expect(composer.text()).toBe("fix the build");
    await type(up, up);
    expect(composer.text()).toBe("write docs");
    await type(down, down, down, down);
    expect(composer.text()).toBe("");
  });

  it("Ctrl-R searches it, the newest first, and Enter takes one without sending it", async () => {
    const { type, composer, shown, said } = await filled();
    await type("draft", "\u0012", "FIX");
    expect(composer.busy()).toBe(true);
    expect(shown().slice(1, -1)).toEqual(["search: FIX", "→ fix the build", "  fix the tests"]);
    await type("\u0012", "\r");
    expect({ text: composer.text(), busy: composer.busy(), said }).toEqual({
      text: "fix the tests",
      busy: false,
      said: [],
    });
  });

  it.each([
    ["Escape", "\u001b"],
    ["Ctrl-C", "\u0003"],
    ["Enter on nothing", "nothing like this\r"],
  ])("%s leaves the search and what was typed", async (_name, bytes) => {
    const { type, composer, shown } = await filled();
    await type("draft", "\u0012", bytes, " goes on");
    expect([composer.text(), shown()[1]]).toEqual(["draft goes on", "draft goes on"]);
  });

  it("what was sent is found at once, and a long one is put in as a paste", async () => {
    const { type, shown, composer } = await filled();
    const long = Array.from({ length: 5_000 }, (_, n) => `line ${n}`).join("\n");
    await type(`\u001b[200~${long}\u001b[201~`, "\r", "\u0012", "line", "\r");
    expect(shown()[1]).toBe("[paste #1 +5000 lines]");
    expect(composer.text()).toBe(long);
  });
});

it("is written as one JSON text a line", async () => {
  const file = join(await directory(), "history.jsonl");
  const { type } = composing({ historyFile: file });
  await type("one", "\u001b\r", "two", "\r");
  const read = () => readFile(file, "utf8").catch(() => "");
  let text = "";
  await until(
    () => text !== "" || (void read().then((now) => (text = now)), false),
    () => text,
  );
  expect(text).toBe('"one\\ntwo"\n');
});
