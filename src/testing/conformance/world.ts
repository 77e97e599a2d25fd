/** What every world must do, however strongly it confines. */
import { mkdtemp, mkdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe } from "vitest";
import type { OpenWorld } from "../../contract/world.ts";
import { endTests } from "./world/ends.ts";
import { execTests } from "./world/exec.ts";
import { fetchTests } from "./world/fetch.ts";
import { fileTests } from "./world/files.ts";
import { gateTests } from "./world/gate.ts";
import type { Ground } from "./world/ground.ts";
import { outputTests } from "./world/output.ts";
import { searchTests } from "./world/search.ts";

const parts = {
  files: fileTests,
  "paths and allowances": gateTests,
  search: searchTests,
  exec: execTests,
  output: outputTests,
  fetch: fetchTests,
  "the end of commands": endTests,
};

/**
 * The suite of a world: files, paths and allowances, search, commands and their end, output, fetching. `open` is given an
 * empty directory of this machine; real files, processes and a web server on the loopback are used.
 */
export const worldConformance = (name: string, open: OpenWorld): void => {
  describe(`${name} as a world`, () => {
    let ground: Ground;
    let parent: string;
    beforeEach(async () => {
      parent = await realpath(await mkdtemp(join(tmpdir(), "kelson-world-")));
      await mkdir(join(parent, "root"));
      await mkdir(join(parent, "outside"));
      ground = { world: await open(join(parent, "root")), outside: join(parent, "outside") };
    });
    afterEach(async () => {
      await ground.world.close();
      await rm(parent, { recursive: true, force: true });
    });
    describe.each(Object.entries(parts))("%s", (_, tests) => {
      tests(() => ground);
    });
  });
};
