/** A process of its own that saves notes, says after each that it is kept, and goes on until it is told to stop. */
import { memoryKeeper } from "../../src/memory/keeper.ts";

const [, , user = "", project = "", prefix = "", count = "0"] = process.argv;
const keeper = memoryKeeper({ directories: { user, project }, now: () => Date.UTC(2026, 0, 31) });

for (let index = 0; index < Number(count); index += 1) {
  const name = `${prefix} ${index}`;
  const text = `${prefix} `.repeat(500);
  await keeper.save({ name, description: `Note ${index} of ${prefix}`, type: "project", scope: "user", text });
  process.send?.(index);
}
process.disconnect();
