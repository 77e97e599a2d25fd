/** A process that rewinds the files of a session until it is killed: `workspace state session step`. */
import { join } from "node:path";
import { lateCheckpoints } from "../../src/assembly/late-checkpoints.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { assembled } from "../agent/assembled.ts";
import { playing } from "../agent/playing.ts";

const [state = "", session = "", step = ""] = process.argv.slice(2);
const checkpoints = lateCheckpoints({ env: { HOME: state } }, state);
const runtime = assembled({ provider: playing([]), checkpoints }, sqlite(join(state, "sessions")));
process.stdout.write("begins\n");
await runtime.rewind(session, { to: Number(step), what: "files", edited: "replace" });
process.stdout.write("done\n");
