/** How a call ended, in texts that can be held against each other. */
import type { EventData } from "../../contract/event.ts";
import type { ContentPart } from "../../contract/message.ts";
import { markersIn } from "../../contract/redactor.ts";
import type { BlockDifference } from "../../contract/replay.ts";
import { sha256 } from "../../log/chain.ts";

export interface CallEnd {
  /** `ok`, or the category of the failure. */
  readonly outcome: string;
  readonly output: string;
  /** The files that it changed, a line each. */
  readonly files: string;
}

export const endOf = ({
  ok,
  category,
  output = [],
  files = [],
}: Pick<EventData<"call.finished">, "ok" | "category" | "output" | "files">): CallEnd => ({
  outcome: ok ? "ok" : (category ?? "exception"),
  output: numbered(output.map(shown).join("\n")),
  files: files.join("\n"),
});

/**
 * Markers of secrets with numbers in place of their digests, which another machine's key makes otherwise: which secrets are the
 * same still tells.
 */
const numbered = (text: string): string => {
  const markers = markersIn(text);
  const digests = [...new Set(markers.map(({ digest }) => digest))];
  return markers.reduceRight(
    (rest, { at, text: marker, kind, digest }) =>
      `${rest.slice(0, at)}[secret:${kind}:${digests.indexOf(digest) + 1}]${rest.slice(at + marker.length)}`,
    text,
  );
};

const shown = (part: ContentPart): string =>
  part.type === "text" ? part.text : `[image ${part.mediaType}, sha256 ${sha256(part.data)}]`;

export const differencesOf = (recorded: CallEnd, now: CallEnd): readonly BlockDifference[] =>
  (["outcome", "output", "files"] as const).flatMap((block) =>
    recorded[block] === now[block] ? [] : [{ block, recorded: recorded[block], now: now[block] }],
  );
