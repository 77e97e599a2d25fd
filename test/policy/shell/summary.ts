/** A reading in one line, so that a table can hold it: what each part does, or why it is asked about, or what it would destroy. */
import type { CommandPart, CommandReading, Place } from "../../../src/policy/shell/read-command.ts";

export const place: Place = {
  cwd: "/w",
  home: "/home/u",
  roots: ["/w"],
  stateDirectory: "/home/u/.local/state/kelson",
  mountPoints: ["/", "/proc", "/mnt/data"],
};

export const summary = ({ destroys, understood, why, parts }: CommandReading): string => {
  if (destroys !== undefined) return `destroys: ${destroys}`;
  if (!understood) return `asks: ${why}`;
  return [...new Set(parts.map(partSummary))].join("; ") || "nothing";
};

const partSummary = ({ effects, reads, writes, deletes, hosts }: CommandPart): string => {
  const noted = writes.length + deletes.length > 0;
  const found = [
    effects.includes("read") ? ["read", ...reads.map(short)] : [],
    writes.length > 0 || (effects.includes("write") && !noted) ? ["write", ...writes.map(short)] : [],
    deletes.length > 0 ? ["delete", ...deletes.map(short)] : [],
    effects.includes("execute") ? ["execute"] : [],
    effects.includes("network") ? ["network", ...hosts] : [],
  ];
  return (
    found
      .filter((words) => words.length > 0)
      .map((words) => words.join(" "))
      .join(", ") || "nothing"
  );
};

const short = (path: string): string =>
  path
    .replace(/^\/w\//u, "")
    .replace(/^\/w$/u, ".")
    .replace(/^\/home\/u(?=\/|$)/u, "~");
