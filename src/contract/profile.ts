/** What is known of the user: a text in versions, kept as events in a log of their own. */

/** The session that holds it, hidden from listings, and verified, exported and erased as any other. */
export const userSession = "user";

/** The longest that it may be, in characters: it stands in every prompt. */
export const profileChars = 2_000;

/** Where a version was learned: the user's messages of a session, from a seq to another. */
export interface LearnedFrom {
  readonly session: string;
  readonly first: number;
  readonly last: number;
}

export interface ProfileVersion {
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: "user" | "agent";
  readonly from?: LearnedFrom | undefined;
  readonly digest: string;
}

/** The newest text, empty when there is none or it was cleared, and the versions that led to it, oldest first. */
export interface Profile {
  readonly text: string;
  readonly version: number;
  readonly versions: readonly ProfileVersion[];
  /** Up to which seq each session's messages have been learned from. */
  readonly learned: Readonly<Record<string, number>>;
}

/** Rejects with KelsonError: `bad_input` for a text that is too long, `held` while another process writes for long. */
export interface ProfileKeeper {
  readonly read: () => Promise<Profile>;
  /** A text that is the same as the newest makes no version, unless it says what it was learned from. */
  readonly learn: (learned: Pick<ProfileVersion, "by" | "from"> & { readonly text: string }) => Promise<Profile>;
  /** Forgets it, and erases the texts of all versions. Gives back of how many. */
  readonly clear: () => Promise<number>;
}
