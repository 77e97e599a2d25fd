/** `kelson cost`: what a session took, what the prompt cache saved, and why it did not save more. */
import { cache } from "../../../folds/cache.ts";
import { usage } from "../../../folds/usage.ts";
import { cleanJson } from "../../terminal/clean.ts";
import { costReport } from "../cost/cost-report.ts";
import { costText } from "../cost/cost-text.ts";
import type { Define } from "../define.ts";
import { findSession } from "../find-session.ts";
import { anySession, stateDirectory, type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableWidth } from "../table-text.ts";

export const define: Define = (command, surroundings) => {
  command
    .argument(...anySession)
    .option(...stateDirectory)
    .option("--json", "one JSON object")
    .action((id: string | undefined, flags: CostFlags) => showCost(surroundings, id, flags));
};

type CostFlags = StoreFlags & { readonly json?: boolean };

const showCost = (surroundings: Surroundings, id: string | undefined, flags: CostFlags): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const { stdout } = surroundings;
    const session = runtime.view((await findSession(runtime, id)).id);
    const report = costReport(session.id, (await session.read(cache)).requests, await session.read(usage));
    stdout.write(flags.json ? `${cleanJson(JSON.stringify(report))}\n` : costText(report, tableWidth(stdout)));
  });
