/** One scene: a stage, and what happens on it. */
import type { Turn } from "../../src/providers/script.ts";
import type { Setting, Stage } from "./stage.ts";

export interface Scene {
  /** The file of the session that it begins. */
  readonly name: string;
  readonly setting: Setting;
  /** Gives back the ids of the sessions that are kept, by the names of their files. */
  readonly play: (stage: Stage) => Promise<Readonly<Record<string, string>>>;
}

/** A turn of the model that calls one tool. */
export const call = (name: string, input: object, text = ""): Turn => ({ text, calls: [{ name, input }] });
