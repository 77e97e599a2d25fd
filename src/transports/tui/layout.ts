/** The layout: which regions the screen has, and in which order they stand below the transcript. */
import { KelsonError } from "../../contract/error.ts";

/** What each shows, in the order in which they stand unless it is set. */
export const regions = {
  header: "the session and its directory; on a full screen, at the top",
  reply: "what the model writes, and the calls that run",
  agents: "sub-agents at work",
  plan: "the plan with its progress",
  queue: "messages that wait",
  input: "what you type, or what you are asked",
  status: "model, mode, tokens, cost",
} as const;

export type RegionName = keyof typeof regions;

export type Layout = readonly RegionName[];

const all = Object.keys(regions) as RegionName[];

/** Without these nothing can be done. */
const needed = ["reply", "input"] as const satisfies Layout;

/** Names separated by commas: those that are named are shown, in this order; `-name` alone hides one. */
export const layoutOf = (text = ""): Layout => {
  const words = text.split(/[\s,]+/u).filter((word) => word !== "");
  const names = words.map((word) => word.replace(/^-/u, ""));
  for (const [index, name] of names.entries()) {
    if (!Object.hasOwn(regions, name)) throw refused(`a region is one of ${all.join(", ")}, got "${name}"`);
    if (names.indexOf(name) !== index) throw refused(`each region is named once, got "${name}" twice`);
  }
  const hidden = new Set(words.filter((word) => word.startsWith("-")).map((word) => word.slice(1)));
  const shown = words.filter((word) => !word.startsWith("-"));
  const layout = (shown.length === 0 ? all : (shown as RegionName[])).filter((name) => !hidden.has(name));
  for (const name of needed) {
    if (!layout.includes(name)) throw refused(`the region ${name} cannot be hidden, got "${text}"`);
  }
  return layout;
};

const refused = (sentence: string): KelsonError => new KelsonError("bad_input", sentence);
