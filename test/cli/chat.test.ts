/** `kelson chat`: turns of one session, commands with a slash, Ctrl-C, another model, and a script on standard input. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { silence, type Turn, workshop } from "./workshop.ts";

const writing: Turn = { text: "I write.", calls: [{ name: "write_file", input: { path: "x.txt", content: "x\n" } }] };
const first: Turn = { text: "One." };
const second: Turn = { text: "Two." };

describe("a person", () => {
  test("talks in one session, is asked, and leaves", async () => {
    const { kelson, script } = await workshop();
    const typed = ["hello", "write it", "y", "/quit"];
    const { code, stdout, stderr } = await kelson(["chat", "-m", await script(first, writing, second)], { typed });
    expect(code).toBe(0);
    expect(stdout).toBe("One.\nI write.\nTwo.\n");
    expect(stderr).toContain("Run it?");
    expect(stderr.match(/✓ completed/gu)).toHaveLength(2);
    expect(stderr).toMatch(/session \S+ in \S+; kelson chat -r \S+ goes on\n$/u);
    const listed = await kelson(["sessions", "list", "--json"]);
    expect(listed.stdout.trimEnd().split("\n")).toHaveLength(1);
  });

  test("who leaves without a word leaves no session, and -c means the one before", async () => {
    const { kelson, script } = await workshop();
    const model = await script(first, second);
    await kelson(["chat", "-m", model], { typed: ["hello"] });
    for (const more of [[], ["--permission-mode", "plan"], ["-c"]]) {
      const { code, stderr } = await kelson(["chat", "-m", model, ...more], { typed: ["/help"] });
      expect([code, stderr.includes("kelson chat -r")]).toEqual([0, more.includes("-c")]);
    }
    const listed = await kelson(["sessions", "list", "--json"]);
    expect(listed.stdout.trimEnd().split("\n")).toEqual([expect.stringContaining('"title":"hello"')]);
  });

  test("goes on where another program stopped", async () => {
    const { kelson, script } = await workshop();
    await kelson(["run", "-m", await script(writing, second), "--on-ask", "pause", "write"]);
    const { stdout, code } = await kelson(["chat", "-c"], { typed: ["y"] });
    expect([stdout, code]).toEqual(["Two.\n", 0]);
  });

  test("goes on with another model in the same session; a wrong name changes nothing", async () => {
    for (const more of [[], ["--no-session"]]) {
      const { kelson, script } = await workshop();
      const [one, other] = [await script(first), await script({}, second, { text: "Three." })];
      const typed = ["hello", `/model ${other}`, "and now", "/model nonsense/x", "/model", "again"];
      const { code, stdout, stderr } = await kelson(["chat", "-m", one, ...more], { typed });
      expect(stdout).toBe("One.\nTwo.\nThree.\n");
      expect(stderr).toContain('"nonsense" in model nonsense/x is not a provider');
      expect(stderr).toContain(`› ${other}\n`);
      expect(code).toBe(0);
    }
  });

  test("has commands, and paths are none", async () => {
    const { kelson, script } = await workshop();
    const typed = [
      "/etc/hosts is what?",
      "/mode",
      "/mode acceptEdits",
      "/mode fast",
      "/cost",
      "/tools",
      "/help",
      "/no",
    ];
    const { code, stdout, stderr } = await kelson(["chat", "-m", await script(first)], { typed });
    expect(stdout).toBe("One.\n");
    expect(stderr).toContain("default\n");
    expect(stderr).toContain("mode accept-edits\n");
    expect(stderr).toContain(
      '--permission-mode must be one of read-only, plan, manual, default, accept-edits, auto, dont-ask, bypass, got "fast"',
    );
    expect(stderr).toMatch(/MODEL +PURPOSE +REQUESTS.*\n.* answer +1 .*\ntogether +1 +\S+ +\? +\d +\$0/u);
    expect(stderr).toMatch(/bash +execute/u);
    expect(stderr).toMatch(/\/quit +leave/u);
    expect(stderr).toContain("/no is neither a command nor a skill");
    expect(code).toBe(2);
  });

  test("writes several lines as one message", async () => {
    const { kelson, script } = await workshop();
    await kelson(["chat", "-m", await script(first)], { typed: ["one\\", "two"] });
    expect((await kelson(["sessions", "show"])).stdout).toContain("› one\n  two\n");
  });
});

describe("Ctrl-C", () => {
  const slow: Turn = { text: "This is going to take a while.", chunk: 2, delayMs: 60 };

  test("once cancels the reply, keeps its beginning, and the chat goes on", async () => {
    const { kelson, script } = await workshop();
    let sent = false;
    const { code, stdout, stderr } = await kelson(["chat", "-m", await script(slow, second)], {
      typed: ["hello", "more"],
      onSignal: (send) => {
        if (!sent) setTimeout(send, 500, "SIGINT");
        sent = true;
      },
    });
    expect(stdout).toMatch(/^This.*\nTwo\.\n$/u);
    expect(stdout).not.toContain("while");
    expect(stderr).toContain("cancelled");
    expect(code).toBe(0);
  });

  test("twice leaves, at work and at rest", async () => {
    const { kelson, script } = await workshop();
    const twice = (send: (signal: "SIGINT") => void): unknown =>
      setTimeout(() => [send("SIGINT"), send("SIGINT")], 300);
    const model = await script({ calls: [{ name: "bash", input: { command: "sleep 2" } }] });
    const argv = ["chat", "-m", model, "--permission-mode", "bypass"];
    expect((await kelson(argv, { typed: ["go", "never"], onSignal: twice })).code).toBe(130);
    const atRest = (send: (signal: "SIGINT") => void): unknown => setTimeout(send, 100, "SIGINT");
    const ended = await kelson(["chat", "-m", model], { typed: [silence, silence, "never"], onSignal: atRest });
    expect(ended.code).toBe(130);
    expect(ended.stderr).toContain("once more to leave");
  });
});

describe("a script on standard input", () => {
  test("has a message a line; the code is that of the last", async () => {
    const { kelson, script } = await workshop();
    const stdin = "/model\nhello\nwrite it\n";
    const { code, stdout } = await kelson(["chat", "-m", await script(first, writing, second), "--quiet"], { stdin });
    expect(stdout).toBe("One.\nTwo.\n");
    expect(code).toBe(3);
  });

  test("comes through a real pipe, all at once", async () => {
    const { script, cwd, state } = await workshop();
    const main = join(import.meta.dirname, "../../src/main.ts");
    const child = spawn(process.execPath, [main, "chat", "-m", await script(first, second), "--quiet"], {
      cwd,
      env: { ...process.env, KELSON_STATE_DIR: state },
    });
    child.stdin.end("hello\nand more");
    expect(await text(child.stdout)).toBe("One.\nTwo.\n");
  });
});
