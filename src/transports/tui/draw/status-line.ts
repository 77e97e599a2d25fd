/** The status line: what a person wants to know at every moment. */
import type { Drawing } from "../drawing.ts";
import type { Facts } from "./facts.ts";
import { line } from "./flow.ts";
import { words } from "./words.ts";

/** One line. */
export const drawStatus = (facts: Facts, drawing: Drawing): string => line([words("dim", facts.model)], drawing);
