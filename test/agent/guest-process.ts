/** A process of its own that opens a session which another one holds: it sends what it is told to, and says what came of it. */
import type { Command } from "../../src/contract/command.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { assembled } from "./assembled.ts";
import { playing } from "./playing.ts";

const [, , directory = "", id = ""] = process.argv;
const runtime = assembled({ provider: playing([]) }, sqlite(directory));
const session = await runtime.open(id);

process.on("message", (command: Command) => {
  void session.send(command).then((outcome) => process.send?.(outcome));
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
