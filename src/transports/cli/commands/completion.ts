/** `kelson completion`: a script that lets a shell complete commands and flags. */
import { Argument } from "commander";
import { completionScript, shells } from "../completion.ts";
import type { Define } from "../define.ts";

export const define: Define = (command, { stdout }) => {
  command
    .addArgument(new Argument("<shell>", "which shell").choices(shells))
    .addHelpText("after", '\nFor example in ~/.bashrc: eval "$(kelson completion bash)"')
    .action((shell) => stdout.write(completionScript(command.parent ?? command, shell)));
};
