/** A host that a rule denies is not reached by a program either, though another rule opens it in the egress proxy. */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import { chooseSandbox } from "../../src/worlds/choose-sandbox.ts";
import { local } from "../../src/worlds/local.ts";
import { place } from "./program.ts";

const world = await local({ launcher: chooseSandbox() })(tmpdir());
const { sandbox } = world.describe();
await world.close();
const why = sandbox === "none" ? " (skipped: no sandbox works here, so there is no proxy)" : "";

test.skipIf(why !== "")(`the proxy refuses it, and the log names the rule${why}`, { timeout: 60_000 }, async () => {
  let visitors = 0;
  const server = createServer((_, response) => {
    visitors += 1;
    response.end("here");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { home, cwd, kelson } = await place();
  // A program, so that no line names the host and only the proxy can hold it.
  await writeFile(join(cwd, "visit.mjs"), `console.log(await (await fetch("http://localhost:${port}/")).text())\n`);
  const script = join(home, "script.json");
  const call = { name: "bash", input: { command: "node --use-env-proxy visit.mjs" } };
  await writeFile(script, JSON.stringify({ turns: [{ calls: [call] }, { text: "Done." }] }));
  const visit = async (...rules: string[]) => {
    const how = ["--permission-mode", "auto", "--allow", `Network(localhost:${port}), Bash(node:*)`, ...rules];
    const ran = await kelson("run", "-m", `scripted/${script}`, ...how, "--output-format", "stream-json", "go");
    const events = ran.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { event?: Event });
    return events.flatMap(({ event }) => (event?.type === "egress.opened" ? [event.data] : []));
  };
  const held = await visit("--deny", "WebFetch(domain:localhost)");
  expect(visitors).toBe(0);
  const opened = await visit();
  expect(held).toMatchObject([{ host: "localhost", port, allowed: false, rule: "flags WebFetch(domain:localhost)" }]);
  expect(opened).toMatchObject([{ host: "localhost", port, allowed: true, rule: `localhost:${port}` }]);
  expect(visitors).toBe(1);
});
