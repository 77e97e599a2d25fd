/** A cost report as two tables: who took what, and what was not found in a cache. */
import { count, money } from "../../terminal/figures.ts";
import { tableText } from "../table-text.ts";
import type { CostReport, CostTally } from "./cost-report.ts";
import { causeText, type MissRecord } from "./miss-record.ts";

export const costText = ({ models, agents, total, misses }: CostReport, columns: number): string => {
  const rows = [
    ...models.map((tally) => [tally.model, tally.purpose, ...figures(tally)]),
    ...(agents === undefined ? [] : [["sub-agents", "", ...figures(agents).slice(0, -1), ""]]),
    ["together", "", ...figures(total)],
  ];
  const tables = tableText([heading, ...rows], columns);
  if (misses.length === 0) return tables;
  return `${tables}\n${tableText([missHeading, ...runs(misses).map(missRow)], columns)}`;
};

const heading = ["MODEL", "PURPOSE", "REQUESTS", "IN", "CACHED", "OUT", "COST", "CACHE SAVED"];

const figures = (tally: CostTally): string[] => [
  String(tally.requests),
  count(tally.input_tokens),
  tally.cache_read_share === null ? "?" : percent(tally.cache_read_share),
  count(tally.output_tokens),
  known(tally.total_cost_usd),
  known(tally.saved_usd),
];

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Writing to a cache may cost more than reading from it saved. */
const known = (usd: number | null): string => {
  if (usd === null) return "?";
  return usd < 0 ? `-${money(-usd)}` : money(usd);
};

const missHeading = ["STEP", "NOT CACHED BECAUSE", "TOKENS", "COST"];

/** Misses with one cause, one after the other, are one row. */
const runs = (misses: readonly MissRecord[]): MissRecord[][] => {
  const found: MissRecord[][] = [];
  for (const miss of misses) {
    const last = found.at(-1);
    if (last?.[0] !== undefined && causeText(last[0]) === causeText(miss)) last.push(miss);
    else found.push([miss]);
  }
  return found;
};

const missRow = (run: readonly MissRecord[]): string[] => {
  const [first, last] = [run[0], run.at(-1)];
  const steps = run.length === 1 ? `${first?.step ?? "?"}` : `${first?.step ?? "?"}–${last?.step ?? "?"}`;
  const cost = run.some((miss) => miss.cost_usd === null)
    ? null
    : run.reduce((sum, miss) => sum + (miss.cost_usd ?? 0), 0);
  const tokens = run.reduce((sum, miss) => sum + miss.tokens, 0);
  return [steps, first === undefined ? "" : causeText(first), count(tokens), known(cost)];
};
