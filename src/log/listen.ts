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
      for (const listener of live) listener(event);
    },
    listen: (from, listener) => {
      const reading = reader(store, session, from, listener);
      const start = async (): Promise<void> => {
        while (!reading.stopped() && reading.next() <= savedSeq()) await reading.readOn();
        if (!reading.stopped()) live.add(listener);
      };
      void start();
      return () => {
        reading.stop();
        live.delete(listener);
      };
    },
  };
};

/** For any other process: reads on whenever the store has changed. */
export const listenToStore = (store: Store, session: string, from: number, listener: Listener): Stop => {
  const reading = reader(store, session, from, listener);
  let last = Promise.resolve();
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
  return {
    next: () => next,
    stopped: () => stopped,
    stop: () => {
      stopped = true;
    },
    readOn: async (): Promise<void> => {
      for await (const batch of store.read(session, { from: next })) {
        for (const line of batch) {
          if (stopped) return;
          listener(eventOf(line));
          next = line.seq + 1;
        }
      }
    },
  };
};
