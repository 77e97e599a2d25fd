/** Where documents stand that shape a run: skills, and definitions of sub-agents. */

/** A directory of such documents that counts, and whose word it is. A project's counts only as it was trusted. */
export interface ContentPlace {
  readonly kind: "skills" | "agents";
  readonly directory: string;
  readonly source: "user" | "project";
}
