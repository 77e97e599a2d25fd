/** Keys as terminals send them, and what a person may choose. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseChosenKeys } from "../../../src/transports/tui/input/chosen-keys.ts";
import { keyTable, type Action } from "../../../src/transports/tui/input/key-table.ts";
import { keys } from "../../../src/transports/tui/input/keys.ts";
import { twice } from "../../../src/transports/tui/input/twice.ts";

afterAll(() => void keys());

describe("keys", () => {
  it.each<[string, string, Action]>([
    ["legacy", "\u0003", "app.cancel"],
    ["kitty", "\u001b[99;5u", "app.cancel"],
    ["legacy", "\u001b[Z", "app.mode"],
    ["kitty", "\u001b[9;2u", "app.mode"],
    ["legacy", "\u001b[1;3A", "app.queue"],
    ["legacy", "\u001bm", "app.model"],
    ["kitty", "\u001b[109;3u", "app.model"],
    ["legacy", "\u0013", "input.steer"],
    ["kitty", "\u001b[13;5u", "input.steer"],
    ["modifyOtherKeys", "\u001b[27;5;13~", "input.steer"],
    ["legacy", "\u001b\r", "tui.input.newLine"],
    ["kitty", "\u001b[13;2u", "tui.input.newLine"],
  ])("%s %j is %s", (_sort, data, action) => {
    expect(keys().matches(data, action)).toBe(true);
  });

  it("hears no release of a key", () => {
    expect(keys().matches("\u001b[99;5:3u", "app.cancel")).toBe(false);
  });

  it("calls them by names that people read", () => {
    expect(
      ["app.cancel", "app.queue", "tui.altScreen.halfPageUp"].map((action) => keys().label(action as Action)),
    ).toEqual(["Ctrl+C", "Alt+↑", ""]);
  });

  it("has no two actions of ours with one key in one place", () => {
    const chosen = Object.fromEntries(
      Object.entries(keyTable)
        .filter(([action]) => !action.startsWith("tui."))
        .map(([action, { keys }]) => [action, keys]),
    );
    expect(parseChosenKeys(JSON.stringify(chosen), "keys.json").faults).toEqual([]);
  });
});

it("stand in docs/terminal.md", async () => {
  const docs = await readFile(join(import.meta.dirname, "../../../docs/terminal.md"), "utf8");
  const rows = docs
    .split("\n")
    .filter((line) => /^\| `[a-z]+\./u.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const table = Object.entries(keyTable).map(([action, { keys, about, twice }]) => [
    `\`${action}\``,
    [...keys.map(inDocs), ...(twice ? ["twice"] : [])].join(", "),
    about,
  ]);
  expect(rows).toEqual(table);
});

/** `ctrl+up` as `Ctrl+Up`: as in a file of keys, which may be written in any case. */
const inDocs = (key: string): string => key.replaceAll(/(?<=^|\+)[a-z]/gu, (letter) => letter.toUpperCase());

describe("chosen keys", () => {
  const read = (value: unknown) => parseChosenKeys(JSON.stringify(value), "keys.json");

  it("take the place of the defaults, in any spelling, and a list may be empty", () => {
    const { chosen, faults } = read({ "app.cancel": "Alt+Ctrl+X", "app.back": ["esc"], "tui.editor.undo": [] });
    expect({ chosen, faults }).toEqual({
      chosen: { "app.cancel": ["ctrl+alt+x"], "app.back": ["escape"], "tui.editor.undo": [] },
      faults: [],
    });
    expect(keys(chosen).matches("\u0003", "app.cancel")).toBe(false);
  });

  it("may change places", () => {
    expect(read({ "app.log": "ctrl+o", "app.details": "ctrl+t" }).faults).toEqual([]);
  });

  it("are reported, one sentence each, and the defaults hold", () => {
    expect(
      read({
        "app.nothing": "ctrl+x",
        "app.log": "ctrl+strange",
        "app.model": "m",
        "app.details": "ctrl+c",
        "input.steer": "ctrl+x",
        "input.image": "ctrl+x",
        "tui.select.up": "k",
        "app.redraw": "hyper+l",
      }),
    ).toEqual({
      chosen: { "tui.select.up": ["k"] },
      faults: [
        'keys.json: there is no action "app.nothing".',
        'keys.json: "ctrl+strange" is no key, so app.log keeps its default; keys look like "ctrl+x", "alt+up" or "f5".',
        'keys.json: "m" types a character, so app.model keeps its default.',
        'keys.json: "hyper+l" is no key, so app.redraw keeps its default; keys look like "ctrl+x", "alt+up" or "f5".',
        "keys.json: ctrl+c is the key of both app.details and app.cancel: app.details keeps its default.",
        "keys.json: ctrl+x is the key of both input.steer and input.image: input.steer and input.image keep their defaults.",
      ],
    });
  });

  it("hold together when a default is given back to an action whose key another took", () => {
    const { chosen, faults } = read({ "app.details": "ctrl+t", "app.log": "ctrl+c" });
    expect(chosen).toEqual({});
    expect(faults).toHaveLength(2);
  });

  it.each(["", "[]", "{", '{"app.log": 5}'])("that cannot be read are one fault: %j", (text) => {
    expect(parseChosenKeys(text, "keys.json")).toEqual({
      chosen: {},
      faults: ["keys.json must be a JSON object that gives actions a key or a list of keys: the default keys hold."],
    });
  });
});

describe("twice", () => {
  it("is two presses, soon after each other, and nothing between", () => {
    let at = 0;
    const escape = twice(keys(), "app.back", () => at);
    const press = (data: string, later: number): boolean => {
      at += later;
      return escape(data);
    };
    expect([
      press("\u001b", 0),
      press("\u001b", 300),
      press("\u001b", 300),
      press("\u001b", 900),
      press("a", 10),
      press("\u001b", 10),
      press("\u001b[27u", 10),
      press("\u001b\u001b", 10),
    ]).toEqual([false, true, false, false, false, false, true, true]);
  });
});
