/** `exec` runs a program with exactly the words that it is given. */
import { describe, expect, it } from "vitest";
import { exec } from "../../src/tools/exec.ts";
import { toolConformance } from "../../src/testing/conformance/tool.ts";
import { workshop, worldWith } from "./workshop.ts";

toolConformance(exec, {
  open: () => worldWith({ "src/a.txt": "" }),
  good: [{ argv: ["echo", "hello"] }, { argv: ["pwd"], cwd: "src" }, { argv: ["cat"], stdin: "text" }],
  bad: [
    {},
    { argv: [] },
    { argv: [""] },
    { argv: "ls -l" },
    { argv: ["ls"], env: { "A B": "c" } },
    { argv: ["ls"], timeout_seconds: 0 },
  ],
});

const sh = (script: string): { argv: string[] } => ({ argv: ["sh", "-c", script] });

describe("exec", () => {
  it.each([
    [{ argv: ["printf", "%s|", "a b", "$HOME", "*", "'"] }, "a b|$HOME|*|'|"],
    [{ argv: ["cat"], stdin: "grüß\n" }, "grüß"],
    [{ argv: ["cat"] }, "[no output]"],
    [{ argv: ["printenv", "GREETING"], env: { GREETING: "hi; there" } }, "hi; there"],
    [sh("echo out; echo err >&2"), "out\n[stderr]\nerr"],
    [sh("echo err >&2"), "[stderr]\nerr"],
  ])("%j", async (asked, text) => {
    const { use } = await workshop();
    expect(await use(exec, asked)).toMatchObject({ ok: true, text });
  });

  it.each([
    [sh("echo out; exit 3"), "exception", "exit code 3", { exit_code: 3, stdout: "out\n", stderr: "" }],
    [sh("kill -9 $$"), "exception", "ended by SIGKILL", { exit_code: null, signal: "SIGKILL", stdout: "", stderr: "" }],
    [
      { ...sh("sleep 60"), timeout_seconds: 1 },
      "timeout",
      expect.stringMatching(/^not done after 1 second/),
      expect.anything(),
    ],
  ])("%j fails, and its data say how", async (asked, category, message, data) => {
    const { use } = await workshop();
    const outcome = await use(exec, asked);
    expect(outcome).toMatchObject({ ok: false, category, message, data });
    expect(exec.output?.parse(outcome.data)).toMatchObject({ ok: true });
  });

  it("says which program is missing", async () => {
    const { use } = await workshop();
    const missing = { ok: false, category: "exception", message: expect.stringContaining("kelson-no-such-program") };
    expect(await use(exec, { argv: ["kelson-no-such-program"] })).toMatchObject(missing);
  });

  it("is judged as the line that a shell would need", async () => {
    const asked = { argv: ["git", "commit", "-m", "it's done"], env: { A: "b c" }, cwd: "src", stdin: "text" };
    const command = String.raw`A='b c' git commit -m 'it'\''s done'`;
    expect(exec.targets(asked)).toEqual([{ kind: "command", command, cwd: "src" }]);
    const { world } = await workshop();
    expect(await exec.preview?.(asked, world)).toBe(`${command}\n(in src)\nwith this as its input:\ntext`);
  });

  it("quotes what a shell would read as something else", () => {
    const words = ["ls", "", "~", "a=b", "$(x)", "--a=b"];
    expect(exec.targets({ argv: words })).toEqual([{ kind: "command", command: "ls '' '~' 'a=b' '$(x)' --a=b" }]);
  });
});
