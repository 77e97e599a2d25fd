/** What happened in a session, as it was shown while it happened. */
import { transcript } from "../../../folds/transcript.ts";
import { costOf, usage } from "../../../folds/usage.ts";
import { counted, money } from "../../terminal/figures.ts";
import { painter } from "../../terminal/paint.ts";
import { findSession } from "../find-session.ts";
import { itemText } from "../item-text.ts";
import { type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableWidth } from "../table-text.ts";

export const showSession = (
  surroundings: Surroundings,
  id: string | undefined,
  flags: StoreFlags & { readonly verbose?: boolean },
): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const { stdout, env } = surroundings;
    const summary = await findSession(runtime, id);
    const session = await runtime.open(summary.id);
    const { items } = await session.read(transcript);
    const paint = painter(stdout.terminal, env);
    const style = { paint, columns: tableWidth(stdout), verbose: flags.verbose ?? false, details: true };
    stdout.write(`${paint("bold", summary.title || summary.id)} ${paint("dim", `· ${summary.cwd}`)}\n\n`);
    let above = "";
    for (const item of items) {
      const text = itemText(item, style);
      const kind = item.kind === "text" || item.kind === "message" ? item.kind : "line";
      if (text !== "" && above !== "" && kind !== above) stdout.write("\n");
      if (text !== "") above = kind;
      stdout.write(text);
    }
    const cost = money(costOf((await session.read(usage)).total));
    stdout.write(
      paint("dim", `\n${summary.state} · ${counted(summary.steps, "step")} · ${cost} · session ${summary.id}\n`),
    );
    await session.close();
  });
