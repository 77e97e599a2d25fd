/** A process of its own that works on a tree of sessions, from wherever it stands, until it is done or killed. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { textOutcome } from "../../src/contract/tool.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { agentTool } from "../../src/tools/agents/agent.ts";
import { acting } from "./acting.ts";
import { assembled } from "./assembled.ts";
import { limited } from "./run-settings.ts";
import { doing } from "./tools.ts";
import { treeTurns } from "./tree-turns.ts";

const [, , directory = "", costUsd = "0"] = process.argv;
const moment = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 2);
  });

const look = doing("look", (text) => moment().then(() => textOutcome(text)), { effects: ["read"], parallel: true });
const act = doing("act", async (text) => {
  await moment();
  appendFileSync(join(directory, "effects"), `${text}\n`);
  await moment();
  return textOutcome(`did ${text}`);
});

// A kill loses nothing that the system was given, so that nothing has to be forced to the disk.
const store = sqlite(directory, { synchronous: "off" });
const known = await store.list();
const begun = known.find(({ id, seq }) => seq >= 0 && !id.includes("."));
const settings = limited({ costUsd: Number(costUsd) });
const id = (): string => `session${known.length + 1}`;
const runtime = assembled({ provider: acting(treeTurns), tools: [agentTool(), look, act], settings, id }, store);

process.send?.("ready");
const session = begun === undefined ? await runtime.create({ cwd: directory }) : await runtime.open(begun.id);
await session.send({ type: "set-mode", id: "mode", mode: "accept-edits" });
await session.send({ type: "say", id: "say", parts: [{ type: "text", text: "do it all" }] });
await session.rest();
await session.close();
await runtime.close();
process.exit();
