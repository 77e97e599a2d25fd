/** What fills the window of a session, drawn: a line a layer, with a bar. */
import { messages } from "../../folds/messages.ts";
import { offered } from "../../folds/offered.ts";
import { status } from "../../folds/status/status.ts";
import { type WindowView, windowView } from "../../folds/window-view.ts";
import type { Session } from "../../contract/runtime.ts";
import { cleanLine } from "../terminal/clean.ts";
import { tableText } from "./table-text.ts";

export const viewOf = async (session: Pick<Session, "read">): Promise<WindowView | undefined> =>
  windowView(await session.read(status), await session.read(messages), await session.read(offered));

export const windowText = (view: WindowView): string => {
  const { model, window, tokens, charsPerToken, layers } = view;
  const rows = layers
    .filter((one) => one.tokens > 0)
    .map(({ layer, tokens: own, share }) => [layer, grouped(own).padStart(figureWidth), percent(share), bar(share)]);
  const size = window === undefined ? "of an unknown window" : `of ${grouped(window)}`;
  const filled = `${grouped(tokens)} tokens ${size}, ${charsPerToken.toFixed(1)} characters a token`;
  return `${cleanLine(model)}: ${filled}\n\n${tableText(rows, Infinity)}\n${notes(view)
    .map((note) => `${note}\n`)
    .join("")}`;
};

const notes = ({ window, trim, compactsAt }: WindowView): string[] => [
  trim ? "Outputs of old calls are cut by themselves." : "Outputs of old calls are not cut.",
  compactsAt === undefined
    ? window === undefined
      ? "Nothing is compacted by itself, as the window is unknown: set contextWindow, or models in the configuration."
      : "Nothing is compacted by itself."
    : `At ${grouped(compactsAt)} tokens a summary takes the place of old messages.`,
];

const figureWidth = 9;
const barCells = 30;
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

const bar = (share: number): string => {
  const parts = Math.round(share * barCells * eighths.length);
  return "█".repeat(Math.floor(parts / eighths.length)) + (eighths[parts % eighths.length] ?? "");
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart("100.0 %".length);

const grouped = (amount: number): string => amount.toLocaleString("en-US");
