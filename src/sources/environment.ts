/** The environment: where the agent is, told beside the first message, and of it again what has changed. */
import type { Source } from "../contract/source.ts";
import type { DirectoryEntry } from "../contract/world.ts";
import { gitText } from "./git.ts";

export interface EnvironmentParts {
  /** For example `linux x64`. */
  readonly system: string;
  /** Milliseconds since 1970; only the day is told, so that the text is stable. */
  readonly now: () => number;
}

const shownEntries = 60;

export const environment = ({ system, now }: EnvironmentParts): Source => ({
  name: "environment",
  gather: async (world) => {
    const [entries, git] = await Promise.all([world.files.list("."), gitText(world)]);
    const lines = [
      `system: ${system}`,
      `date: ${new Date(now()).toISOString().slice(0, "2026-01-01".length)}`,
      `directory: ${world.root}`,
      ...(world.roots.length === 1 ? [] : [`further directories: ${world.roots.slice(1).join(", ")}`]),
      `listing: ${listing(entries)}`,
    ];
    const layer = { layer: "environment", position: "turn" } as const;
    return [
      { ...layer, source: "runtime", text: lines.join("\n") },
      // Apart, because it is what changes from run to run.
      ...(git === undefined ? [] : [{ ...layer, source: "git", text: git }]),
    ];
  },
});

const listing = (entries: readonly DirectoryEntry[]): string => {
  const names = entries.slice(0, shownEntries).map(({ name, kind }) => (kind === "directory" ? `${name}/` : name));
  const left = entries.length - names.length;
  return [...names, ...(left > 0 ? [`and ${left} more`] : [])].join(", ") || "empty";
};
