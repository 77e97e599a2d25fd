/** What the screen needs beside a session: which one and which model it works with, and how these are changed. */
import type { ModelFacts } from "../../contract/model-facts.ts";
import type { RewindRequest, Rewound } from "../../contract/rewind.ts";
import type { Runtime, Session } from "../../contract/runtime.ts";
import type { Skill } from "../../contract/skill.ts";
import type { Sampling } from "../../contract/terms.ts";
import type { Theme } from "./theme.ts";

/** A session that is open, and the model that it goes on with. */
export interface Place {
  readonly runtime: Runtime;
  readonly session: Session;
  /** `provider/model`. */
  readonly model: string;
  /** In one sentence, why that model. */
  readonly chosen: string;
  /** How long a reasoning model thinks; undefined where that is left to the provider. */
  readonly effort?: Sampling["effort"];
  readonly cwd: string;
}

/** What was or would be done, as a person reads it. */
export interface DeskRewound {
  readonly rewound: Rewound;
  readonly text: string;
}

/** Everything rejects with a KelsonError whose sentence a person can read; then the place is as it was. */
export interface Desk {
  readonly place: () => Place;
  /** The same session with another model, or with the same one that thinks more or less; what is absent stays. */
  readonly switchModel: (model: string, how?: { readonly effort?: Sampling["effort"] }) => Promise<Place>;
  /** Another session, by its id, or a new one. The one before is let go, and kept where something was said in it. */
  readonly switchSession: (id: string | undefined) => Promise<{ readonly kept: boolean }>;
  /**
   * Back to a step, or `undo` of the last time that files were put back. The session is let go meanwhile; where the conversation
   * goes back, too, the place is then its fork. With `preview` it only says what it would do.
   */
  readonly rewind: (request: RewindRequest | "undo", preview?: boolean) => Promise<DeskRewound>;
  /** What is known of the models with this text in their names. */
  readonly models: (text: string) => Promise<readonly ModelFacts[]>;
  /** The skills that a person may call as `/name`. */
  readonly skills: () => Promise<readonly Pick<Skill, "name" | "description">[]>;
  /** Those that come with the program, and the user's own. */
  readonly themes: () => Promise<readonly Theme[]>;
  /** Begins with this theme from now on. */
  readonly keepTheme: (name: string) => Promise<void>;
  /**
   * What another command of the program says on both outputs, such as `["policy", "list"]`, as text for a terminal without
   * colours. It reads sessions through this place's runtime: a second one in this process would take their leases away. `heard` is given each piece
   * of it as it comes.
   */
  readonly report: (words: readonly string[], heard?: (text: string) => void) => Promise<string>;
  readonly newId: () => string;
  readonly now: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
}
