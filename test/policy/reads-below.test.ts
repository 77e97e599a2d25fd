/** Commands that read all that is below a directory, and those that only look alike. */
import { expect, test } from "vitest";
import { readsBelow } from "../../src/policy/reads-below.ts";

test.each([
  "grep -r x .",
  "/usr/bin/grep -inR x src",
  "egrep --recurs x",
  "grep -d recurse x .",
  "grep --directories=recurse x .",
  "rg x",
  "diff -rN a b",
  "tar cf - .",
  "tar -cz src",
  "tar --create src",
  "zip -qr - .",
  "git add -A",
  "git add .",
  "git add src/",
  "git stage src",
])("%s", (line) => {
  expect(readsBelow(line.split(" "))).toBe(true);
});

test.each([
  "grep x a.txt",
  "grep -n -i x a.txt",
  "diff a b",
  "tar tf a.tgz",
  "tar -xzf a",
  "ls -R",
  "find . -name x",
  "",
])("%s does not", (line) => {
  expect(readsBelow(line.split(" "))).toBe(false);
});
