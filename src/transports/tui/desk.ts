/** What the screen needs beside a session: which one and which model it works with, and how these are changed. */
import type { Runtime, Session } from "../../contract/runtime.ts";
import type { Skill } from "../../contract/skill.ts";

/** A session that is open, and the model that it goes on with. */
export interface Place {
  readonly runtime: Runtime;
  readonly session: Session;
  /** `provider/model`. */
  readonly model: string;
  /** In one sentence, why that model. */
  readonly chosen: string;
  readonly cwd: string;
}

/** Everything rejects with a KelsonError whose sentence a person can read; then the place is as it was. */
export interface Desk {
  readonly place: () => Place;
  readonly switchModel: (model: string) => Promise<Place>;
  /** Another session, by its id, or a new one; the one before is let go. */
  readonly switchSession: (id: string | undefined) => Promise<Place>;
  /** The skills that a person may call as `/name`. */
  readonly skills: () => Promise<readonly Pick<Skill, "name" | "description">[]>;
  /** What another command of the program says, such as `["policy", "list"]`, as text for a terminal without colours. */
  readonly report: (words: readonly string[]) => Promise<string>;
  readonly newId: () => string;
  readonly now: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
}
