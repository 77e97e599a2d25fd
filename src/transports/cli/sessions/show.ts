/** What happened in a session, as it was shown while it happened. */
import { transcript } from "../../../folds/transcript.ts";
import type { NoticeItem, TranscriptItem } from "../../../folds/transcript-item.ts";
import { costOf, usage } from "../../../folds/usage.ts";
import { cleanText } from "../../terminal/clean.ts";
import { counted, money } from "../../terminal/figures.ts";
import { painter } from "../../terminal/paint.ts";
import { findSession } from "../find-session.ts";
import { type ItemStyle, itemText } from "../item-text.ts";
import { type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableWidth } from "../table-text.ts";

export const showSession = (
  surroundings: Surroundings,
  id: string | undefined,
  flags: StoreFlags & { readonly verbose?: boolean; readonly uncompacted?: boolean },
): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const { stdout, env } = surroundings;
    const summary = await findSession(runtime, id);
    const session = runtime.view(summary.id);
    const { items } = await session.read(transcript);
    const paint = painter(stdout.terminal, env);
    const style = { paint, columns: tableWidth(stdout), verbose: flags.verbose ?? false, details: true };
    stdout.write(`${paint("bold", summary.title || summary.id)} ${paint("dim", `· ${summary.cwd}`)}\n\n`);
    const cut = flags.uncompacted === true ? undefined : items.findLast(isCut);
    if (cut !== undefined) stdout.write(cutText(cut, items, style));
    let above = "";
    for (const item of items.filter(({ seq }) => seq > (cut?.through ?? -1))) {
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
  });

type Cut = NoticeItem & { readonly through: number };

const isCut = (item: TranscriptItem): item is Cut => item.kind === "notice" && item.through !== undefined;

/** What the model reads in the place of what is not shown. */
const cutText = (
  { through, summary = "[erased]" }: Cut,
  items: readonly TranscriptItem[],
  { paint }: ItemStyle,
): string => {
  const earlier = items.filter(({ seq }) => seq <= through).length;
  const told = paint(
    "dim",
    `  … ${counted(earlier, "earlier item")} made way for this summary; --uncompacted shows all`,
  );
  return `${told}\n\n${cleanText(summary).trim()}\n\n`;
};
