/** The Landlock sandbox: real attacks and ordinary work, as root and as a plain user, and the common suite of worlds. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { landlock } from "../../src/worlds/landlock.ts";
import { local } from "../../src/worlds/local.ts";
import { worldConformance } from "../../src/testing/conformance/world.ts";
import { sandboxConformance } from "../conformance/sandbox/sandbox.ts";
import { attacks, work } from "./landlock/attacks.ts";

const missing = await (async () => {
  const directory = await mkdtemp(join(tmpdir(), "kelson-landlock-"));
  try {
    await (await local({ launcher: landlock })(directory)).close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(directory, { recursive: true });
  }
})();

const isRoot = process.getuid?.() === 0;
const why = missing === undefined ? "" : ` (skipped: ${missing})`;

if (missing === undefined) worldConformance("landlock", local({ launcher: landlock }));

const module = fileURLToPath(new URL("../../src/worlds/landlock.ts", import.meta.url));
const unfit = "Programs that need servers or Unix sockets of their own";
const breaks = { "/tmp by its name": unfit, "a program of Node with a server and a client of its own": unfit };
await sandboxConformance({ name: "landlock", module, breaks }, missing);

const nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
const people = { "this user": [], ...(isRoot && { "a plain user": nobody }) };

describe.skipIf(missing !== undefined)(`landlock under attack${why}`, () => {
  describe.each(Object.entries(people))("as %s", async (_, become) => {
    const said = missing === undefined ? await besieged(become) : {};

    test.each(Object.keys(attacks))("cannot %s", (name) => {
      expect(said[name]).not.toContain("BROKE");
    });

    test.each(Object.keys(work))("can %s", (name) => {
      expect(said[name]).toBe("fine\n");
    });
  });
});

const besieged = async (become: readonly string[]): Promise<Record<string, string>> => {
  const [file, ...words] = [...become, process.execPath, join(import.meta.dirname, "landlock", "besiege.ts")];
  const { stdout } = await promisify(execFile)(file, words, { cwd: "/", maxBuffer: 10_000_000 });
  return JSON.parse(stdout) as Record<string, string>;
};
