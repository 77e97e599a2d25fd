/** Lets a person choose a point of the conversation: before one of their messages. */
import { age } from "../../terminal/figures.ts";
import type { Screen } from "../screen.ts";
import { type Point, points } from "./points.ts";
import { pick } from "./pick.ts";
import type { Row } from "./picking.ts";

/** `end` is a row of its own, where the present state is a point, too. */
export const pickPoint = async (
  screen: Screen,
  { title, end }: { readonly title: string; readonly end?: string | undefined },
): Promise<Point | "end" | undefined> => {
  const { desk } = screen;
  const said = (await desk.place().session.read(points)).points;
  const now = desk.now();
  const rows: Row<Point | "end">[] = said.toReversed().map((point) => rowOf(point, now));
  return pick<Point | "end">(screen, {
    title,
    rows: end === undefined ? rows : [{ value: "end", label: end }, ...rows],
  });
};

const rowOf = (point: Point, now: number): Row<Point> => {
  const { step, at } = point;
  const text = point.text.slice(0, mostChars).trim();
  const [first = ""] = text.split("\n");
  return {
    value: point,
    label: first === "" ? "[erased]" : first,
    about: `after step ${step} · ${age(Math.max(0, now - at))} · line ${point.seq}`,
    details: text,
    words: text,
  };
};

/** So much of a message is shown and searched. */
const mostChars = 400;
