/** The baseline on a terminal: a bare readline that echoes what is typed. */
import { createInterface } from "node:readline";

createInterface({ input: process.stdin, output: process.stdout, prompt: "ready> " }).prompt();
