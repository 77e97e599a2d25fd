/** What stands below the line of a call: why it has no outcome, what it puts out meanwhile, and where details are shown, all of it. */
import type { CallFailure } from "../../../contract/error.ts";
import { readPlan } from "../../../folds/plan.ts";
import type { CallItem } from "../../../folds/transcript-item.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { drawDiff } from "./diff.ts";
import { flow, line, within } from "./flow.ts";
import { drawInput } from "./input.ts";
import { drawSteps } from "./plan.ts";
import { drawProse } from "./prose.ts";
import { span } from "./span.ts";
import { linesOf, words } from "./words.ts";

const margin = [span("text", "  ")];
const reasonLines = 3;
const liveLines = 3;
const openLiveLines = 20;

export interface BesideCall {
  /** The end of what it has put out while it runs. */
  readonly output?: string | undefined;
  /** What shows the rest of what was cut; `/calls` where nothing else is said. */
  readonly rest?: string | undefined;
}

export const drawCallDetails = (item: CallItem, drawing: Drawing, { output, rest }: BesideCall): Lines => {
  const live = item.state === "running" && output !== undefined ? liveOutput(output, drawing) : [];
  if (!drawing.open) return [...live, ...whyNot(item, drawing)];
  const { diff, output: told = "" } = item;
  return [
    ...drawCallInput(item, drawing),
    ...live,
    ...(failed(item) ? whyNot(item, drawing) : drawProse({ text: told, role: "dim", margin, code: true }, drawing)),
    ...leftOf(item, rest).map((text) => note(text, drawing)),
    ...(diff === undefined ? [] : drawDiff(diff, drawing, { most: Number.POSITIVE_INFINITY })),
    ...(diff !== undefined && isCut(diff) ? [note(`… and more of the diff: ${rest ?? whereAll}`, drawing)] : []),
  ];
};

const leftOf = ({ chars = 0, output = "" }: CallItem, rest = whereAll): string[] => {
  if (output === "" || chars <= output.length) return [];
  const left = chars - output.length + (isCut(output) ? 1 : 0);
  return [`… ${left.toLocaleString("en-US")} more characters: ${rest}`];
};

/** As the transcript cuts. */
const isCut = (text: string): boolean => text.endsWith("…");

const whereAll = "/calls shows all";

/** What it was asked to do, and who or what let it. */
export const drawCallInput = (item: CallItem, drawing: Drawing): Lines => [
  ...inputLines(item, drawing),
  ...decided(item, drawing),
];

const inputLines = ({ name, input }: CallItem, drawing: Drawing): Lines => {
  const steps = name === "update_plan" ? readPlan(input)?.steps : undefined;
  if (steps === undefined) return drawInput(input, drawing, margin);
  return within(wide, drawing, (inner) => drawSteps(steps, inner));
};

const note = (text: string, drawing: Drawing): string => line([...margin, words("dim", text)], drawing);

const failed = ({ state }: CallItem): boolean => state === "failed" || state === "denied";

/** The end of it, a line of the screen each. */
const liveOutput = (output: string, drawing: Drawing): Lines => {
  const most = drawing.open ? openLiveLines : liveLines;
  return linesOf(output.slice(-most * drawing.columns * 2))
    .slice(-most)
    .filter((text, index, all) => text !== "" || all.length > index + 1)
    .map((text) => line([...margin, span("dim", text)], drawing));
};

/** Who or what let it run, or did not. */
const decided = ({ rule, answer }: CallItem, drawing: Drawing): Lines => [
  ...(rule === undefined ? [] : [note(`rule: ${rule}`, drawing)]),
  ...(answer === undefined || answer.decision === "no"
    ? []
    : [note(`you said ${answer.decision}${scopes[answer.scope]}`, drawing)]),
];

const scopes = { once: "", session: " for this session", always: ", always" } as const;

const whyNot = (item: CallItem, drawing: Drawing): Lines => {
  if (!failed(item)) return [];
  const reason = drawProse(
    { text: reasonOf(item, drawing), role: "error", margin, fold: { most: reasonLines } },
    drawing,
  );
  const what = item.category === undefined ? undefined : advice[item.category];
  const shown = what === undefined || item.answer?.decision === "no" ? [] : flow([words("dim", what)], drawing, wide);
  return [...reason, ...shown];
};

const wide = { first: margin, rest: margin };

const reasonOf = ({ answer, output, category, rule }: CallItem, { open }: Drawing): string => {
  if (answer?.decision === "no") return `You said no${answer.text ? `: ${answer.text}` : "."}`;
  const told = output || `It has no output (${category ?? "the reason is not known"}).`;
  const ruled = category === "blocked" || category === "denied";
  // With details the rule has a line of its own.
  return !ruled || open || rule === undefined || told.includes(rule) ? told : `${told} (rule: ${rule})`;
};

/** What a person can do; nothing where the model is told and goes on by itself. */
const advice: Readonly<Partial<Record<CallFailure, string>>> = {
  blocked: "No approval changes that: see /policy for the rule.",
  denied: "See /policy for the rule, and /mode for how freely calls run.",
  timeout: "Its processes were ended. What it had done until then is done.",
  interrupted: "It may have had effects: look before it runs again.",
};
