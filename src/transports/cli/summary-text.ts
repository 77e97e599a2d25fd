/** The last lines of a run: how it ended, what it took, and where it can be looked at. */
import { cleanLine } from "../terminal/clean.ts";
import { count, counted, duration, money } from "../terminal/figures.ts";
import type { Paint } from "../terminal/paint.ts";
import { percent } from "./cost/cost-text.ts";
import { causeText } from "./cost/miss-record.ts";
import type { Result } from "./result.ts";

export const summaryText = (result: Result, { paint, place }: { paint: Paint; place: string }): string => {
  const lines: string[] = [];
  if (result.error) lines.push(`${paint("red", "Error:")} ${result.error.message}`);
  if (result.error?.hint) lines.push(paint("dim", result.error.hint));
  for (const call of result.waiting_for) {
    const answer = `kelson answer ${result.session_id} ${cleanLine(call.tool_use_id)} yes|no`;
    lines.push(`${paint("yellow", "?")} ${cleanLine(call.tool_name)} waits for an answer: ${paint("bold", answer)}`);
  }
  if (result.state !== undefined) lines.push(figuresLine(result, paint));
  if (result.cache_misses.length > 0) lines.push(paint("dim", missesLine(result)));
  if (result.session_id !== undefined) lines.push(paint("dim", `session ${result.session_id} in ${place}`));
  return `${lines.join("\n")}\n`;
};

const figuresLine = (result: Result, paint: Paint): string => {
  const { input_tokens: input, output_tokens: output } = result.usage;
  const share = result.cache_read_share === null ? "" : ` (${percent(result.cache_read_share)} cached)`;
  const figures = [
    counted(result.num_turns, "step"),
    counted(result.num_calls, "call"),
    `${count(input)} tokens in${share}, ${count(output)} out`,
    money(result.total_cost_usd ?? undefined),
    duration(result.duration_ms),
  ];
  const good = result.exit_code === 0;
  const state = `${markOf(result)} ${(result.state ?? "").replaceAll("_", " ")}${whyNot(result)}`;
  return `${paint(good ? "green" : "yellow", state)}${paint("dim", ` · ${figures.join(" · ")}`)}`;
};

const shownMisses = 3;

const missesLine = ({ cache_misses: misses }: Result): string => {
  const shown = misses
    .slice(0, shownMisses)
    .map((miss) => `${causeText(miss)} (step ${miss.step ?? "?"}, ${count(miss.tokens)} tokens)`);
  const left = misses.length - shown.length;
  return `not cached: ${[...shown, ...(left > 0 ? [`${left} more, see kelson cost`] : [])].join(", ")}`;
};

/** A run that waits for an answer has not failed. */
const markOf = ({ exit_code: code, state }: Result): string => {
  if (state === "waiting_for_input") return "?";
  return code === 0 ? "✓" : "✗";
};

/** A run can be completed and yet have missed a person. */
const whyNot = (result: Result): string => {
  const { length } = result.permission_denials;
  if (result.state === "completed" && length > 0) return `, but ${counted(length, "call")} denied`;
  if (result.state === "completed" || !result.reason || result.reason === result.state) return "";
  return `: ${cleanLine(result.reason).slice(0, 200)}`;
};
