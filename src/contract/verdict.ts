/** Whether a log is what was written; if not, where it is wrong first and what was done to it. */

/** What can be done to a log behind its writer's back, as far as the log can tell one from another. */
export const changes = {
  edited: "a field of a line, or its seal, was changed",
  dropped: "lines were taken out of the middle",
  inserted: "a line was put between others",
  duplicated: "a line stands there twice",
  swapped: "a line stands in another's place",
  cut: "lines at the end were cut off",
  "rolled back": "an older copy was put back",
  replaced: "another log stands in its place",
  "sealed anew": "lines were changed and all seals after them made anew, without the key",
  "body changed": "what rests beside a line is not what was written",
  "body added": "something rests beside a line that had nothing",
  "body erased": "what rests beside a line is gone, and no erasure was written down",
  "signature forged": "a signature was not made with the key that it names",
  "key changed": "the signatures name another key than the one of this installation",
  removed: "a session is gone that was not removed on purpose",
} as const;

export type Change = keyof typeof changes;

/** How far the log is signed with the key of this installation. */
export interface Attested {
  /** Lines up to the last signed head; later ones are not attested yet. */
  readonly lines: number;
  /** Id of the key. */
  readonly key: string;
  /** Whether a head is kept beside the key: without one, a cut tail is not found. */
  readonly kept: boolean;
  /** Signatures of other keys, which cannot be checked here. */
  readonly foreign: number;
}

/** `seq` is that of the first line that is known to be wrong; `lines` hold before it. `erased` counts recorded erasures. */
export type Verdict =
  | {
      readonly ok: true;
      readonly lines: number;
      readonly head: string;
      readonly erased: number;
      /** Absent where nothing is signed. */
      readonly attested?: Attested | undefined;
    }
  | {
      readonly ok: false;
      readonly lines: number;
      readonly seq: number;
      readonly change: Change;
      readonly problem: string;
    };
