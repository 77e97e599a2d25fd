/** `kelson run` from the outside: what goes where, which code it ends with, and one record whatever happens. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Turn, workshop } from "./workshop.ts";

const answer: Turn = { text: "It is done.", chunk: 3 };
const listing: Turn = { text: "I look.", calls: [{ name: "list_directory", input: {} }] };
const writing: Turn = { text: "I write.", calls: [{ name: "write_file", input: { path: "x.txt", content: "x\n" } }] };

/** The last record of an output of JSON lines. */
const recordOf = (stdout: string): Record<string, unknown> => {
  const lines = stdout.trimEnd().split("\n");
  return JSON.parse(lines.at(-1) ?? "") as Record<string, unknown>;
};

/** The text of the first message in an output of events. */
const saidIn = (stdout: string): string => {
  const line = stdout.split("\n").find((text) => text.includes('"user.said"')) ?? "{}";
  return (JSON.parse(line) as { event: { data: { parts: [{ text: string }] } } }).event.data.parts[0].text;
};

describe("outputs", () => {
  test("the answer goes to standard output, everything else to standard error", async () => {
    const { kelson, script } = await workshop();
    const { code, stdout, stderr } = await kelson(["run", "-m", await script(listing, answer), "look", "around"]);
    expect(code).toBe(0);
    expect(stdout).toBe("It is done.\n");
    expect(stderr).toMatch(/I look\.\n\n {2}✓ list_directory/u);
    expect(stderr).toMatch(
      /✓ completed · 2 steps · 1 call · .* tokens in, \d+ out · \$0\.00\d* · [\d.]+ m?s\nsession \S+ in /u,
    );
  });

  test("on a terminal, everything that the model says streams", async () => {
    const { kelson, script } = await workshop();
    const { stdout } = await kelson(["-p", "look", "-m", await script(listing, answer)], { typed: [] });
    expect(stdout).toBe("I look.\nIt is done.\n");
  });

  test("quiet leaves the answer", async () => {
    const { kelson, script } = await workshop();
    const ended = await kelson(["run", "-m", await script(listing, answer), "--quiet", "look"]);
    expect(ended).toEqual({ code: 0, stdout: "It is done.\n", stderr: "" });
  });

  test("one JSON object, with the fields that scripts know", async () => {
    const { kelson, script } = await workshop();
    const { stdout } = await kelson(["run", "-m", await script(listing, answer), "--output-format", "json", "look"]);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(recordOf(stdout)).toEqual({
      type: "result",
      subtype: "success",
      is_error: false,
      exit_code: 0,
      session_id: expect.any(String),
      state: "completed",
      result: "It is done.",
      duration_ms: expect.any(Number),
      duration_api_ms: expect.any(Number),
      num_turns: 2,
      num_calls: 1,
      total_cost_usd: expect.any(Number),
      usage: {
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        cache_read_input_tokens: 0,
        cache_creation_input_tokens: 0,
      },
      cache_read_share: null,
      cache_misses: [],
      permission_denials: [],
      waiting_for: [],
    });
  });

  test("every event as a line, then the result", async () => {
    const { kelson, script } = await workshop();
    const { stdout } = await kelson(["run", "-m", await script(answer), "--output-format", "stream-json", "go"]);
    const lines = stdout.trimEnd().split("\n");
    const records = lines.map((line) => JSON.parse(line) as { type: string; event?: { type: string; seq: number } });
    expect(records[0]?.type).toBe("system");
    expect(records.at(-1)?.type).toBe("result");
    const events = records.flatMap(({ event }) => (event ? [event] : []));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect([events[0]?.type, events.at(-1)?.type]).toEqual(["session.opened", "log.signed"]);
    expect(records).toHaveLength(events.length + 2);
  });

  test("nothing that a model or a tool says reaches the terminal raw", async () => {
    const { kelson, script, cwd } = await workshop();
    await writeFile(join(cwd, "evil\u001b]0;title\u0007.txt"), "x");
    const hostile: Turn = { text: "\u001b[2J\u001b]52;c;aGk=\u0007bad \u009b31m", chunk: 2 };
    const bash = { name: "bash\u001b[31m", input: { command: "echo \u001b[?1049h" } };
    const ran = await kelson(["run", "--verbose", "-m", await script(listing, { calls: [bash] }, hostile), "go"], {
      typed: [],
    });
    // oxlint-disable-next-line no-control-regex
    expect(ran.stdout + ran.stderr).not.toMatch(/[\u0007\u001b\u009b]/u);
  });
});

describe("the task", () => {
  test("comes from words, a file and standard input together", async () => {
    const { kelson, script, cwd } = await workshop();
    await writeFile(join(cwd, "task.md"), "from a file\n");
    const argv = [
      "-p",
      "-m",
      await script(answer),
      "--file",
      join(cwd, "task.md"),
      "--output-format",
      "stream-json",
      "in",
      "words",
    ];
    const { stdout } = await kelson(argv, { stdin: "piped in\n" });
    expect(saidIn(stdout)).toBe("in words\n\nfrom a file\n\npiped in");
  });

  test.each([
    [[], "there is no task"],
    [["--file", "/nowhere/task.md"], "--file /nowhere/task.md cannot be read"],
    [["--no-session", "-c", "more"], "--no-session has no session to go on with"],
    [["-r", "nothing", "more"], 'no session has the id "nothing"'],
    [["-c", "more"], "there is no session of "],
    [["--max-steps", "ten", "x"], '--max-steps must be a whole number of at least 0, got "ten"'],
    [["--log-file", "/nowhere/log", "x"], "--log-file /nowhere/log cannot be written"],
  ])("run %j is bad input", async (words, sentence) => {
    const { kelson, script } = await workshop();
    const model = await script(answer);
    const asText = await kelson(["run", "-m", model, ...words]);
    expect(asText).toMatchObject({ code: 2, stdout: "" });
    expect(asText.stderr).toContain(sentence);
    const asJson = await kelson(["run", "-m", model, "--output-format", "json", ...words]);
    expect(recordOf(asJson.stdout)).toMatchObject({ type: "result", is_error: true, exit_code: 2 });
  });

  test.each([
    [["run", "--bogus"]],
    [["nonsense"]],
    [["run", "--output-format", "xml", "x"]],
    [["answer", "a", "b", "maybe"]],
  ])("%j is bad input, too", async (argv) => {
    const { kelson } = await workshop();
    expect((await kelson(argv)).code).toBe(2);
    const { code, stdout } = await kelson([...argv, "--output-format=json"]);
    expect(code).toBe(2);
    expect(recordOf(stdout)).toMatchObject({ subtype: "error_bad_input", exit_code: 2 });
  });
});

describe("ends", () => {
  test("a limit is code 4", async () => {
    const { kelson, script } = await workshop();
    const argv = [
      "run",
      "-m",
      await script(listing, listing, answer),
      "--max-steps",
      "1",
      "--output-format",
      "json",
      "go",
    ];
    const { code, stdout } = await kelson(argv);
    expect(code).toBe(4);
    expect(recordOf(stdout)).toMatchObject({ subtype: "error_max_steps", state: "max_steps", num_turns: 1 });
  });

  test("a call that lacked a person is code 3, and said", async () => {
    const { kelson, script } = await workshop();
    const { code, stdout, stderr } = await kelson(["run", "-m", await script(writing, answer), "go"]);
    expect(code).toBe(3);
    expect(stdout).toBe("It is done.\n");
    expect(stderr).toContain("⊘ write_file x.txt");
    expect(stderr).toContain("✗ completed, but 1 call denied");
  });

  test("a run that waits is code 3; an answer from elsewhere lets it go on", async () => {
    const { kelson, script, cwd } = await workshop();
    const model = await script(writing, answer);
    const waiting = await kelson(["run", "-m", model, "--on-ask", "pause", "--output-format", "json", "go"]);
    expect(waiting.code).toBe(3);
    const { session_id: id, waiting_for: calls } = recordOf(waiting.stdout) as {
      session_id: string;
      waiting_for: [{ tool_use_id: string }];
    };
    expect(recordOf(waiting.stdout)).toMatchObject({ subtype: "error_waiting_for_input", is_error: true });
    const short = id.slice(id.lastIndexOf("-") + 1);
    const answered = await kelson(["answer", short, calls[0].tool_use_id, "yes"]);
    expect(answered).toMatchObject({ code: 0, stdout: "It is done.\n" });
    expect(await readFile(join(cwd, "x.txt"), "utf8")).toBe("x\n");
    const again = await kelson(["answer", short, calls[0].tool_use_id, "no", "-m", model]);
    expect(again.code).toBe(2);
  });

  test("at a terminal the person is asked", async () => {
    const { kelson, script, cwd } = await workshop();
    const typed = ["perhaps", "y"];
    const { code, stderr } = await kelson(["run", "-m", await script(writing, answer), "go"], { typed });
    expect(code).toBe(0);
    expect(stderr).toContain("? write_file x.txt");
    expect(stderr).toContain("+x");
    expect(stderr.match(/Run it\?/gu)).toHaveLength(2);
    expect(await readFile(join(cwd, "x.txt"), "utf8")).toBe("x\n");
  });

  test("a no may say why", async () => {
    const { kelson, script } = await workshop();
    const typed = ["no, use another name"];
    const { code, stderr } = await kelson(["run", "-m", await script(writing, answer), "go"], { typed });
    expect(code).toBe(0);
    expect(stderr).toContain("a person said no: use another name");
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s stops the run cleanly and keeps what was said", async (signal, code) => {
    const { kelson, script } = await workshop();
    const slow = await script({ text: "This is going to take a while.", chunk: 2, delayMs: 100 });
    const ended = await kelson(["run", "-m", slow, "--output-format", "json", "go"], {
      onSignal: (send) => setTimeout(send, 1_000, signal),
    });
    expect(ended.code).toBe(code);
    expect(recordOf(ended.stdout)).toMatchObject({
      state: "cancelled",
      exit_code: code,
      result: expect.stringMatching(/^This/u),
    });
  });

  test("a second signal leaves at once, with a record", async () => {
    const { kelson, script } = await workshop();
    const stubborn: Turn = { calls: [{ name: "bash", input: { command: "sleep 3" } }] };
    const ended = await kelson(
      ["run", "-m", await script(stubborn), "--permission-mode", "bypass", "--output-format", "json", "go"],
      { onSignal: (send) => setTimeout(() => [send("SIGINT"), send("SIGINT")], 700) },
    );
    expect(ended.code).toBe(130);
    expect(recordOf(ended.stdout)).toMatchObject({ is_error: true, exit_code: 130 });
  });
});

describe("sessions", () => {
  test("-c goes on with the latest of this directory, and counts only what is new", async () => {
    const { kelson, script } = await workshop();
    const model = await script(listing, answer, { text: "And more." });
    const first = recordOf((await kelson(["run", "-m", model, "--output-format", "json", "look"])).stdout);
    const second = recordOf((await kelson(["run", "--output-format", "json", "-c", "more"])).stdout);
    expect(second).toMatchObject({ session_id: first["session_id"], num_turns: 1, num_calls: 0, result: "And more." });
    const third = recordOf(
      (await kelson(["run", "-m", model, "--output-format", "json", "-r", "--", "yet more"])).stdout,
    );
    expect(third["session_id"]).toBe(first["session_id"]);
  });

  test("a task that is refused leaves none", async () => {
    const { kelson, script } = await workshop();
    const { code, stderr } = await kelson(["run", "-m", await script(answer), "/nope"]);
    expect([code, stderr.includes("session ")]).toEqual([2, false]);
    expect((await kelson(["sessions", "list"])).stderr).toContain("no session yet");
  });

  test("one that is not saved says so before anything else, and leaves nothing", async () => {
    const { kelson, script, state } = await workshop();
    const { code, stderr } = await kelson(["run", "-m", await script(answer), "--no-session", "--quiet", "go"]);
    expect(code).toBe(0);
    expect(stderr).toContain("This session is not saved");
    await expect(readFile(state)).rejects.toThrow("ENOENT");
  });

  test("diagnostics are lines of JSON in a file of their own, without contents", async () => {
    const { kelson, script, cwd } = await workshop();
    const file = join(cwd, "log.jsonl");
    await kelson([
      "run",
      "-m",
      await script(answer),
      "--log-file",
      file,
      "--log-level",
      "debug",
      "a confidential task",
    ]);
    const text = await readFile(file, "utf8");
    const lines = text.trimEnd().split("\n");
    const messages = lines.map((line) => (JSON.parse(line) as { message: string }).message);
    expect([messages[0], messages.at(-1)]).toEqual(["begin", "end"]);
    expect(messages).toContain("model.replied");
    expect(text).not.toContain("confidential");
    await rm(file);
    await kelson(["run", "-m", await script(answer), "--log-file", file, "--log-level", "warn", "go"]);
    expect(await readFile(file, "utf8")).toBe("");
  });
});
