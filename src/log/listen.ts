/** Hands saved events to listeners: first what is on disk, then live, without a gap or a repeat. */
import type { Event } from "../contract/event.ts";
import type { Stop } from "../contract/runtime.ts";
import type { Store } from "../contract/store.ts";
import { eventOf } from "./line.ts";

type Listener = (event: Event) => void;

export interface Listeners {
  readonly tell: Listener;
  readonly listen: (from: number, listener: Listener) => Stop;
}

/** For the process that appends. `savedSeq` is that of the last event which is on disk now. */
export const listeners = (store: Store, session: string, savedSeq: () => number): Listeners => {
  const live = new Set<Listener>();
  return {
    tell: (event) => {
      for (const hear of live) hear(event);
    },
    listen: (from, listener) => {
      const reading = reader(store, session, from, listener);
      // What could not be read is read when the next event comes.
      const hear = (event: Event): void => {
        if (event.seq > reading.next()) void start();
        else reading.hear(event);
      };
      const start = async (): Promise<void> => {
        live.delete(hear);
        let readable = true;
        while (readable && !reading.stopped() && reading.next() <= savedSeq()) readable = await reading.readOn();
        if (!reading.stopped()) live.add(hear);
      };
      void start();
      return () => {
        reading.stop();
        live.delete(hear);
      };
    },
  };
};

/** For any other process: reads on whenever the store has changed. */
export const listenToStore = (store: Store, session: string, from: number, listener: Listener): Stop => {
  const reading = reader(store, session, from, listener);
  let last: Promise<unknown> = Promise.resolve();
  const readOn = (): void => {
    last = last.then(reading.readOn);
  };
  const unwatch = store.watch((sessions) => {
    if (sessions?.has(session) ?? true) readOn();
  });
  readOn();
  return () => {
    reading.stop();
    unwatch();
  };
};

const reader = (store: Store, session: string, from: number, listener: Listener) => {
  let next = from;
  let stopped = false;
  const hear = (event: Event): void => {
    if (stopped || event.seq < next) return;
    next = event.seq + 1;
    listener(event);
  };
  return {
    next: () => next,
    hear,
    stopped: () => stopped,
    stop: () => {
      stopped = true;
    },
    /** Whether all that is on disk could be read. */
    readOn: async (): Promise<boolean> => {
      try {
        for await (const batch of store.read(session, { from: next })) {
          for (const line of batch) hear(eventOf(line));
          if (stopped) return true;
        }
        return true;
      } catch {
        return false;
      }
    },
  };
};
