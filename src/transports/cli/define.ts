/** How a command of the command line describes itself: each stands in a file of its own that is loaded when it is called. */
import type { Command } from "commander";
import type { Surroundings } from "./surroundings.ts";

/** Says what the exit code will be; without a word it is 0. */
export type End = (code: number) => void;

/** Adds arguments, flags and the action, or subcommands, to a command that has its name already. */
export type Define = (command: Command, surroundings: Surroundings, end: End) => void;
