/** The keys that a person chose in `keys.json`: `{ "app.cancel": "ctrl+x", "input.steer": ["ctrl+s", "f5"] }`. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { KeyId } from "@earendil-works/pi-tui";
import { keyTable, type Action, type Place } from "./key-table.ts";
import type { ChosenKeys } from "./keys.ts";

export interface ChosenKeysRead {
  readonly chosen: ChosenKeys;
  /** One sentence each on what was wrong; where something was, the default keys hold. */
  readonly faults: readonly string[];
}

/** Without the file there is nothing chosen, and no fault. */
export const readChosenKeys = async (file: string): Promise<ChosenKeysRead> => {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => error);
  if (typeof text === "string") return parseChosenKeys(text, file);
  const faults = text.code === "ENOENT" ? [] : [`${file} could not be read (${text.code}): the default keys hold.`];
  return { chosen: {}, faults };
};

const shape = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** `file` is only named in the faults. */
export const parseChosenKeys = (text: string, file: string): ChosenKeysRead => {
  const parsed = shape.safeParse(jsonOf(text));
  if (!parsed.success)
    return {
      chosen: {},
      faults: [`${file} must be a JSON object that gives actions a key or a list of keys: the default keys hold.`],
    };
  const faults: string[] = [];
  const chosen: Partial<Record<Action, readonly KeyId[]>> = {};
  for (const [name, value] of Object.entries(parsed.data)) {
    const keys = (typeof value === "string" ? [value] : value).map(plainKey);
    const fault = faultOf(name, keys);
    if (fault === undefined) chosen[name as Action] = keys as KeyId[];
    else faults.push(`${file}: ${fault}`);
  }
  for (const clash of settleClashes(chosen)) faults.push(`${file}: ${clash}`);
  return { chosen, faults };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const faultOf = (name: string, keys: readonly string[]): string | undefined => {
  if (!Object.hasOwn(keyTable, name)) return `there is no action ${JSON.stringify(name)}.`;
  const unknown = keys.find((key) => !isKey(key));
  if (unknown !== undefined)
    return `${JSON.stringify(unknown)} is no key, so ${name} keeps its default; keys look like "ctrl+x", "alt+up" or "f5".`;
  const typed = keys.find((key) => /^(?:shift\+)?(?:.|space)$/u.test(key));
  if (typed !== undefined && keyTable[name as Action].place !== "list")
    return `${JSON.stringify(typed)} types a character, so ${name} keeps its default.`;
  return undefined;
};

const modifiers = ["ctrl", "shift", "alt", "super"];
const named =
  /^(?:escape|enter|tab|space|backspace|delete|insert|clear|home|end|pageUp|pageDown|up|down|left|right|f[1-9]|f1[0-2])$/u;
const sign = /^[a-z0-9`\-=[\]\\;',./!@#$%^&*()_+|~{}:<>?]$/u;

/** One spelling for each key: modifiers in one order, `esc` and `return` by their other names. */
const plainKey = (key: string): string => {
  const base = /(?:^|\+)(\+|[^+]*)$/u.exec(key)?.[1] ?? "";
  const before = key
    .slice(0, key.length - base.length)
    .split("+")
    .filter((part) => part !== "")
    .map((part) => part.toLowerCase());
  return [...before.toSorted((a, b) => modifiers.indexOf(a) - modifiers.indexOf(b)), plainBase(base)].join("+");
};

const otherNames: Readonly<Record<string, string>> = {
  esc: "escape",
  return: "enter",
  pageup: "pageUp",
  pagedown: "pageDown",
};

const plainBase = (base: string): string => otherNames[base.toLowerCase()] ?? base.toLowerCase();

const isKey = (key: string): boolean => {
  const base = key.endsWith("++") || key === "+" ? "+" : (key.split("+").at(-1) ?? "");
  const before = key
    .slice(0, key.length - base.length)
    .split("+")
    .slice(0, -1);
  return (
    (named.test(base) || sign.test(base)) &&
    before.every((part) => modifiers.includes(part)) &&
    new Set(before).size === before.length
  );
};

/** Gives the chosen keys of actions that clash up, until none do, and says which. */
const settleClashes = (chosen: Partial<Record<Action, readonly KeyId[]>>): string[] => {
  const said: string[] = [];
  for (let clash = clashOf(chosen); clash !== undefined; clash = clashOf(chosen)) {
    const { key, actions } = clash;
    const back = actions.filter((action) => chosen[action] !== undefined);
    for (const action of back) delete chosen[action];
    const kept = back.length === 1 ? "keeps its default" : "keep their defaults";
    said.push(`${key} is the key of both ${actions.join(" and ")}: ${back.join(" and ")} ${kept}.`);
  }
  return said;
};

interface Clash {
  readonly key: string;
  readonly actions: readonly [Action, Action];
}

/** A clash that somebody chose; the defaults may share keys where pi-tui means them to. */
const clashOf = (chosen: ChosenKeys): Clash | undefined => {
  const actions = Object.keys(keyTable) as Action[];
  const keysOf = (action: Action): readonly string[] => chosen[action] ?? keyTable[action].keys;
  for (const action of Object.keys(chosen) as Action[])
    for (const other of actions) {
      if (other === action || !meet(keyTable[action].place, keyTable[other].place)) continue;
      const key = keysOf(action).find((key) => keysOf(other).includes(key));
      if (key !== undefined) return { key, actions: [action, other] };
    }
  return undefined;
};

/** Whether keys of two places are listened for at the same time. */
const meet = (one: Place, other: Place): boolean =>
  one === other || (one === "app" && always.has(other)) || (other === "app" && always.has(one));

const always: ReadonlySet<Place> = new Set(["input", "empty", "transcript"]);
