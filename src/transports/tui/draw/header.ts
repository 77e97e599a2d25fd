/** The header of the full screen: which session this is, and where it works. */
import type { Drawing } from "../drawing.ts";
import { line } from "./flow.ts";
import { words } from "./words.ts";

export interface Heading {
  readonly title?: string | undefined;
  readonly session: string;
  readonly cwd: string;
  readonly version: string;
}

/** One line. */
export const drawHeader = ({ title, session }: Heading, drawing: Drawing): string =>
  line([words("heading", title ?? session)], drawing);
