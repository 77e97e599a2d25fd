/** Sessions to be read: as Markdown, as JSON, and as one page that a real browser verifies by itself. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Workshop, workshop } from "./workshop.ts";

const hostile = `</script><script>document.title = "owned"</script> <!-- ${"`".repeat(4)} \u2028.`;

const worked = async (shop: Workshop): Promise<string> => {
  const model = await shop.script(
    { text: `Looking. ${hostile}`, calls: [{ name: "list_directory", input: {} }] },
    { text: "Writing.", calls: [{ name: "write_file", input: { path: "note.md", content: "```\n" } }] },
    { text: "Done." },
  );
  const argv = ["run", "-m", model, "--permission-mode", "accept-edits", "--output-format", "json", `look ${hostile}`];
  return (JSON.parse((await shop.kelson(argv)).stdout) as { session_id: string }).session_id;
};

const exported = async (shop: Workshop, id: string, format: string): Promise<string> => {
  const file = join(shop.home, `${id}.${format}`);
  const { code, stderr } = await shop.kelson(["sessions", "export", id, "--format", format, "-o", file]);
  expect([code, stderr]).toEqual([0, expect.stringContaining(`written to ${file}`)]);
  return file;
};

test("Markdown has what was said and done, and no fence is closed by what stands in it", async () => {
  const shop = await workshop();
  const text = await readFile(await exported(shop, await worked(shop), "markdown"), "utf8");
  expect(text).toContain("**User**\n\n> look </script>");
  expect(text).toMatch(
    /- \*\*write_file\*\* `note\.md` \(ok\)\n\n````diff\n(?:.*\n)*?\+```\n````\n\nDone\.\n\n\*completed, /u,
  );
});

test("JSON has every event, whole", async () => {
  const shop = await workshop();
  const id = await worked(shop);
  const { session, events } = JSON.parse(await readFile(await exported(shop, id, "json"), "utf8")) as {
    session: object;
    events: { seq: number; type: string; data: { parts?: { text: string }[] } }[];
  };
  expect(session).toMatchObject({ id });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(events.find(({ type }) => type === "user.said")?.data.parts).toEqual([
    { type: "text", text: `look ${hostile}` },
  ]);
});

const browser = "/usr/bin/chromium";
const missing = existsSync(browser) ? "" : " (no chromium here)";

describe("the page", () => {
  const opened = async (file: string): Promise<Page> => {
    const running = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
    onTestFinished(() => running.close());
    const page = await running.newPage();
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector("#verdict.good, #verdict.bad");
    return page;
  };

  test.skipIf(missing !== "")(
    `verifies itself, is stepped through, and obeys nothing that it shows${missing}`,
    async () => {
      const shop = await workshop();
      const id = await worked(shop);
      const page = await opened(await exported(shop, id, "html"));
      const lines = await page.locator("article").count();
      expect(await page.textContent("#verdict")).toContain(
        `✓ the chain holds: all ${lines} lines are as they were sealed`,
      );
      expect(await page.title()).toMatch(/^look <\/script>/u);
      expect(await page.textContent("article.user")).toContain(hostile);
      expect(await page.locator("article:visible").count()).toBeLessThan(lines);
      await page.check("#all");
      expect(await page.textContent("#at")).toMatch(new RegExp(`^\\d+ / ${lines}$`, "u"));
      await page.fill("#place", "0");
      await page.click("h1");
      await page.keyboard.press("j");
      await page.click("#on");
      expect(await page.textContent("#at")).toBe(`3 / ${lines}`);
      expect(await page.locator("article[aria-current]").count()).toBe(1);
    },
  );

  test.skipIf(missing !== "")(`of a fork goes across the join${missing}`, async () => {
    const shop = await workshop();
    const fork = (await shop.kelson(["fork", await worked(shop), "--at", "1"])).stdout.trim();
    const page = await opened(await exported(shop, fork, "html"));
    expect(await page.textContent("#verdict")).toContain("✓ the chain holds");
  });

  test.skipIf(missing !== "")(`finds what was changed in it${missing}`, async () => {
    const shop = await workshop();
    const file = await exported(shop, await worked(shop), "html");
    await writeFile(file, (await readFile(file, "utf8")).replace("Writing.", "Reading."));
    const page = await opened(file);
    expect(await page.textContent("#verdict")).toMatch(
      /^✗ the chain is broken: what rests beside line \d+ was changed$/u,
    );
  });

  test.skipIf(missing !== "")(`shows no secret that the log still holds, and says so${missing}`, async () => {
    const shop = await workshop();
    const key = `sk-ant-api03-${"a1B2c3D4".repeat(11)}`;
    const model = await shop.script({ text: "Seen." });
    const { stdout } = await shop.kelson([
      "run",
      "-m",
      model,
      "--redaction",
      "off",
      "--output-format",
      "json",
      `use ${key}`,
    ]);
    const file = await exported(shop, (JSON.parse(stdout) as { session_id: string }).session_id, "html");
    expect(await readFile(file, "utf8")).not.toContain(key);
    const page = await opened(file);
    expect(await page.textContent("#verdict")).toMatch(/✓ the chain holds: .*; \d texts were redacted for this page/u);
  });
});
