/** A program of nothing but the input, for tests in a real terminal. Words: the face (`inline` or `fixed`), and the file that what is sent goes to. */
import { appendFileSync } from "node:fs";
import { ProcessTerminal, Text, TuiAltScreen } from "@earendil-works/pi-tui";
import { composer } from "../../../src/transports/tui/input/composer.ts";
import { keys } from "../../../src/transports/tui/input/keys.ts";
import { InlineScreen } from "../../../src/transports/tui/inline/inline-screen.ts";
import { suspendTerminal } from "../../../src/transports/tui/input/suspend-terminal.ts";

const [face, file] = process.argv.slice(2) as [string, string];
const terminal = new ProcessTerminal();
const tui = face === "fixed" ? new TuiAltScreen(terminal) : new InlineScreen(terminal);
const bindings = keys();
const transcript = new Text("the transcript", 0, 0);
const told = new Text("", 0, 0);
const input = composer(tui, {
  cwd: () => process.cwd(),
  env: process.env,
  paint: () => (_role, text) => text,
  plain: () => false,
  keys: bindings,
  historyFile: undefined,
  redact: (text) => text,
  isSecret: () => false,
  commands: () => [],
  onSaid: (said) => appendFileSync(file, `${JSON.stringify(said.text)}\n`),
  onShell: (command) => appendFileSync(file, `${JSON.stringify({ command })}\n`),
  tell: (_level, text) => {
    told.setText(text);
    tui.requestRender();
  },
});
tui.addChild(transcript);
tui.addChild(told);
tui.addChild(input.component);
tui.setFocus(input.component);
tui.addInputListener((data) => {
  if (bindings.matches(data, "app.suspend")) {
    void suspendTerminal(tui);
    return { consume: true };
  }
  if (!bindings.matches(data, "app.leave")) return undefined;
  tui.stop({ preserveScreen: true });
  process.exit(0);
});
tui.start();
