/** Gives the directory in which calls run again the files that the session began with, where they were saved. */
import type { CheckpointPlace } from "../../contract/checkpoint.ts";
import { KelsonError } from "../../contract/error.ts";
import type { Event } from "../../contract/event.ts";

/** Gives back whether they were. Where a snapshot is not on this machine, the directory stays as it is. */
export const firstFiles = async (
  events: AsyncIterable<Event>,
  directory: string,
  place: CheckpointPlace | undefined,
): Promise<boolean> => {
  const first = await firstSnapshot(events);
  if (first === undefined || place === undefined) return false;
  try {
    const files = await place.of(directory);
    await files.restore({ to: first, edited: "replace" });
    return true;
  } catch (error) {
    if (error instanceof KelsonError && ["not_found", "refused"].includes(error.code)) return false;
    throw error;
  }
};

const firstSnapshot = async (events: AsyncIterable<Event>): Promise<string | undefined> => {
  for await (const event of events) if (event.type === "files.saved") return event.data.snapshot;
  return undefined;
};
