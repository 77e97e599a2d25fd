/** The input in a real terminal: the terminal lent to an editor, pastes, and what is left of it all. */
import { spawnSync } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { directory, until } from "./composing.ts";
import { tmux, type Tmux } from "./tmux.ts";

let terminals: Tmux[] = [];
afterEach(() => {
  for (const terminal of terminals) terminal.end();
  terminals = [];
});

/** The program runs below a shell that shows its line settings afterwards. */
const running = async (face: string, editor: string, shell = "") => {
  const root = await directory();
  const script = join(root, "editor");
  await writeFile(script, `#!/bin/sh\n${editor}\n`);
  await chmod(script, 0o755);
  const said = join(root, "said");
  await writeFile(said, "");
  const program = join(import.meta.dirname, "typing-program.ts");
  const terminal = tmux(
    shell ||
      `stty -a > ${root}/before; ${process.execPath} ${program} ${face} ${said}; stty -a > ${root}/after; echo over; sleep 60`,
    { VISUAL: script, EDITOR: "false" },
  );
  terminals.push(terminal);
  if (shell !== "") terminal.keys(`${process.execPath} ${program} ${face} ${said}`, "Enter");
  await terminal.shows("the transcript");
  return {
    terminal,
    /** Leaves the program, and says what of the terminal is not as it was. */
    leave: async () => {
      terminal.keys("C-d");
      await terminal.shows("over");
      const [before, after] = await Promise.all(["before", "after"].map((name) => readFile(join(root, name), "utf8")));
      expect(after).toBe(before);
    },
    said: async (count: number): Promise<unknown[]> => {
      let lines: string[] = [];
      const read = async () => {
        lines = (await readFile(said, "utf8")).split("\n").slice(0, -1);
      };
      await until(
        () => (void read(), lines.length >= count),
        () => lines,
      );
      return lines.map((line) => JSON.parse(line) as unknown);
    },
  };
};

const modes =
  "#{alternate_on} #{mouse_any_flag} #{insert_flag} #{keypad_cursor_flag} #{origin_flag} #{wrap_flag} #{scroll_region_upper}-#{scroll_region_lower}";

const there = spawnSync("tmux", ["-V"]).error === undefined;

describe.skipIf(!there)(`in tmux${there ? "" : ", which is not installed"}`, () => {
  describe.each(["inline", "fixed"])("%s", (face) => {
    const alternate = face === "fixed" ? "1" : "0";
    const wrap = face === "fixed" ? "0" : "1";

    it("lends the terminal to the editor, and the screen comes back with what was written", async () => {
      const { terminal, leave, said } = await running(
        face,
        'echo "in the editor"; read line; printf "%s\\n" "$line" >> "$1"',
      );
      terminal.keys("draft ", "C-g");
      await terminal.shows("in the editor");
      expect(terminal.screen().join("\n")).not.toContain("the transcript");
      terminal.keys("written", "Enter");
      await terminal.shows("draft written");
      const shown = terminal.screen().join("\n");
      expect(shown.split("the transcript")).toHaveLength(2);
      expect(shown).not.toContain("in the editor");
      terminal.keys(" more", "Enter");
      expect(await said(1)).toEqual(["draft written more"]);
      await leave();
    });

    it("takes it back from an editor that changed everything and was killed", async () => {
      const { terminal, leave, said } = await running(
        face,
        'stty raw -echo; printf "\\033[?1049h\\033[?1003h\\033[?1h\\033=\\033[4h\\033[?6h\\033[?7l\\033[3;5r\\033[?25l\\033(0 ruin"; kill -9 $$',
      );
      terminal.keys("draft", "C-g");
      await terminal.shows("ended with 137: the text is as it was");
      const mouse = face === "fixed" ? "1" : "0";
      expect(terminal.format(modes)).toBe(`${alternate} ${mouse} 0 0 0 ${wrap} 0-23`);
      expect(terminal.screen().join("\n")).not.toContain("ruin");
      terminal.keys(" goes on", "Enter");
      expect(await said(1)).toEqual(["draft goes on"]);
      await leave();
      expect(terminal.format(modes)).toBe("0 0 0 0 0 1 0-23");
    });

    it("is not stopped by Ctrl-C in the editor", async () => {
      const { terminal, leave, said } = await running(
        face,
        'echo "in the editor"; trap "echo caught; exit 0" INT; while :; do sleep 0.1; done',
      );
      terminal.keys("draft", "C-g");
      await terminal.shows("in the editor");
      terminal.keys("C-c");
      await terminal.shows("the transcript");
      terminal.keys("Enter");
      expect(await said(1)).toEqual(["draft"]);
      await leave();
    });

    it("goes to the background on Ctrl-Z, and comes back as it was", async () => {
      const { terminal, said } = await running(face, "true", "bash --norc --noprofile");
      terminal.keys("draft");
      await terminal.shows("\ndraft\n");
      terminal.keys("C-z");
      await terminal.shows("Stopped");
      terminal.keys("echo $((6*7)); stty -a | grep -o ' echo '", "Enter");
      await terminal.shows("\n42\n echo");
      terminal.keys("fg", "Enter");
      await terminal.shows("\ndraft\n");
      terminal.keys(" goes on", "Enter");
      expect(await said(1)).toEqual(["draft goes on"]);
      const shown = terminal.screen().join("\n");
      // Inline, it is drawn anew below the shell's own lines; a full screen covers them.
      const below = shown.slice(Math.max(0, shown.indexOf("\n42\n")));
      expect([shown.includes("\n42\n"), below.includes("the transcript")]).toEqual([face === "inline", true]);
    });
  });

  const vi = spawnSync("vi", ["--version"]).error === undefined;

  it.skipIf(!vi)(`vi writes, when no editor is named (${vi ? "it is here" : "vi is not installed"})`, async () => {
    const { terminal, said } = await running("inline", "", "env -u VISUAL -u EDITOR bash --norc --noprofile");
    terminal.keys("draft", "C-g");
    await terminal.shows("message.md");
    terminal.keys("A", " by vi", "Escape", ":wq", "Enter");
    await terminal.shows("\ndraft by vi\n");
    expect(terminal.format(modes)).toBe("0 0 0 0 0 1 0-23");
    terminal.keys("Enter");
    expect(await said(1)).toEqual(["draft by vi"]);
  });

  it("10,000 lines are pasted and sent whole", async () => {
    const { terminal, said } = await running("inline", "true");
    const text = Array.from({ length: 10_000 }, (_, index) => `line ${index} of a long text that somebody pastes`).join(
      "\n",
    );
    terminal.paste(text);
    await terminal.shows("[paste #1 +10000 lines]");
    terminal.keys("Enter");
    expect(await said(1)).toEqual([text]);
  });

  it("a paste that ends itself does not send itself", async () => {
    const { terminal, said } = await running("inline", "true");
    // tmux passes on what is sent as it stands, so this is what a careless terminal would do.
    terminal.keys("-l", "\u001b[200~harmless\u001b[201~\r!touch /tmp/never\r\u001b[201~");
    await terminal.shows("touch");
    terminal.keys("C-s");
    expect(await said(1)).toEqual(["harmless\n!touch /tmp/never"]);
  });
});
