/** A call of a tool: one line, and what is below it. */
import { readPlan } from "../../../folds/plan.ts";
import type { CallItem } from "../../../folds/transcript-item.ts";
import { duration } from "../../terminal/figures.ts";
import type { Drawing, Lines } from "../drawing.ts";
import type { Role } from "../theme.ts";
import { type BesideCall, drawCallDetails } from "./call-details.ts";
import { diffCount } from "./diff.ts";
import { flow, line } from "./flow.ts";
import { planCount } from "./plan.ts";
import { span, type Span } from "./span.ts";
import { words } from "./words.ts";
import { cut, widthOf } from "./width.ts";

export const drawCall = (item: CallItem, drawing: Drawing, beside: BesideCall = {}): Lines => [
  ...drawCallHead(item, drawing),
  ...drawCallDetails(item, drawing, beside),
];

export const drawCallHead = (item: CallItem, drawing: Drawing): Lines =>
  drawing.plain ? plainLines(item, drawing) : [callLine(item, drawing)];

const states = {
  proposed: { role: "dim", sign: "·", says: "proposed" },
  asked: { role: "warning", sign: "?", says: "waits for an answer" },
  allowed: { role: "dim", sign: "·", says: "allowed" },
  running: { role: "accent", sign: "…", says: "running" },
  ok: { role: "success", sign: "✓", says: "ok" },
  failed: { role: "error", sign: "✗", says: "failed" },
  denied: { role: "error", sign: "⊘", says: "denied" },
} as const satisfies Record<CallItem["state"], { role: Role; sign: string; says: string }>;

const callLine = (item: CallItem, drawing: Drawing): string => {
  const { role, sign } = states[item.state];
  const name = words("tool", item.name);
  const subject = words("text", subjectOf(item));
  const tail = tailOf(item, drawing);
  const head = [span(role, `${sign} `), ...cut([name], Math.max(leastName, drawing.columns - widthOf(tail) - 2))];
  const room = drawing.columns - widthOf(head) - widthOf(tail) - 1;
  const shown = subject.text === "" || room < leastSubject ? [] : [span("text", " "), ...cut([subject], room)];
  return line([...head, ...shown, ...tail], drawing);
};

/** `tool call bash: npm test, ok, execute, 1.2 s` */
const plainLines = (item: CallItem, drawing: Drawing): Lines => {
  const subject = subjectOf(item);
  const said = [states[item.state].says, ...factsOf(item, drawing).map(({ text }) => text)].join(", ");
  const text = `tool call ${item.name}${subject === "" ? "" : `: ${subject}`}, ${said}`;
  return flow([words("text", text)], drawing, plainMargin);
};

const plainMargin = { first: [], rest: [span("text", "  ")] };
const leastName = 8;
const leastSubject = 4;

/** The plan itself is drawn apart. */
const subjectOf = (item: CallItem): string => {
  const plan = item.name === "update_plan" ? readPlan(item.input) : undefined;
  return plan === undefined ? item.subject : planCount(plan.steps);
};

/** On a narrow screen the subject needs the room of the badge. */
const tailOf = (item: CallItem, drawing: Drawing): readonly Span[] => {
  const facts = factsOf(item, drawing);
  const some = drawing.columns < narrow ? facts.filter(({ role }) => role !== "effect") : facts;
  return some.flatMap((fact) => [span("text", "  "), fact]);
};

const narrow = 50;

const factsOf = ({ effects = [], durationMs, diff }: CallItem, drawing: Drawing): Span[] => {
  const changed = diff === undefined ? "" : diffCount(diff, drawing);
  const badge = effects.filter((effect) => effect !== "read").join(" ");
  return [
    ...(changed === "" ? [] : [span("dim", changed)]),
    ...(badge === "" ? [] : [span("effect", badge)]),
    ...(durationMs === undefined ? [] : [span("dim", duration(durationMs))]),
  ];
};
