/** Themes: which there are, how they are read, what stands out from what, and what a terminal gets of them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Role, roles } from "../../../src/transports/tui/theme.ts";
import { defaultDark, defaultLight } from "../../../src/transports/tui/theme/bundled/default.ts";
import { colorCode, rgbOf } from "../../../src/transports/tui/theme/color.ts";
import { contrast, darkOrLight } from "../../../src/transports/tui/theme/dark-or-light.ts";
import { depthOf, type Look } from "../../../src/transports/tui/theme/paint.ts";
import { bundled, themes } from "../../../src/transports/tui/theme/themes.ts";

const grounds = { dark: ["#000000", "#1c1c1c"], light: ["#ffffff", "#f5f5f5"] } as const;

test.each(bundled.map((file) => [`${file.name}, ${file.for}`, file] as const))(
  "in %s every text stands out from what is behind it",
  (_, file) => {
    const base = file.for === "dark" ? defaultDark : defaultLight;
    const colors: Record<Role, Look> = { ...base.colors, ...file.colors };
    const least = file.name === "high-contrast" ? 7 : 4.5;
    const weak = (Object.keys(roles) as Role[]).flatMap((role) => {
      const { fg, bg } = colors[role];
      if (fg === undefined || (role === "border" && least < 7)) return [];
      const behind = bg === undefined ? grounds[file.for] : [bg];
      const ratio = Math.min(...behind.map((one) => contrast(rgbOf(fg), rgbOf(one))));
      return ratio >= least ? [] : [`${role}: ${ratio.toFixed(2)}`];
    });
    expect(weak).toEqual([]);
  },
);

test("in 256 colours the themes of the program look the same", () => {
  for (const { colors } of bundled)
    for (const { fg, bg } of Object.values(colors))
      for (const color of [fg, bg]) {
        if (color === undefined) continue;
        const number = Number(colorCode(color, "256", "fg").split(";")[2]);
        expect(rgbOf(number)).toEqual(rgbOf(color));
      }
});

test("in 16 colours what was added and removed, and what went well and did not, is told apart", () => {
  for (const { name, for: background } of bundled) {
    const { paint } = themes().theme(name, background, "16");
    for (const pair of [
      ["added", "removed"],
      ["addedWord", "removedWord"],
      ["success", "error"],
    ] as const)
      expect([name, pair, paint(pair[0], "a")]).not.toEqual([name, pair, paint(pair[1], "a")]);
  }
  const { paint } = themes().theme("default", "dark", "16");
  expect([paint("added", "a"), paint("removed", "a"), paint("dim", "a"), paint("addedWord", "a")]).toEqual([
    "\u001B[92ma\u001B[39m",
    "\u001B[91ma\u001B[39m",
    "\u001B[90ma\u001B[39m",
    "\u001B[30;42ma\u001B[39;49m",
  ]);
});

test("high-contrast leaves no role to the terminal", () => {
  const contrasting = bundled.filter(({ name }) => name === "high-contrast");
  const left = (Object.keys(roles) as Role[]).filter((role) =>
    contrasting.some(({ colors }) => colors[role]?.fg === undefined),
  );
  expect(left).toEqual([]);
});

const written = (files: Readonly<Record<string, string>>): string => {
  const directory = mkdtempSync(join(tmpdir(), "kelson-themes-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
};

test("a theme of a person is listed, takes the place of ours, and has the default's roles where it lacks them", () => {
  const colors = { accent: "bright-red", added: { fg: 22, bg: "#ffffff", bold: true } };
  const directory = written({ "mine.json": JSON.stringify({ name: "ember", for: "dark", colors }), "notes.txt": "" });
  const { list, faults, theme } = themes(directory);
  expect(faults).toEqual([]);
  expect(list.filter(({ name }) => name === "ember")).toEqual([
    { name: "ember", for: "light", path: undefined },
    { name: "ember", for: "dark", path: join(directory, "mine.json") },
  ]);
  const { paint } = theme("ember", "dark", "true");
  expect(paint("accent", "a")).toBe("\u001B[91ma\u001B[39m");
  expect(paint("added", "a")).toBe("\u001B[1;38;5;22;48;2;255;255;255ma\u001B[22;39;49m");
  expect(paint("dim", "a")).toBe("\u001B[38;2;138;138;138ma\u001B[39m");
});

test.each([
  ["{", /no JSON/u],
  ["[]", /the file must be an object .* got \[\]/u],
  [JSON.stringify({ name: "\u001B[2J", for: "dark" }), /name must be up to 40 letters/u],
  [JSON.stringify({ name: "a", for: "grey" }), /for must be "dark" or "light", got "grey"/u],
  [
    JSON.stringify({ name: "a", for: "dark", colors: { accent: "reddish" } }),
    /colors\.accent must be .* got "reddish"/u,
  ],
  [
    JSON.stringify({ name: "a", for: "dark", colors: { accent: { fg: 256 } } }),
    /colors\.accent\.fg must be .* got 256/u,
  ],
  [JSON.stringify({ name: "a", for: "dark", colors: { acent: 1 } }), /colors\.acent must be one of the roles/u],
  [
    JSON.stringify({ name: "a", for: "dark", colors: { dim: { blink: true } } }),
    /colors\.dim\.blink must be one of fg/u,
  ],
  [JSON.stringify({ name: "a", for: "dark", colours: {} }), /colours must be absent/u],
])("the faulty theme %s gets one sentence and is left out", (text, sentence) => {
  const directory = written({ "bad.json": text });
  const { list, faults } = themes(directory);
  expect(faults).toEqual([expect.stringMatching(sentence)]);
  expect(faults[0]).toContain(join(directory, "bad.json"));
  expect(list).toHaveLength(bundled.length);
});

test("a directory that is not there has no themes, and an unknown name is refused with those there are", () => {
  const { list, theme } = themes("/nowhere/themes");
  expect([...new Set(list.map(({ name }) => name))]).toEqual(["default", "high-contrast", "harbour", "ember"]);
  expect(() => theme("sea", "dark", "16")).toThrow(
    'the theme must be one of default, high-contrast, harbour, ember, got "sea"',
  );
});

test.each([
  [{ TERM: "dumb", COLORTERM: "truecolor" }, "plain"],
  [{ TERM: "xterm-256color", NO_COLOR: "1" }, "attributes"],
  [{ TERM: "xterm-256color", NO_COLOR: "" }, "256"],
  [{ TERM: "xterm-256color", COLORTERM: "truecolor" }, "true"],
  [{ TERM: "xterm", FORCE_COLOR: "0" }, "attributes"],
  [{ TERM: "xterm" }, "16"],
  [{}, "16"],
] as const)("%j has %s", (env, depth) => {
  expect(depthOf(env)).toBe(depth);
});

test("without colours a background becomes inverse, and a dumb terminal gets no sequence at all", () => {
  const { theme } = themes();
  expect(theme("default", "dark", "attributes").paint("selected", "a")).toBe("\u001B[1;7ma\u001B[22;27m");
  expect(theme("default", "dark", "attributes").paint("dim", "a")).toBe("a");
  for (const role of Object.keys(roles) as Role[]) expect(theme("default", "dark", "plain").paint(role, "a")).toBe("a");
});

test("a terminal is dark where white stands out better than black", () => {
  expect(darkOrLight(undefined)).toBe("dark");
  expect(darkOrLight(rgbOf("#1c1c1c"))).toBe("dark");
  expect(darkOrLight(rgbOf("#002b36"))).toBe("dark");
  expect(darkOrLight(rgbOf("#fdf6e3"))).toBe("light");
});
