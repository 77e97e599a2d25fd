/** A message that waits in the inbox of a session which nobody works on: it was said, and is gone on with. */
import { expect, test } from "vitest";
import { sqlite } from "../../src/stores/sqlite.ts";
import { workshop } from "./workshop.ts";

test("run -c goes on with what was said by somebody who was killed", async () => {
  const shop = await workshop();
  const model = await shop.script({ text: "One." }, { text: "Two." });
  const first = await shop.kelson(["run", "-m", model, "--output-format", "json", "say one"]);
  const { session_id: id } = JSON.parse(first.stdout) as { session_id: string };
  const store = sqlite(shop.state);
  await store.post(id, { type: "say", id: "from elsewhere", parts: [{ type: "text", text: "say two" }] });
  await store.close();
  const { code, stdout } = await shop.kelson(["run", "-c", "--output-format", "text"]);
  expect([code, stdout]).toEqual([0, "Two.\n"]);
});
