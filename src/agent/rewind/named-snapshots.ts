/** All snapshots that the logs of a store name. */
import type { Store } from "../../contract/store.ts";
import { eventOf } from "../../log/line.ts";
import { isFilesEvent } from "./file-history.ts";

export const namedSnapshots = async (store: Store): Promise<ReadonlySet<string>> => {
  const named = new Set<string>();
  for (const { id } of await store.list()) for (const snapshot of await snapshotsOf(store, id)) named.add(snapshot);
  return named;
};

export const snapshotsOf = async (store: Store, session: string): Promise<ReadonlySet<string>> => {
  const named = new Set<string>();
  for await (const batch of store.read(session, { bodies: false })) {
    // Few of all lines, and the others need not be parsed.
    for (const line of batch.filter(({ text }) => text.includes('"files.'))) {
      const event = eventOf(line);
      if (!isFilesEvent(event)) continue;
      const { snapshot } = event.data;
      named.add(snapshot);
      if (event.type === "files.restored") named.add(event.data.to).add(event.data.from);
      else if (event.data.since !== undefined) named.add(event.data.since);
    }
  }
  return named;
};
