/** Looking inside a session: it follows while that one works, and is let go of. */
import { expect, test } from "vitest";
import { lookInside } from "../../../src/transports/tui/viewers/look-inside.ts";
import { keys, stage, until } from "../stage.ts";

test("it follows live, and leaves the session to whoever else has it", async () => {
  const { screen, frame, say, press, terminal } = await stage({
    turns: [{ text: "one" }, { text: "the second\u001b]0;owned\u0007" }, { text: "three" }],
  });
  await say("first");
  const looked = lookInside(screen, screen.desk.place().session.id);
  await until(() => frame().includes("one"));
  await say("again");
  await until(() => frame().includes("the second"));
  expect(terminal.written()).not.toContain("owned");
  press(keys.escape);
  await looked;
  await say("the session is still ours");
});

test("a sub-agent is found among those of the session", async () => {
  const task = { description: "count to three", prompt: "Count to three." };
  const { run, frame, say, press, below } = await stage({
    columns: 100,
    turns: [{ text: "I count.", calls: [{ name: "agent", input: task }] }, { text: "one two three" }],
    flags: { allowedTools: "default,agents", permissionMode: "auto", maxAgentDepth: "1" },
  });
  await run("/agents");
  expect(below()[0]).toContain("Types of sub-agents\nAGENT");
  await say("count");
  const looked = run("/agents");
  await until(() => frame() !== "");
  expect(frame()).toMatch(
    /^Sub-agents: look into · 1\n›\n› general-purpose: count to three {2}completed, \d steps?, now/u,
  );
  press(keys.enter);
  await until(() => frame().includes("one two three"));
  press(keys.home);
  expect(frame()).toContain("› Count to three.");
  press(keys.escape);
  await looked;
  const sessions = run("/sessions");
  await until(() => frame().includes("(agent)"));
  press(keys.escape);
  await sessions;
  await expect(run("/agents nobody")).rejects.toThrow("/agents takes types or nothing");
});
