/** What a shell knows at one point of a line: where it may stand, its variables and its functions. Values, never changed. */
import type { ShellNode } from "../../contract/shell.ts";
import type { Place } from "./reading.ts";

/** The value of a variable: a text, a file name that fits a pattern, or not known. */
export type Value = string | { readonly pattern: string } | undefined;

export interface ShellState {
  /** The directories in which it may stand; none when that is not known. */
  readonly places: readonly string[];
  /** Values that were set in the line. */
  readonly variables: ReadonlyMap<string, Value>;
  readonly functions: ReadonlyMap<string, ShellNode | "unclear">;
  /** Symbolic links that the line makes: what lies below them lies elsewhere. */
  readonly links: readonly string[];
  /** Why programs may no longer be what their names say: a sentence. */
  readonly strange?: string;
  /** Whether this point is never reached. */
  readonly dead: boolean;
}

/** A command's two ends: it succeeded, it failed. */
export interface Ends {
  readonly ok: ShellState;
  readonly fail: ShellState;
}

export const shellState = (place: Place): ShellState => ({
  places: [place.cwd],
  variables: new Map([["HOME", place.home]]),
  functions: new Map(),
  links: [],
  dead: false,
});

export const both = (state: ShellState): Ends => ({ ok: state, fail: state });

/** What is known when either may be so. */
export const join = (one: ShellState, other: ShellState): ShellState => {
  if (one === other || other.dead) return one;
  if (one.dead) return other;
  const unclear = one.places.length === 0 || other.places.length === 0;
  const places = unclear ? [] : [...new Set([...one.places, ...other.places])];
  const strange = one.strange ?? other.strange;
  return {
    places: places.length > maxPlaces ? [] : places,
    variables: joined<Value>(one.variables, other.variables, undefined),
    functions: joined<ShellNode | "unclear">(one.functions, other.functions, "unclear"),
    links: [...new Set([...one.links, ...other.links])],
    dead: false,
    ...(strange === undefined ? {} : { strange }),
  };
};

export const either = ({ ok, fail }: Ends): ShellState => join(ok, fail);

/** The value of a variable, if it is known. Of the environment only HOME and the directory are. */
export const valueOf = (state: ShellState, name: string): Value =>
  name === "PWD" && !state.variables.has("PWD") && state.places.length === 1
    ? state.places[0]
    : state.variables.get(name);

export const withVariable = (state: ShellState, name: string, value: Value): ShellState => ({
  ...state,
  variables: new Map([
    ...state.variables,
    [name, typeof value === "string" && value.length > maxValue ? undefined : value],
  ]),
});

/** Whether a further pass through a loop can find anything new. */
export const sameState = (one: ShellState, other: ShellState): boolean =>
  one === other || JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));

// Longer values are nothing that a line is judged by, and could grow without end.
const maxValue = 4096;

const maxPlaces = 8;

const joined = <T>(one: ReadonlyMap<string, T>, other: ReadonlyMap<string, T>, unclear: T): ReadonlyMap<string, T> =>
  new Map(
    [...new Set([...one.keys(), ...other.keys()])].map((name) => {
      const agreed = one.has(name) && other.has(name) && same(one.get(name), other.get(name));
      return [name, agreed ? (one.get(name) as T) : unclear] as const;
    }),
  );

const same = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === "object" && typeof other === "object" && JSON.stringify(one) === JSON.stringify(other));

const comparable = ({ places, variables, functions, links, strange }: ShellState): unknown => [
  places,
  [...variables].map(([name, value]) => [name, value ?? null]),
  [...functions.keys()],
  links,
  strange,
];
