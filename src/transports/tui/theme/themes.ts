/** The themes that there are: those of the program, and those that a person has put into a directory. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { KelsonError, sentenceOf } from "../../../contract/error.ts";
import type { Theme } from "../theme.ts";
import { defaultDark, defaultLight } from "./bundled/default.ts";
import { emberDark, emberLight } from "./bundled/ember.ts";
import { harbourDark, harbourLight } from "./bundled/harbour.ts";
import { highContrastDark, highContrastLight } from "./bundled/high-contrast.ts";
import { type Depth, painter } from "./paint.ts";
import { readTheme, type ThemeFile } from "./read-theme.ts";

/** `path` where a person wrote it. */
export interface ThemeEntry {
  readonly name: string;
  readonly for: "dark" | "light";
  readonly path?: string | undefined;
}

export interface Themes {
  /** A name may stand twice, once for dark and once for light terminals. */
  readonly list: readonly ThemeEntry[];
  /** What is wrong with files of the directory, a sentence each. */
  readonly faults: readonly string[];
  /** The one for the background where there are two. Throws a KelsonError that names those there are. */
  readonly theme: (name: string, background: "dark" | "light", depth: Depth) => Theme;
}

export const bundled: readonly ThemeFile[] = [
  defaultDark,
  defaultLight,
  highContrastDark,
  highContrastLight,
  harbourDark,
  harbourLight,
  emberDark,
  emberLight,
];

/** With the `*.json` of a directory, which may be missing; one of a name and background takes the place of ours. */
export const themes = (directory?: string): Themes => {
  const own = directory === undefined ? [] : readDirectory(directory);
  const written = own.flatMap(({ path, file }) => (file === undefined ? [] : [{ path, file }]));
  const ours = bundled
    .filter((one) => !written.some(({ file }) => file.name === one.name && file.for === one.for))
    .map((file) => ({ file, path: undefined }));
  const all = [...ours, ...written];
  return {
    list: all.map(({ file, path }) => ({ name: file.name, for: file.for, path })),
    faults: own.flatMap(({ fault }) => fault ?? []),
    theme: (name, background, depth) => {
      const named = all.filter(({ file }) => file.name === name);
      const { file } = named.find((one) => one.file.for === background) ?? named[0] ?? {};
      if (file !== undefined) return themeOf(file, depth);
      const known = [...new Set(all.map((one) => one.file.name))].join(", ");
      throw new KelsonError("bad_input", `the theme must be one of ${known}, got ${JSON.stringify(name)}`);
    },
  };
};

const themeOf = (file: ThemeFile, depth: Depth): Theme => ({
  name: file.name,
  for: file.for,
  paint: painter({ ...(file.for === "dark" ? defaultDark : defaultLight).colors, ...file.colors }, depth),
});

interface Found {
  readonly path: string;
  readonly file?: ThemeFile;
  readonly fault?: string;
}

const readDirectory = (directory: string): Found[] => {
  let entries: string[];
  try {
    entries = readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    return [{ path: directory, fault: `the themes in ${directory} are not used: ${sentenceOf(error)}` }];
  }
  return entries
    .filter((entry) => entry.endsWith(".json"))
    .toSorted()
    .map((entry) => readFile(join(directory, entry)));
};

const readFile = (path: string): Found => {
  try {
    return { path, file: readTheme(path, readFileSync(path, "utf8")) };
  } catch (error) {
    const fault = error instanceof KelsonError ? error.message : `the theme ${path} is not used: ${sentenceOf(error)}`;
    return { path, fault };
  }
};
