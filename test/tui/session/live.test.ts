/** What is live of a session: the newest call of each sub-agent, until it has reported. */
import { expect, test } from "vitest";
import type { Event } from "../../../src/contract/event.ts";
import { live } from "../../../src/transports/tui/session/live.ts";

test("each sub-agent's newest call is known until it reports", () => {
  const fragments = live();
  const told = { session: "s", seq: 4, kind: "agent", offset: 0 } as const;
  fragments.add([
    { ...told, child: "s.a", text: "grep one\nread_file two\n" },
    { ...told, child: "s.b", text: "bash three\n" },
  ]);
  fragments.add([{ ...told, child: "s.b", offset: 11, text: "bash four\n" }]);
  expect([...fragments.doing]).toEqual([
    ["s.a", "read_file two"],
    ["s.b", "bash four"],
  ]);
  fragments.event({ type: "agent.reported", data: { child: "s.a" } } as Event);
  expect([...fragments.doing.keys()]).toEqual(["s.b"]);
});
