/** `kelson context`: what fills the window of a session. */
import { KelsonError } from "../../../contract/error.ts";
import type { Define } from "../define.ts";
import { findSession } from "../find-session.ts";
import { anySession, withRuntime } from "../store-command.ts";
import { viewOf, windowText } from "../window-text.ts";

export const define: Define = (command, surroundings) => {
  command
    .argument(...anySession)
    .option("--json", "as one JSON object")
    .option("--state-dir <directory>", "where sessions are kept")
    .action((id: string | undefined, flags: { readonly json?: boolean; readonly stateDir?: string }) =>
      withRuntime(surroundings, flags, async (runtime) => {
        const summary = await findSession(runtime, id);
        const view = await viewOf(runtime.view(summary.id));
        if (view === undefined) throw new KelsonError("not_found", `session ${summary.id} has not asked a model yet`);
        const { stdout } = surroundings;
        if (flags.json === true) stdout.write(`${JSON.stringify({ session: summary.id, ...view })}\n`);
        else stdout.write(`session ${summary.id}\n${windowText(view)}`);
      }),
    );
};
