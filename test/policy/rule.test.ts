/** What rules cover: as people know them from elsewhere, and never more than they say. */
import { describe, expect, test } from "vitest";
import type { Aspect } from "../../src/policy/aspect.ts";
import { grantFor } from "../../src/policy/grant.ts";
import { covering, readRule, splitRules } from "../../src/policy/rule.ts";
import { caseWith, command, host, path, rule, run } from "./cases.ts";

const covers = (text: string, aspect: Aspect, tool = "act"): boolean =>
  covering("allow", aspect, caseWith({ tool, rules: [rule("allow", text)] })) !== undefined;

const commands: readonly (readonly [string, string, boolean])[] = [
  ["Bash(npm test)", "npm test", true],
  ["Bash(npm test)", "npm test --watch", false],
  ["Bash(npm test)", "npm tests", false],
  ["Bash(npm test:*)", "npm test", true],
  ["Bash(npm test:*)", "npm test --watch", true],
  ["Bash(npm test:*)", "npm testing", false],
  ["Bash(npm test *)", "npm test --watch", true],
  ["Bash(npm:*)", "npx x", false],
  ["Bash(npm run *:fix)", "npm run lint:fix", true],
  ["Bash(npm run *:fix)", "npm run lint", false],
  ["Bash(*)", "anything at all", true],
  ["Bash", "anything at all", true],
  ["Bash(git * main)", "git push origin main", true],
  ["Bash(git.status)", "git status", false],
  ["Read(npm test)", "npm test", false],
  ["act(npm test)", "npm test", true],
  ["ac*(npm test)", "npm test", true],
  ["other(npm test)", "npm test", false],
];

test.each(commands)("%s and the command %s", (text, line, expected) => {
  expect(covers(text, run(line))).toBe(expected);
});

test("a word with a space in it is never taken for two", () => {
  expect(covers("Bash(git status:*)", run("x", { words: ["git status", "-s"] }))).toBe(false);
  expect(covers("Bash(rm a b)", run("x", { words: ["rm", "a b"] }))).toBe(false);
});

test("text in quotation marks is the very line", () => {
  const aspect = run("a && b", { words: ["a"] });
  expect(covers('Bash("a && b")', aspect)).toBe(true);
  expect(covers('Bash("a")', aspect)).toBe(false);
});

const paths: readonly (readonly [string, string, boolean])[] = [
  ["Read(a.txt)", "a.txt", true],
  ["Read(a.txt)", "lib/a.txt", true],
  ["Read(./a.txt)", "lib/a.txt", false],
  ["Read(./a.txt)", "a.txt", true],
  ["Read(lib/*)", "lib/a.txt", true],
  ["Read(lib/*.md)", "lib/a.txt", false],
  ["Read(lib/*.md)", "lib/deep/a.md", false],
  ["Read(lib/**)", "lib/deep/a.txt", true],
  ["Read(lib/**)", "lib", true],
  ["Read(lib/**)", "library/a.txt", false],
  ["Read(lib)", "lib/deep/a.txt", true],
  ["Read(lib/)", "lib/deep/a.txt", true],
  ["Read(lib/**/a.md)", "lib/a.md", true],
  ["Read(lib/**/a.md)", "lib/x/y/a.md", true],
  ["Read(**)", ".hidden/.a", true],
  ["Read(**)", "/etc/hosts", false],
  ["Read(/etc/**)", "/etc/hosts", true],
  ["Read(//etc/hosts)", "/etc/hosts", true],
  ["Read(~/notes/*)", "/home/ann/notes/a", true],
  ["Read(*.{md,txt})", "lib/a.txt", true],
  ["Read(*.{md,txt})", "lib/a.ts", false],
  ["Read(a[12])", "a2", true],
  ["Read(a[!12])", "a2", false],
  ["Read(a?)", "a2", true],
  ["Read(a.txt)", "aXtxt", false],
  ["Read(a+)", "aa", false],
  ['Read("a*")', "ab", false],
  ['Read("a*")', "a*", true],
  ["Edit(a.txt)", "a.txt", false],
  ["Read", "a.txt", true],
];

test.each(paths)("%s and the file %s", (text, file, expected) => {
  expect(covers(text, path("read", file))).toBe(expected);
});

test("Edit and Write are about what changes files, also by commands", () => {
  for (const name of ["Edit", "Write"]) {
    expect(covers(`${name}(a.txt)`, path("write", "a.txt"))).toBe(true);
    expect(covers(`${name}(a.txt)`, path("delete", "a.txt", { by: command("rm a.txt") }))).toBe(true);
    expect(covers(`${name}(a.txt)`, path("read", "a.txt"))).toBe(false);
  }
});

test("a link is covered by its name and by where it leads", () => {
  const link = path("read", "here", { real: "/home/ann/work/secret/key" });
  expect([covers("Read(secret/**)", link), covers("Read(here)", link)]).toEqual([true, false]);
  expect(covers("Read(./here)", { ...link, path: "/home/ann/work/here" })).toBe(true);
});

const hosts: readonly (readonly [string, string, boolean])[] = [
  ["WebFetch(domain:example.org)", "example.org", true],
  ["WebFetch(domain:example.org)", "EXAMPLE.org:8080", true],
  ["WebFetch(domain:example.org)", "www.example.org", false],
  ["WebFetch(domain:*.example.org)", "www.example.org", true],
  ["WebFetch(domain:*.example.org)", "evil-example.org", false],
  ["Network(example.org:443)", "example.org:443", true],
  ["Network(example.org:443)", "example.org:80", false],
  ["WebFetch", "example.org", true],
  ["Bash(*)", "example.org", false],
];

test.each(hosts)("%s and the host %s", (text, name, expected) => {
  expect(covers(text, host(name))).toBe(expected);
});

describe("reading", () => {
  test.each(["", "Bash()", "Bash(", "(x)", "Bash x", "1(a)"])("%o is no rule", (text) => {
    expect(readRule(text)).toEqual({ ok: false });
  });

  test("rules in one text are separated by commas outside of brackets and quotation marks", () => {
    expect(splitRules('Bash(git add:*), Read(*.{md,txt}) , Bash("a, (b"), web_search')).toEqual([
      "Bash(git add:*)",
      "Read(*.{md,txt})",
      'Bash("a, (b")',
      "web_search",
    ]);
    expect(splitRules(" ")).toEqual([]);
  });
});

describe("the rule that an answer adds", () => {
  const granted = (tool: string, ...aspects: Aspect[]): string => grantFor({ tool, aspects, root: "/home/ann/work" });

  test.each([
    ["npm test", "Bash(npm test:*)"],
    ["git commit -m x", "Bash(git commit:*)"],
    ["npm run build", "Bash(npm run build:*)"],
    ["npm exec tsc", "Bash(npm exec tsc:*)"],
    ["git -C /x push", "Bash(git -C /x push)"],
    ["git", "Bash(git)"],
    ["python build.py --fast", "Bash(python build.py --fast)"],
    ["echo *", 'Bash("echo *")'],
    ["rm -rf build", "Bash(rm -rf build)"],
  ])("for %s", (line, text) => {
    expect(granted("bash", run(line))).toBe(text);
    expect(splitRules(text)).toEqual([text]);
    expect(covers(text, run(line), "bash")).toBe(true);
  });

  test("is the very line where it is not understood", () => {
    const unclear = run('eval "$x"', { words: ["eval"], unclear: "$x" });
    expect(granted("bash", unclear)).toBe(String.raw`Bash("eval \"$x\"")`);
    expect(covers(granted("bash", unclear), unclear)).toBe(true);
  });

  test("names files by where they lead, and hosts", () => {
    expect(granted("write_file", path("write", "a.txt"))).toBe("Edit(./a.txt)");
    expect(granted("other", path("write", "lib/a.txt"))).toBe("other(./lib/a.txt)");
    expect(granted("write_file", path("write", "a*.txt"))).toBe('Edit("/home/ann/work/a*.txt")');
    expect(covers('Edit("/home/ann/work/a*.txt")', path("write", "a*.txt"))).toBe(true);
    expect(granted("web_fetch", host("example.org"))).toBe("WebFetch(domain:example.org)");
    expect(granted("bash", run("curl x"), host("x", command("curl x")))).toBe("Bash(curl x), Network(x)");
    expect(granted("plan", { kind: "effect", effect: "external" })).toBe("plan(*)");
  });

  test("is not widened by names that look like a rule", () => {
    const odd = path("write", "a, b");
    expect(covers(granted("act", odd), path("write", "b"))).toBe(false);
    expect(covers(granted("act", path("write", "a.txt")), path("write", "lib/a.txt"))).toBe(false);
    expect(covers(granted("act", run("echo *")), run("echo rm"))).toBe(false);
  });
});
