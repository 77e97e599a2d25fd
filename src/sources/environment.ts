/** The environment: where the agent is, told beside the first message and again when it has changed. */
import type { Source } from "../contract/source.ts";
import type { DirectoryEntry, World } from "../contract/world.ts";

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
    const [entries, branch] = await Promise.all([world.files.list("."), gitBranch(world)]);
    const lines = [
      `system: ${system}`,
      `date: ${new Date(now()).toISOString().slice(0, "2026-01-01".length)}`,
      `directory: ${world.root}`,
      ...(world.roots.length === 1 ? [] : [`further directories: ${world.roots.slice(1).join(", ")}`]),
      ...(branch === undefined ? [] : [`git: ${branch}`]),
      `listing: ${listing(entries)}`,
    ];
    return [{ layer: "environment", source: "runtime", position: "turn", text: lines.join("\n") }];
  },
});

const listing = (entries: readonly DirectoryEntry[]): string => {
  const names = entries.slice(0, shownEntries).map(({ name, kind }) => (kind === "directory" ? `${name}/` : name));
  const left = entries.length - names.length;
  return [...names, ...(left > 0 ? [`and ${left} more`] : [])].join(", ") || "empty";
};

// Read from the file, because a process costs more than the whole prompt.
const gitBranch = async ({ files }: World): Promise<string | undefined> => {
  try {
    if ((await files.stat(".git/HEAD")) === undefined) return undefined;
    const head = new TextDecoder().decode(await files.read(".git/HEAD", { maxBytes: 1_000 })).trim();
    return head.startsWith("ref: refs/heads/")
      ? `branch ${head.slice("ref: refs/heads/".length)}`
      : `detached at ${head}`;
  } catch {
    return undefined;
  }
};
