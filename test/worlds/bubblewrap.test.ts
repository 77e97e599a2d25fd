/** The world of bubblewrap: by the common suite, for what is allowed goes on as without a sandbox, and by the suite of sandboxes. */
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";
import { bubblewrap } from "../../src/worlds/bubblewrap.ts";
import { local } from "../../src/worlds/local.ts";
import { sandboxConformance } from "../conformance/sandbox/sandbox.ts";
import { worldConformance } from "../conformance/world.ts";

const missing = await bubblewrap({ roots: [realpathSync(tmpdir())], writes: "read-only", env: process.env }).then(
  (launcher) => launcher.close().then(() => undefined),
  (error: Error) => error.message,
);

describe.skipIf(missing !== undefined)(`bubblewrap${missing === undefined ? "" : ` (skipped: ${missing})`}`, () => {
  worldConformance("bubblewrap", local({ launcher: bubblewrap }));
  worldConformance("bubblewrap without the spawn helper", local({ launcher: bubblewrap, helper: "no" }));
});

const module = fileURLToPath(new URL("../../src/worlds/bubblewrap.ts", import.meta.url));
await sandboxConformance({ name: "bubblewrap", module }, missing);
