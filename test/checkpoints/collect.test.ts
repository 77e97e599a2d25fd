/** What no log names is thrown away, after an hour; all that is named can still be put back. */
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { ground } from "./ground.ts";
import { picture } from "./picture.ts";

const hourMs = 3_600_000;

test("snapshots that are named stay whole, others go, and those of the last hour stay, too", async () => {
  let now = 0;
  await using at = ground({ now: () => now });
  const saved: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    at.write("same/x", "all the same".repeat(100));
    at.write("changing/x", String(turn).repeat(1_000 * (turn + 1)));
    saved.push((await at.files.save()).snapshot);
    now += hourMs / 4;
  }
  const [first = "", second = "", third = "", fourth = ""] = saved;
  now = hourMs;
  expect((await at.files.collect([])).objects).toBe(0);
  now = hourMs + hourMs / 4 + 1;
  const collected = await at.files.collect([first, "unknown"]);
  // A listing of `changing`, one of the root, and a file.
  expect(collected.objects).toBe(3);
  await expect(at.files.diff(first, second)).rejects.toMatchObject({ code: "not_found" });
  await at.files.restore({ to: first });
  expect(at.shell("cat changing/x | head -c 3; cat same/x | head -c 3")).toBe("000all");
  await at.files.restore({ to: fourth });
  expect(await at.files.diff(fourth, (await at.files.save()).snapshot)).toEqual([]);
  expect(third).not.toBe(fourth);
});

test("whoever saves meanwhile writes what it counted on again", async () => {
  let now = 0;
  await using at = ground({ now: () => now });
  const other = at.again();
  at.write("x", "1");
  const one = await at.files.save();
  at.write("x", "2");
  await other.save();
  now = 10 * hourMs;
  expect((await other.collect([])).objects).toBeGreaterThan(0);
  at.write("x", "1");
  const again = await at.files.save();
  expect(again.snapshot).toBe(one.snapshot);
  at.write("x", "3");
  const before = picture(at.root);
  const { from } = await other.restore({ to: again.snapshot });
  expect(at.shell("cat x")).toBe("1");
  await at.files.restore({ to: from });
  expect(picture(at.root)).toEqual(before);
});

test("a workspace that is gone keeps nothing", async () => {
  let now = 0;
  await using at = ground({ now: () => now });
  await using kept = ground();
  const other = at.again({ root: kept.root });
  at.write("x", "1");
  await at.files.save();
  rmSync(at.root, { recursive: true });
  now = 10 * hourMs;
  expect((await other.collect([])).objects).toBe(2);
  await expect(at.files.save()).rejects.toMatchObject({ code: "not_found" });
});
