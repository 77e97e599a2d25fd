/** What lines of bash are read to do: the tables, and the limits. */
import { describe, expect, test } from "vitest";
import { needsParser, readCommand } from "../../../src/policy/shell/read-command.ts";
import { parseShell } from "../../../src/shell/parse-shell.ts";
import { place, summary } from "./summary.ts";
import { asking } from "./table/asking.ts";
import { destroying } from "./table/destroying.ts";
import { executing } from "./table/executing.ts";
import { git } from "./table/git.ts";
import { network } from "./table/network.ts";
import { reading } from "./table/reading.ts";
import { writing } from "./table/writing.ts";

const tables = { reading, writing, executing, git, network, asking, destroying };

describe.each(Object.entries(tables))("%s", (_, table) => {
  test.each(table)("%j", (line, expected) => {
    expect(summary(readCommand(line, place, parseShell))).toBe(expected);
  });
});

test("each table keeps its promise", () => {
  const broken = Object.entries({
    reading: /^(?!asks|destroys)(?!.*(?:write|delete|execute|network))/u,
    writing: /^(?!asks|destroys)(?!.*(?:execute|network))/u,
    network: /asks|network/u,
    asking: /^asks/u,
    destroying: /^destroys/u,
  }).flatMap(([name, promise]) => tables[name as keyof typeof tables].filter(([, found]) => !promise.test(found)));
  expect(broken).toEqual([]);
});

test("plain words are read without a parser, and say the same", () => {
  const lines = Object.values(tables).flatMap((table) => table.map(([line]) => line));
  const plain = lines.filter((line) => !needsParser(line));
  expect(plain.length).toBeGreaterThan(150);
  for (const line of plain) expect(readCommand(line, place, undefined)).toEqual(readCommand(line, place, parseShell));
  expect(readCommand("ls | wc", place, undefined)).toEqual({
    understood: false,
    why: "there is no parser for more than plain words",
    parts: [],
  });
});

test("a part says its words, its wrappers taken off", () => {
  const { parts } = readCommand("sudo -u bob env A=1 timeout 5 git push origin main", place, parseShell);
  expect(parts).toEqual([
    {
      words: ["git", "push", "origin", "main"],
      effects: ["write", "execute", "network"],
      reads: [],
      writes: [],
      deletes: [],
      hosts: [],
      understood: true,
    },
  ]);
});

const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);

test.each([
  ["a long line", `echo ${"a".repeat(70_000)}`],
  ["many words", `echo ${"a ".repeat(30_000)}`],
  ["many commands", "ls;".repeat(20_000)],
  ["nested subshells", deep("(", ")", 5000)],
  ["nested substitutions", deep("$(", ")", 5000)],
  ["nested parameters", deep("${a:-", "}", 5000)],
  ["nested backticks", "`".repeat(5001)],
  ["nested braces", deep("{a,", "}", 5000)],
  ["many braces", "echo " + "{a,b}".repeat(5000)],
  ["nested loops", "while true; do ".repeat(30) + "ls;" + " done;".repeat(30)],
  ["nested eval", "eval ".repeat(5000) + "ls"],
  ["nested wrappers", "nohup ".repeat(5000) + "ls"],
  ["growing value", "a=aaaa; " + "a=$a$a$a$a; ".repeat(60) + "rm -rf $a"],
  ["many stars", `rm -rf /${"*a".repeat(15_000)}`],
  ["many globs", `rm -rf ${"/**".repeat(5000)}`],
  ["a function that doubles", "a() { b; b; }; b() { c; c; }; c() { d; d; }; d() { e; e; }; e() { a; }; a"],
  ["open quotes", "'\"".repeat(20_000)],
  ["a control character", "ls \u001B[2K"],
  ["a NUL", "ls \0 x"],
])("%s is read to an end", (_, line) => {
  const reading = readCommand(line, place, parseShell);
  expect(typeof reading.understood).toBe("boolean");
});
