/** What fills the window, shown and made smaller: `kelson context`, `/context`, `/compact`, `sessions show --uncompacted`. */
import { expect, test } from "vitest";
import type { WindowView } from "../../src/folds/window-view.ts";
import { workshop } from "./workshop.ts";

const counting = { text: "I count.", calls: [{ name: "bash", input: { command: "seq 1 2000" } }] };

const viewOf = (stdout: string): WindowView & { readonly session: string } =>
  JSON.parse(stdout) as WindowView & { readonly session: string };

const tokensOf = (view: WindowView, layer: string): number =>
  view.layers.find((one) => one.layer === layer)?.tokens ?? -1;

test("a chat draws its window, and puts a summary in the place of what was said", async () => {
  const { kelson, script } = await workshop();
  const model = await script(counting, { text: "Counted." }, { text: "Still here." });
  const flags = ["-m", model, "--permission-mode", "bypass", "--context-window", "40000"];
  const typed = ["count to 2000", "/context", "/compact the numbers", "and now?", "/context", "/quit"];
  const chat = await kelson(["chat", ...flags], { typed });
  expect(chat.code).toBe(0);
  expect(chat.stdout).toBe("I count.\nCounted.\nStill here.\n");
  expect(chat.stderr.match(/tool results +[\d,]+ +\d+\.\d %/gu)?.length).toBe(1);
  expect(chat.stderr).toContain("a summary is asked for: the numbers");
  expect(chat.stderr).toContain("3 messages made way for a summary");
  expect(chat.stderr).toMatch(/summary +\d+ /u);

  const view = viewOf((await kelson(["context", "--json"])).stdout);
  expect(view).toMatchObject({ window: 40_000, compactsAt: Math.floor((40_000 - 8_192) * 0.85), trim: true });
  const filled = view.layers.filter(({ layer }) => layer !== "free" && layer !== "headroom");
  expect(Math.abs(filled.reduce((sum, { tokens }) => sum + tokens, 0) - view.tokens)).toBeLessThan(filled.length);
  expect(tokensOf(view, "free") + tokensOf(view, "headroom") + view.tokens).toBe(40_000);
  for (const layer of ["tools", "system", "environment", "summary", "user", "model"])
    expect({ layer, filled: tokensOf(view, layer) > 0 }).toEqual({ layer, filled: true });

  const text = await kelson(["context", view.session]);
  expect(text.stdout).toContain(`session ${view.session}\n`);
  expect(text.stdout).toMatch(/headroom +8,192 +20\.5 % +█{6}/u);

  const shown = await kelson(["sessions", "show"]);
  expect(shown.stdout).toContain("made way for this summary; --uncompacted shows all");
  expect(shown.stdout).not.toContain("› count to 2000");
  expect(shown.stdout).toContain("› and now?");
  expect((await kelson(["sessions", "show", "--uncompacted"])).stdout).toContain("› count to 2000");
});

test("an unknown window is said, and what cannot be is refused", async () => {
  const { kelson, script } = await workshop();
  expect((await kelson(["context"])).code).toBe(2);
  const model = await script({ text: "Hello." });
  const chat = await kelson(["chat", "-m", model], { typed: ["/compact", "hello", "/compact", "/quit"] });
  expect(chat.stderr).toContain("nothing has been done yet\n");
  expect(chat.stderr).toContain("no message could make way");
  const { stdout } = await kelson(["context"]);
  expect(stdout).toContain("tokens of an unknown window");
  expect(stdout).toContain("Nothing is compacted by itself, as the window is unknown: set contextWindow");
  const { stderr, code } = await kelson(["run", "-m", model, "--compaction", "sometimes", "x"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("compaction")]);
});

test("settings: no trimming, no compaction, another model for summaries", async () => {
  const { kelson, script } = await workshop();
  const [model, cheap] = [await script(counting, { text: "Counted." }), await script()];
  const flags = ["--no-trim", "--compaction", "off", "--compact-model", cheap, "--permission-mode", "bypass"];
  const ran = await kelson(["run", "-m", model, ...flags, "count"]);
  expect(ran.code).toBe(0);
  const { stdout } = await kelson(["audit", "export"]);
  expect(stdout).toContain(`"trim":false,"compaction":"off","compactModel":{"model":"${cheap}"`);
  expect(viewOf((await kelson(["context", "--json"])).stdout)).toMatchObject({ trim: false });
});
