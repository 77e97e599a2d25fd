/** A place where nothing can be kept is said at once. */
import { expect, test } from "vitest";
import { sqlite } from "../../src/stores/sqlite.ts";

// Node's recursive mkdir never returns from a place like this one.
test.skipIf(process.platform !== "linux")("a directory that cannot be made", () => {
  expect(() => sqlite("/proc/kelson/state")).toThrow(
    expect.objectContaining({
      code: "not_writable",
      message: expect.stringContaining("sessions cannot be saved in /proc/kelson/state") as string,
    }),
  );
});
