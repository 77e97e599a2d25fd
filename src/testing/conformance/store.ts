/** What every store must do, whatever it rests on. */
import { afterEach, beforeEach, describe } from "vitest";
import type { Store } from "../../contract/store.ts";
import { draftTests } from "./store/drafts.ts";
import { erasureTests } from "./store/erasure.ts";
import { inboxTests } from "./store/inbox.ts";
import { leaseTests } from "./store/leases.ts";
import { lineTests } from "./store/lines.ts";
import { refusalTests } from "./store/refusals.ts";
import { searchTests } from "./store/search.ts";
import { sessionTests } from "./store/sessions.ts";
import { watchTests } from "./store/watch.ts";

const parts = {
  sessions: sessionTests,
  lines: lineTests,
  refusals: refusalTests,
  leases: leaseTests,
  inbox: inboxTests,
  "drafts and snapshots": draftTests,
  erasure: erasureTests,
  search: searchTests,
  watch: watchTests,
};

/**
 * The suite of a store: lines, refusals, leases, inbox, drafts, snapshots, search, watching. `open` gives a new, empty store each
 * time; the suite closes it.
 */
export const storeConformance = (name: string, open: () => Store | Promise<Store>): void => {
  describe(`${name} as a store`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await store.close();
    });
    describe.each(Object.entries(parts))("%s", (_, tests) => {
      tests(() => store);
    });
  });
};
