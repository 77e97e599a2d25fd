/** The port to what keeps a conversation within its window: a strategy says which messages make way, and for what. */
import type { Message } from "./message.ts";

/** What the next request would send after the system prompt. */
export interface Conversation {
  readonly messages: readonly Message[];
  /** Tokens of the last request and its reply, as the provider counted them; undefined before the first. */
  readonly tokens: number | undefined;
  /** The model's window in tokens; undefined when it is unknown. */
  readonly window: number | undefined;
  readonly signal: AbortSignal;
}

/** Messages from index `from` up to, not including, `to` make way for the summary, or for a note that they are left out. */
export interface Compaction {
  readonly from: number;
  readonly to: number;
  readonly summary?: string | undefined;
}

/**
 * Asked before each request; undefined leaves all as it is. The cut is moved so that no call is parted from its result, and
 * the last message always stays. What the user said, the layers of the prompt, the open plan and the names of changed files
 * are carried over word for word. The log keeps everything. A strategy that throws changes nothing, which is told as an event.
 */
export interface CompactionStrategy {
  readonly name: string;
  readonly compact: (conversation: Conversation) => Compaction | undefined | Promise<Compaction | undefined>;
}
