/** The status line: what a person wants to know at every moment, as much of it as fits. */
import type { Mode } from "../../../contract/terms.ts";
import { count, money } from "../../terminal/figures.ts";
import type { Drawing } from "../drawing.ts";
import type { Role } from "../theme.ts";
import { elapsed } from "./elapsed.ts";
import type { Facts } from "./facts.ts";
import { line } from "./flow.ts";
import { span, type Span } from "./span.ts";
import { words } from "./words.ts";
import { widthOf } from "./width.ts";

/** What stands in the line from left to right; of two parts that do not both fit, the one with the higher `rank` goes. */
interface Part {
  readonly rank: number;
  readonly spans: readonly Span[];
}

/** One line. */
export const drawStatus = (facts: Facts, drawing: Drawing): string => {
  const parts = partsOf(facts, drawing);
  const shown = [...parts];
  while (shown.length > 1 && widthOf(joined(shown, drawing)) > drawing.columns) {
    const last = Math.max(...shown.map(({ rank }) => rank));
    shown.splice(
      shown.findLastIndex(({ rank }) => rank === last),
      1,
    );
  }
  return line(joined(shown, drawing), drawing);
};

const joined = (parts: readonly Part[], { plain }: Drawing): Span[] =>
  parts.flatMap(({ spans }, index) => (index > 0 ? [span("dim", plain ? ", " : " · "), ...spans] : spans));

const partsOf = (facts: Facts, { plain }: Drawing): Part[] => {
  const { model, mode, sandbox, tokens, window, cachedShare, costUsd, budget, runMs } = facts;
  const labelled = (label: string, one: Span): Span[] => (plain ? [span("dim", `${label} `), one] : [one]);
  const provider = model.slice(0, model.indexOf("/") + 1);
  const share = window === undefined ? undefined : tokens / window;
  const near = budget !== undefined && budget.share >= nearShare;
  const parts: (Part | false)[] = [
    { rank: 0, spans: labelled("mode", words(modeRoles[mode] ?? "dim", mode)) },
    near && {
      rank: 1,
      spans: [span(roleOf(budget.share), `${percent(budget.share)} of the ${budgetNames[budget.name]}`)],
    },
    { rank: 2, spans: labelled("model", words("text", model.slice(provider.length))) },
    share !== undefined && { rank: 3, spans: labelled("window", span(roleOf(share), `${percent(share)} full`)) },
    { rank: 4, spans: labelled("cost", span("dim", money(costUsd))) },
    runMs !== undefined && !plain && { rank: 5, spans: [span("dim", elapsed(runMs))] },
    tokens > 0 && { rank: 6, spans: [span("dim", `${count(tokens)} tokens`)] },
    cachedShare !== undefined && { rank: 7, spans: [span("dim", `${percent(cachedShare)} cached`)] },
    sandbox !== undefined && { rank: 8, spans: labelled("sandbox", words("dim", sandbox)) },
    budget !== undefined &&
      !near &&
      (wanted.has(budget.name) || budget.share >= halfShare) && {
        rank: 9,
        spans: [span("dim", `${percent(budget.share)} of the ${budgetNames[budget.name]}`)],
      },
    provider !== "" && { rank: 10, spans: [words("dim", `by ${provider.slice(0, -1)}`)] },
  ];
  return parts.filter((part) => part !== false);
};

/** Limits that a person sets are of interest from the beginning, the others from here on. */
const wanted = new Set<string>(["cost", "session cost"]);
const halfShare = 0.5;

/** From here on a budget, or a window, is nearly used up; and from there on, as good as. */
const nearShare = 0.8;
const fullShare = 0.95;

const roleOf = (share: number): Role => (share >= fullShare ? "error" : share >= nearShare ? "warning" : "dim");

const budgetNames = {
  steps: "steps",
  time: "time",
  cost: "budget",
  tokens: "tokens allowed",
  "session cost": "session's budget",
} as const satisfies Record<NonNullable<Facts["budget"]>["name"], string>;

/** The freer, the louder. */
const modeRoles: Readonly<Partial<Record<Mode, Role>>> = {
  "read-only": "accent",
  plan: "accent",
  auto: "warning",
  "dont-ask": "warning",
  bypass: "error",
};

const percent = (share: number): string => `${Math.round(share * 100)}%`;
