/** Something that is good to know. */
import type { NoticeItem } from "../../../folds/transcript-item.ts";
import type { Drawing, Lines } from "../drawing.ts";
import type { Role } from "../theme.ts";
import { flow } from "./flow.ts";
import { drawProse } from "./prose.ts";
import { span } from "./span.ts";
import { words } from "./words.ts";

const looks = {
  detail: { role: "dim", sign: "· ", plain: "detail: " },
  note: { role: "dim", sign: "· ", plain: "note: " },
  warn: { role: "warning", sign: "! ", plain: "warning: " },
} as const satisfies Record<NoticeItem["level"], { role: Role; sign: string; plain: string }>;

/** Only shown with details. A sub-agent that begins has the line of its call, and its own below. */
export const isDetail = ({ level, about }: NoticeItem): boolean => level === "detail" || about === "agent.spawned";

export const drawNotice = (notice: NoticeItem, drawing: Drawing): Lines => {
  if (isDetail(notice) && !drawing.open) return [];
  const { level, text, summary } = notice;
  const { role, sign, plain } = looks[level];
  const margin = { first: [span(role, drawing.plain ? plain : sign)], rest: [span("text", "  ")] };
  const lines = flow([words(role, text)], drawing, margin);
  if (summary === undefined || !drawing.open) return lines;
  return [...lines, ...drawProse({ text: summary, role: "dim", margin: [span("text", "  ")] }, drawing)];
};
