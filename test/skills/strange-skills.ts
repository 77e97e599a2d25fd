/** Skills of every make that people bring along: what stands in the files, and what is to be said of each. */
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** `says` is what the sentence about the file must contain; absent, nothing is said. `counts` whether the skill is loaded. */
export interface Strange {
  readonly path: string;
  readonly counts: boolean;
  readonly says?: string;
}

interface Make extends Omit<Strange, "path"> {
  /** Where it stands, for the name. */
  readonly at?: (name: string) => string;
  /** Makes it, when more than a file is needed. */
  readonly make?: (path: string) => Promise<unknown>;
  readonly content?: (name: string) => string | Buffer;
}

const good = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nDo it.\n`;
const utf16 = (text: string, big: boolean): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return big ? bytes.swap16() : bytes;
};

const makes: Readonly<Record<string, Make>> = {
  good: { counts: true, content: good },
  bom: { counts: true, content: (name) => `\uFEFF${good(name)}` },
  crlf: { counts: true, content: (name) => good(name).replaceAll("\n", "\r\n") },
  little: { counts: true, says: "is UTF-16LE and should be UTF-8", content: (name) => utf16(good(name), false) },
  big: { counts: true, says: "is UTF-16BE and should be UTF-8", content: (name) => utf16(good(name), true) },
  empty: { counts: false, says: "is empty", content: () => "" },
  blank: { counts: false, says: "is empty", content: () => " \n\n" },
  binary: { counts: false, says: "is no text", content: () => Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 0xff, 0xfe]) },
  latin: {
    counts: false,
    says: "is no text",
    content: (name) => Buffer.from(good(name, "license: caf\u00e9\n"), "latin1"),
  },
  huge: {
    counts: false,
    says: "has 10,000,000 bytes, more than 131,072",
    content: () => Buffer.alloc(10_000_000, "a"),
  },
  yaml: { counts: false, says: "the front matter is no YAML", content: () => "---\nname: [a\n---\nDo it.\n" },
  list: { counts: false, says: "must be a list of `name: value` lines", content: () => "---\n- a\n---\nDo it.\n" },
  bombs: { counts: false, says: "Alias", content: () => "---\na: &a [x]\nb: [*a, *a]\n---\nDo it.\n" },
  bare: { counts: false, says: "has no description", content: () => "# Do it\n" },
  nameless: { counts: true, says: "has no name", content: () => "---\ndescription: Does it.\n---\nDo it.\n" },
  shouting: { counts: true, says: 'has the name "Not A Name", which must be', content: () => good("Not A Name") },
  other: { counts: true, says: "should be called", content: (name) => good(`un${name}`) },
  silent: { counts: false, says: "has no description", content: (name) => `---\nname: ${name}\n---\nDo it.\n` },
  bodiless: { counts: false, says: "says nothing below", content: (name) => good(name).replace("Do it.\n", "") },
  wordy: {
    counts: true,
    says: "has a description of 2000 characters",
    content: (name) => `---\nname: ${name}\ndescription: ${"a".repeat(2_000)}\n---\nDo it.\n`,
  },
  tools: {
    counts: false,
    says: "neither a text nor a list of texts",
    content: (name) => good(name, "allowed-tools: {a: b}\n"),
  },
  rules: {
    counts: true,
    says: 'has "Bash(" among its allowed-tools',
    content: (name) => good(name, "allowed-tools: Read Bash(\n"),
  },
  many: {
    counts: false,
    says: "has 101 allowed-tools, more than 100",
    content: (name) => good(name, `allowed-tools: ${"Read ".repeat(101)}\n`),
  },
  flags: { counts: true, says: "must be true or false", content: (name) => good(name, "user-invocable: perhaps\n") },
  meta: { counts: true, says: "has metadata", content: (name) => good(name, "metadata: 3\ncontext: fork\n") },
  model: { counts: true, says: "must be provider/model", content: (name) => good(name, "model: sonnet\n") },
  endless: { counts: true, says: "says 40000 characters", content: (name) => good(name) + "a".repeat(39_993) },
  directory: { counts: false, says: "is a directory", make: (path) => mkdir(path, { recursive: true }) },
  dangling: { counts: false, says: "is a link that leads nowhere", make: (path) => symlink("nowhere", path) },
  circle: { counts: false, says: "is a link that leads in a circle", make: (path) => symlink("SKILL.md", path) },
  outside: { counts: false, says: "leads out of", make: (path) => symlink("/etc/hosts", path) },
  lower: { counts: false, says: "must be called SKILL.md", at: (name) => `${name}/skill.md`, content: good },
  nested: { counts: true, at: (name) => `group/${name}/deeper/${name}/SKILL.md`, content: good },
  plain: { counts: true, at: (name) => `${name}.md`, content: good },
};

/** Makes so many of them, in turn, below the directory. */
export const strangeSkills = async (directory: string, count: number): Promise<readonly Strange[]> => {
  const kinds = Object.entries(makes);
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const [kind, { at = inDirectory, make, content, ...expected }] = kinds[index % kinds.length]!;
      const name = `${kind}-${index}`;
      const path = join(directory, at(name));
      await mkdir(dirname(path), { recursive: true });
      await (make?.(path) ?? writeFile(path, content?.(name) ?? ""));
      return { path, ...expected };
    }),
  );
};

const inDirectory = (name: string): string => `${name}/SKILL.md`;
