/** Finds the program that a command names, as execvp(3) does, before a sandbox is built for it. */
import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import { codeOf } from "./file-error.ts";
import { startError } from "./start-error.ts";

/** Its absolute path. Throws what starting it would: no such program, or not to be executed. */
export const findProgram = (name: string, cwd: string, path = "/usr/bin:/bin"): string => {
  const places = name.includes("/") ? [name] : path.split(":").map((directory) => `${directory || "."}/${name}`);
  let code = "ENOENT";
  for (const place of places.map((each) => resolve(cwd, each))) {
    const found = executable(place);
    if (found === "yes") return place;
    if (found === "EACCES") code = found;
  }
  throw startError(name, Object.assign(new Error(code), { code }));
};

const executable = (path: string): string => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? "yes" : "EACCES";
  } catch (error) {
    return codeOf(error) ?? "ENOENT";
  }
};
