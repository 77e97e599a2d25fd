/** What a directory holds, byte by byte: the oracle that restored workspaces are compared with. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A line a path, as bytes in Latin-1: kind, permission bits, and content or target. */
export const picture = (root: string, except: (path: string) => boolean = () => false): string[] => {
  const lines: string[] = [];
  const look = (directory: Buffer, prefix: string): void => {
    for (const name of readdirSync(directory, { encoding: "buffer" })) {
      const path = Buffer.concat([directory, Buffer.from("/"), name]);
      const shown = prefix + name.toString("latin1");
      if (except(shown)) continue;
      const stats = lstatSync(path);
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isSymbolicLink()) lines.push(`${shown} -> ${readlinkSync(path, "latin1")}`);
      else if (stats.isFile())
        lines.push(`${shown} ${mode} ${createHash("md5").update(readFileSync(path)).digest("hex")}`);
      else lines.push(`${shown} ${mode} ${stats.isDirectory() ? "directory" : "special"}`);
      if (stats.isDirectory()) look(path, `${shown}/`);
    }
  };
  look(Buffer.from(root), "");
  return lines.toSorted();
};
