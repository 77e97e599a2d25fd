/** An item of a transcript as lines of text, the same while it happens and when it is shown later. */
import { type PlanStep, readPlan } from "../../folds/plan.ts";
import type { CallItem, MessageItem, NoticeItem, TextItem, TranscriptItem } from "../../folds/transcript-item.ts";
import { cleanLine, cleanText } from "../terminal/clean.ts";
import { counted, duration } from "../terminal/figures.ts";
import { type Paint, paintDiff } from "../terminal/paint.ts";

export interface ItemStyle {
  readonly paint: Paint;
  readonly columns: number;
  readonly verbose: boolean;
  /** Diffs, and the beginning of what commands print. */
  readonly details: boolean;
}

/** Whole lines, or nothing when the item is not worth showing in this style. */
export const itemText = (item: TranscriptItem, style: ItemStyle): string =>
  (texts[item.kind] as (item: TranscriptItem, style: ItemStyle) => string)(item, style);

const textText = (item: TextItem, { paint }: ItemStyle): string =>
  `${cleanText(item.text ?? "(erased)").trimEnd()}${item.partial ? paint("yellow", " … (cut off)") : ""}\n`;

const reasoningText = (item: TextItem, { paint, verbose }: ItemStyle): string =>
  verbose ? `${paint("dim", indented(cleanText(item.text ?? "(erased)").trim(), "  "))}\n` : "";

const noticeText = ({ level, text }: NoticeItem, { paint, verbose }: ItemStyle): string => {
  if (level === "warn") return `${paint("yellow", `  ! ${cleanLine(text)}`)}\n`;
  return level === "note" || verbose ? `${paint("dim", `  · ${cleanLine(text)}`)}\n` : "";
};

const messageText = (item: MessageItem, { paint }: ItemStyle): string => {
  if (item.state === "delivered") return "";
  const images = item.images > 0 ? ` [${counted(item.images, "image")}]` : "";
  const text = `${cleanText(item.text ?? "(erased)").trim()}${images}`;
  const said = item.state === "said" ? "" : ` (${item.state})`;
  if (item.origin !== "user") return `${indented(paint("dim", `${item.origin}: ${text}`), "  ")}\n`;
  return `${paint("bold", `› ${indented(text, "  ").trimStart()}`)}${paint("dim", said)}\n`;
};

const maxReason = 200;

const marks = {
  proposed: ["dim", "·"],
  asked: ["yellow", "?"],
  allowed: ["dim", "·"],
  running: ["cyan", "…"],
  ok: ["green", "✓"],
  failed: ["red", "✗"],
  denied: ["red", "⊘"],
} as const satisfies Record<CallItem["state"], readonly [string, string]>;

const callText = (item: CallItem, style: ItemStyle): string => {
  const { paint, columns } = style;
  const [color, mark] = marks[item.state];
  const name = cleanLine(item.name);
  const took = item.durationMs === undefined ? "" : `  ${duration(item.durationMs)}`;
  const subject = fitted(cleanLine(item.subject), columns - name.length - took.length - 8);
  const line = `  ${paint(color, mark)} ${paint("bold", name)}${subject && ` ${subject}`}${paint("dim", took)}`;
  const below = belowCall(item, style);
  return `${below === "" ? line : `${line}\n${indented(below, "      ")}`}\n`;
};

/** What is worth more than the line: the plan, the diff, the output, or why there is none. */
const belowCall = (item: CallItem, { paint, verbose, details }: ItemStyle): string => {
  const steps = item.name === "update_plan" && item.state === "ok" ? readPlan(item.input)?.steps : undefined;
  if (steps) return planText(steps, paint);
  if (item.diff && (details || verbose)) return paintDiff(cleanText(item.diff).trimEnd(), paint);
  const output = cleanText(item.output ?? "").trim();
  if (verbose && output) return paint("dim", firstLines(output, 12));
  if (details && output && item.effects?.includes("execute")) return paint("dim", firstLines(output, 5));
  if (item.state !== "failed" && item.state !== "denied") return "";
  return paint("dim", fitted(cleanLine(whyNot(item)), maxReason));
};

const texts = {
  message: messageText,
  text: textText,
  reasoning: reasoningText,
  call: callText,
  notice: noticeText,
  end: () => "",
} satisfies { [K in TranscriptItem["kind"]]: (item: Extract<TranscriptItem, { kind: K }>, style: ItemStyle) => string };

const stepMarks = { completed: ["green", "✓"], in_progress: ["cyan", "▸"], pending: ["dim", "·"] } as const;

const planText = (steps: readonly PlanStep[], paint: Paint): string =>
  steps
    .map(({ step, status }) => {
      const [color, mark] = stepMarks[status];
      return `${paint(color, mark)} ${status === "in_progress" ? cleanLine(step) : paint("dim", cleanLine(step))}`;
    })
    .join("\n");

const whyNot = (item: CallItem): string => {
  if (item.answer?.decision === "no") return `a person said no${item.answer.text ? `: ${item.answer.text}` : ""}`;
  return item.output?.split("\n", 1)[0] || `no output (${item.category ?? "unknown"})`;
};

const fitted = (text: string, columns: number): string =>
  text.length > columns ? `${text.slice(0, Math.max(1, columns - 1))}…` : text;

const firstLines = (text: string, most: number): string => {
  const lines = text.trimEnd().split("\n");
  return lines.length > most
    ? `${lines.slice(0, most).join("\n")}\n… ${lines.length - most} more lines`
    : lines.join("\n");
};

const indented = (text: string, margin: string): string =>
  text
    .split("\n")
    .map((line) => margin + line)
    .join("\n");
