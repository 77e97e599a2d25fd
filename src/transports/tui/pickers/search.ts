/** Finds rows by what was typed, best first. */
import { fuzzyFilter } from "@earendil-works/pi-tui";
import { cleanLine } from "../../terminal/clean.ts";
import type { Picking, Row } from "./picking.ts";

/** What more is typed narrows what was found; so a search is only as long as its last result. */
export const search = <T>({ rows, free }: Picking<T>): ((typed: string) => readonly Row<T>[]) => {
  const texts = new Map(rows.map((row) => [row, textOf(row)]));
  let last: { readonly typed: string; readonly found: readonly Row<T>[] } = { typed: "", found: rows };
  return (typed) => {
    if (typed !== last.typed) {
      const among = last.typed !== "" && typed.startsWith(last.typed) ? last.found : rows;
      last = { typed, found: fuzzyFilter([...among], typed, (row) => texts.get(row) ?? "") };
    }
    const words = typed.trim();
    if (free === undefined || words === "" || rows.some(({ label }) => label === words)) return last.found;
    return [...last.found, free(words)];
  };
};

const textOf = <T>({ label, about = "", words = "" }: Row<T>): string => cleanLine(`${label} ${about} ${words}`);
