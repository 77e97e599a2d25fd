/** Tells the version of a model from a model of its own. */

/** The end of a name that only dates it: `-latest`, `-20260101`, `-2026-01-01`, `-09-2026`, `-0709` or `-001`. */
export const versionMark = /-(?:latest|\d{8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|\d{3,4})$/u;
