/** Whole frames, compared as text: `GOLDEN=write npx vitest run test/tui/draw/golden.test.ts` writes them anew. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { visibleWidth } from "@earendil-works/pi-tui";
import { expect, test } from "vitest";
import { drawAgents } from "../../../src/transports/tui/draw/agents.ts";
import { drawAsk } from "../../../src/transports/tui/draw/ask.ts";
import { drawItem, isApart } from "../../../src/transports/tui/draw/draw-item.ts";
import { drawHeader } from "../../../src/transports/tui/draw/header.ts";
import { highlight } from "../../../src/transports/tui/draw/highlight.ts";
import { drawPlan } from "../../../src/transports/tui/draw/plan.ts";
import { drawQueue } from "../../../src/transports/tui/draw/queue.ts";
import { drawStatus } from "../../../src/transports/tui/draw/status-line.ts";
import { drawLiveThinking } from "../../../src/transports/tui/draw/thinking.ts";
import type { Drawing, Lines } from "../../../src/transports/tui/drawing.ts";
import { themes } from "../../../src/transports/tui/theme/themes.ts";
import { asked, askedDiff, child, items, live, plan, question } from "./sample.ts";
import { drawing } from "./surroundings.ts";

const folder = join(import.meta.dirname, "../golden");

/** What stands in the file. */
const golden = (name: string, lines: Lines): Lines => {
  const path = join(folder, `${name.replaceAll(/[ ,]+/gu, "-")}.txt`);
  if (process.env["GOLDEN"] === "write") {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, `${lines.join("\n")}\n`);
  }
  return readFileSync(path, "utf8").slice(0, -1).split("\n");
};

const transcriptLines = (shown: Drawing): Lines => {
  const drawn = items
    .map((item) => ({ item, lines: drawItem(item, shown, { output: live }) }))
    .filter(({ lines }) => lines.length > 0);
  return drawn.flatMap(({ item, lines }, index) => {
    const above = drawn[index - 1]?.item;
    return above !== undefined && isApart(above, item) ? ["", ...lines] : lines;
  });
};

const facts = {
  state: "running",
  model: "acme/one-large",
  mode: "accept-edits",
  sandbox: "bubblewrap",
  tokens: 164_000,
  window: 200_000,
  cachedShare: 0.84,
  costUsd: 1.27,
  budget: { name: "cost", share: 0.97 },
  runMs: 75_000,
} as const;

const aroundLines = (shown: Drawing): Lines => [
  drawHeader({ title: "Mend the invoice 請求書", session: "s1", cwd: "/home/ada/work/shop", version: "0.1.0" }, shown),
  "",
  ...drawPlan(plan, shown),
  "",
  ...drawAgents(
    [
      { child: child({}), beganAt: 958_000, doing: "grep 端数 in src/invoice" },
      { child: child({ agent: "reviewer", title: "", background: true }) },
      { child: child({ ask: { call: "c1", of: "c2", grant: undefined, answer: null } }), beganAt: 999_500 },
    ],
    shown,
  ),
  "",
  ...drawAsk(asked, shown),
  "",
  ...drawAsk(askedDiff, shown),
  "",
  ...drawAsk(question, shown),
  "",
  ...drawLiveThinking(
    "First this.\nThen 次に it goes on to think about quite a lot of things, one after another",
    12_345,
    shown,
  ),
  "",
  ...drawQueue(
    [
      { seq: 7, steer: true, text: "Use half up\nplease" },
      { seq: 8, steer: false, text: "And then the docs, with an example of each of the cases that were named before" },
    ],
    shown,
  ),
  "",
  drawStatus(facts, shown),
  drawStatus(
    { ...facts, mode: "bypass", budget: { name: "steps", share: 0.6 }, costUsd: undefined, tokens: 900 },
    shown,
  ),
];

const frames = { transcript: transcriptLines, around: aroundLines };

const cases: readonly (readonly [string, Partial<Drawing>])[] = [
  ["20 columns", { columns: 20 }],
  ["40 columns", { columns: 40 }],
  ["80 columns", { columns: 80 }],
  ["120 columns", { columns: 120 }],
  ["300 columns", { columns: 300 }],
  ["80 columns open", { columns: 80, open: true }],
  ["40 columns open", { columns: 40, open: true }],
  ["80 columns plain", { columns: 80, plain: true }],
  ["80 columns plain open", { columns: 80, plain: true, open: true }],
];

for (const [frame, lines] of Object.entries(frames))
  test.each(cases)(`the ${frame} is drawn as it was: %s`, (name, more) => {
    const drawn = lines(drawing(more));
    for (const line of drawn) expect(visibleWidth(line)).toBeLessThanOrEqual(more.columns ?? 80);
    expect(drawn).toEqual(golden(`${frame} ${name}`, drawn));
  });

const highlighted = (): Promise<NonNullable<Drawing["highlight"]>> =>
  new Promise((resolve) => {
    const own = highlight(() => resolve(own));
    own("1", "ts");
  });

test.each([
  ["true colour, dark", "default", "dark", "true"],
  ["256 colours, light", "default", "light", "256"],
  ["16 colours, high contrast", "high-contrast", "dark", "16"],
  ["no colours", "default", "dark", "attributes"],
] as const)("the transcript is painted as it was: %s", async (name, theme, background, depth) => {
  const { paint } = themes().theme(theme, background, depth);
  const colors = { columns: 80, open: true, links: true, paint, highlight: await highlighted() };
  const lines = [...transcriptLines(drawing(colors)), ...aroundLines(drawing(colors))];
  const shown = lines.map((one) => one.replaceAll("\u001B", "␛"));
  expect(shown).toEqual(golden(`painted ${name}`, shown));
});
