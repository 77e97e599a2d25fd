/** The header of the full screen: which session this is, and where it works. */
import type { Drawing } from "../drawing.ts";
import { line } from "./flow.ts";
import { span } from "./span.ts";
import { words } from "./words.ts";

export interface Heading {
  readonly title?: string | undefined;
  readonly session: string;
  readonly cwd: string;
  readonly version: string;
}

/** One line. */
export const drawHeader = ({ title, session, cwd, version }: Heading, drawing: Drawing): string => {
  const name = title === undefined || title.trim() === "" ? `session ${session}` : title;
  const left = [words("accent", drawing.columns < narrow ? "" : `Kelson ${version}  `), words("heading", name)];
  return line(left, drawing, [span("text", "  "), words("dim", shortened(cwd, Math.floor(drawing.columns / 2) - 2))]);
};

const narrow = 60;

/** Of a path the end tells most. */
const shortened = (path: string, columns: number): string =>
  path.length <= columns ? path : `…${path.slice(path.length - columns + 1)}`;
