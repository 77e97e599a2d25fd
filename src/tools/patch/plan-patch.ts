/** Works out what a patch would do to the files, without writing any of them. */
import type { World } from "../../contract/world.ts";
import { size } from "../counted.ts";
import { decode, encode, maxTextBytes, type TextFile } from "../text-file.ts";
import { type FileVersion, fileDiff } from "../../diffs/unified-diff.ts";
import type { Change } from "../write-all.ts";
import { applyHunks } from "./apply-hunks.ts";
import { type FileChange, PatchError } from "./patch.ts";

/** What is to be written, and how to tell people and the model of it. */
export interface PatchPlan {
  readonly changes: readonly Change[];
  /** One line for each change of the patch: `A new.ts`, `M old.ts`, `D gone.ts`, `R old.ts → new.ts`. */
  readonly summary: readonly string[];
  readonly notes: readonly string[];
  readonly diff: string;
}

/** Later changes see what earlier ones did, also in the same file. Throws PatchError, or as `World.files` does. */
export const planPatch = async (world: World, patch: readonly FileChange[]): Promise<PatchPlan> => {
  const desk = openDesk(world);
  const summary: string[] = [];
  const notes: string[] = [];
  for (const change of patch) {
    const done = await planChange(desk, change);
    summary.push(done.summary);
    notes.push(...done.notes);
  }
  const papers = desk.papers();
  const changes = papers.filter(({ before, after }) => !same(before, after));
  if (changes.length === 0) throw new PatchError("the patch changes nothing: every file already is as it wants it");
  return {
    changes: changes.map(({ path, before, after }) => ({ path, before: before?.bytes, after: after?.bytes })),
    summary: [...new Set(summary)],
    notes,
    diff: diffOf(papers),
  };
};

/** What a path holds. `text` is undefined when that is binary. */
interface Content {
  readonly bytes: Uint8Array;
  readonly text: TextFile | undefined;
  readonly executable: boolean;
}

/** A file that the patch is about: as it is, and as it will be. */
interface Paper {
  readonly path: string;
  readonly before: Content | undefined;
  after: Content | undefined;
  movedFrom: Paper | undefined;
  movedTo: Paper | undefined;
}

interface Desk {
  readonly paper: (path: string) => Promise<Paper>;
  readonly papers: () => readonly Paper[];
}

/** Two names of one file, such as a link and what it leads to, are one paper. */
const openDesk = (world: World): Desk => {
  const papers = new Map<string, Paper>();
  return {
    paper: async (path) => {
      const [resolved] = await world.resolve([{ kind: "path", path, access: "write" }]);
      const key = resolved?.real ?? path;
      const known = papers.get(key);
      if (known !== undefined) return known;
      const before = await contentOf(world, path);
      const paper: Paper = { path, before, after: before, movedFrom: undefined, movedTo: undefined };
      papers.set(key, paper);
      return paper;
    },
    papers: () => [...papers.values()],
  };
};

const contentOf = async (world: World, path: string): Promise<Content | undefined> => {
  const stat = await world.files.stat(path);
  if (stat === undefined) return undefined;
  if (stat.kind === "directory") throw new PatchError(`${path} is a directory, not a file`);
  if (stat.bytes > maxTextBytes)
    throw new PatchError(`${path} has ${size(stat.bytes)}, more than the ${size(maxTextBytes)} that apply_patch takes`);
  const bytes = await world.files.read(path, { maxBytes: maxTextBytes });
  return { bytes, text: decode(bytes), executable: (stat.mode & 0o111) !== 0 };
};

interface Done {
  readonly summary: string;
  readonly notes: readonly string[];
}

const planChange = async (desk: Desk, change: FileChange): Promise<Done> => {
  const paper = await desk.paper(change.path);
  if (change.kind === "update") return planUpdate(desk, paper, change);
  return change.kind === "add" ? planAdd(paper, change) : planDelete(paper, change);
};

const planAdd = (paper: Paper, { path, text, executable }: Extract<FileChange, { kind: "add" }>): Done => {
  if (paper.after !== undefined) throw new PatchError(`${path} is there already; update it, or delete it first`);
  paper.after = contentFrom(text, { bom: false, executable: false });
  return { summary: `A ${path}`, notes: executable ? [notExecutable(path)] : [] };
};

const planDelete = (paper: Paper, change: Extract<FileChange, { kind: "delete" }>): Done => {
  const content = present(paper, change);
  if (change.hunks.length > 0 && edited(change, content).after.text?.text !== "")
    throw new PatchError(`${change.path} cannot be deleted: it has lines that the patch does not know`);
  paper.after = undefined;
  return { summary: `D ${change.path}`, notes: [] };
};

const planUpdate = async (desk: Desk, paper: Paper, change: Extract<FileChange, { kind: "update" }>): Promise<Done> => {
  const { path, moveTo, hunks } = change;
  const content = present(paper, change);
  const { after, notes } = hunks.length === 0 ? { after: content, notes: [] } : edited(change, content);
  if (moveTo === undefined) {
    paper.after = after;
    return { summary: `M ${path}`, notes };
  }
  const target = await desk.paper(moveTo);
  if (target === paper) throw new PatchError(`${path} cannot be moved to ${moveTo}: that is the same file`);
  if (target.after !== undefined) throw new PatchError(`${path} cannot be moved to ${moveTo}: a file is there already`);
  target.after = after;
  target.movedFrom = paper;
  paper.after = undefined;
  paper.movedTo = target;
  return {
    summary: `R ${path} → ${moveTo}`,
    notes: [...notes, ...(content.executable ? [notExecutable(moveTo)] : [])],
  };
};

const present = ({ after }: Paper, { kind, path }: FileChange): Content => {
  if (after === undefined) throw new PatchError(`there is no file ${path} to ${kind}`);
  return after;
};

/** A world writes contents only. */
const notExecutable = (path: string): string => `${path} is not executable; chmod +x makes it so`;

const edited = (
  { path, hunks }: Exclude<FileChange, { kind: "add" }>,
  { text, executable }: Content,
): { after: Content; notes: readonly string[] } => {
  if (text === undefined) throw new PatchError(`${path} is binary; apply_patch changes text files only`);
  if (text.encoding !== "UTF-8") {
    const encoding = text.encoding === "UTF-16" ? "UTF-16" : "not valid UTF-8";
    throw new PatchError(`${path} is ${encoding}, so writing it back would damage it; use bash with iconv or sed`);
  }
  const applied = applyHunks(path, text.text, hunks);
  return { after: contentFrom(applied.text, { bom: text.bom, executable }), notes: applied.notes };
};

const contentFrom = (text: string, { bom, executable }: { bom: boolean; executable: boolean }): Content => ({
  bytes: new TextEncoder().encode(encode(text, { bom })),
  text: { text, bom, encoding: "UTF-8" },
  executable,
});

const same = (one: Content | undefined, other: Content | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && Buffer.compare(one.bytes, other.bytes) === 0);

/** Binary files are told of in the summary only. */
const diffOf = (papers: readonly Paper[]): string =>
  papers
    .filter(({ movedTo, after }) => movedTo === undefined || after !== undefined)
    .map((paper) => {
      const from = paper.movedFrom !== undefined && paper.movedFrom.after === undefined ? paper.movedFrom : paper;
      return fileDiff(version(from.path, from.before), version(paper.path, paper.after));
    })
    .join("");

const version = (path: string, content: Content | undefined): FileVersion | undefined =>
  content === undefined ? undefined : { path, text: content.text?.text ?? "" };
