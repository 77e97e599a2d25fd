/** All that begins with a slash and is done by the screen. */
import type { ScreenCommand } from "../screen.ts";
import { rowsText } from "../viewers/rows-text.ts";
import { showText } from "../viewers/show-text.ts";
import { agentsCommand } from "./agents-command.ts";
import { callsCommand } from "./calls-command.ts";
import { diffCommand } from "./diff-command.ts";
import { doctorCommand } from "./doctor-command.ts";
import { exportCommand } from "./export-command.ts";
import { imagesCommand } from "./images-command.ts";
import { lookCommands } from "./look-commands.ts";
import { modelCommands } from "./model-commands.ts";
import { queueCommand } from "./queue-command.ts";
import { rewindCommand } from "./rewind-command.ts";
import { reportCommands } from "./report-commands.ts";
import { sessionCommands } from "./session-commands.ts";

const help: ScreenCommand = {
  name: "help",
  about: "these commands",
  run: (screen) => showText(screen, { title: "/help", text: rowsText(screenCommands.map(helpRow)) }),
};

const helpRow = ({ name, takes = "", about }: ScreenCommand): readonly [string, string] => [
  `/${name} ${takes}`.trimEnd(),
  about,
];

/** In the order of their names, which are told apart. */
export const screenCommands: readonly ScreenCommand[] = [
  help,
  ...lookCommands,
  ...modelCommands,
  ...reportCommands,
  ...sessionCommands,
  agentsCommand,
  callsCommand,
  diffCommand,
  doctorCommand,
  exportCommand,
  imagesCommand,
  queueCommand,
  rewindCommand,
].toSorted((one, other) => (one.name < other.name ? -1 : 1));
