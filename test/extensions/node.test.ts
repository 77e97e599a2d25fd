/** A plug-in for Node runs on the Node that this program runs on, whatever stands on the PATH under that name. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bubblewrap } from "../../src/worlds/bubblewrap.ts";
import { local } from "../../src/worlds/local.ts";
import { directory, noBubblewrap, runPlugin } from "./plugged.ts";

const says = `#!/usr/bin/env node
console.log(JSON.stringify({ ok: true, output: process.version }));
`;
const limits = { memory: 1024 };

/** A PATH on which another Node comes first. */
const otherNode = async (): Promise<NodeJS.ProcessEnv> => {
  const place = await directory();
  await writeFile(join(place, "node"), `#!/bin/sh\necho '{"ok":true,"output":"another"}'\n`, { mode: 0o755 });
  return { ...process.env, PATH: `${place}:${String(process.env["PATH"])}` };
};

const where = {
  "without a sandbox": undefined,
  [`in bubblewrap${noBubblewrap === undefined ? "" : ` (skipped: ${noBubblewrap})`}`]: bubblewrap,
};

describe.each(Object.entries(where))("%s", (_, launcher) => {
  const missing = launcher !== undefined && noBubblewrap !== undefined;

  test.skipIf(missing).each([
    ["by name", ["node", "./run"]],
    ["by the first line of its file", ["./run"]],
  ])("named %s", async (_way, command) => {
    const env = await otherNode();
    const open = local({ env, ...(launcher && { launcher }) });
    expect((await runPlugin(says, { open, manifest: { command, ...limits } })).text).toBe(process.version);
  });
});

test("another interpreter is left alone", async () => {
  const script = `#!/usr/bin/env -S node --no-warnings\nprocess.stdout.write('{"ok":true,"output":"mine"}')\n`;
  const open = local({ env: await otherNode() });
  expect((await runPlugin(script, { open, manifest: { command: ["./run"], ...limits } })).text).toBe("another");
});
