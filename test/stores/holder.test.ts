/** A holder is dead only when that is known. */
import { expect, it } from "vitest";
import { isDead, thisHolder } from "../../src/stores/holder.ts";

const here = thisHolder();
const nobody = 2 ** 30;

it.each([
  ["this process", here, false],
  ["the same process, of which less is known", { ...here, boot: "", started: "" }, false],
  ["a process that is not there", { ...here, pid: nobody }, true],
  ["another process with the same number", { ...here, started: "1" }, here.started !== ""],
  ["a process before the last boot", { ...here, boot: "another" }, here.boot !== ""],
  ["a process on another machine", { ...here, host: "elsewhere.invalid", pid: nobody }, false],
  ["process 1, whose owner may be another user", { ...here, pid: 1, started: "" }, false],
])("%s", (_, holder, dead) => {
  expect(isDead(holder)).toBe(dead);
});

it("says the same of itself each time", () => {
  expect(thisHolder()).toEqual(here);
});
