/** Whether a command reads the contents of all that is below a directory, so that no path of it names the secrets there. */

/** The words of a simple command, wrappers taken off. Rather says so once too often: a directory may be a file. */
export const readsBelow = ([program = "", ...words]: readonly string[]): boolean => {
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (name === "git") return addsBelow(words);
  const when = Object.hasOwn(programs, name) ? programs[name] : undefined;
  return when === true || (when !== undefined && words.some((word) => when.test(word)));
};

/** Short flags in a cluster, or long ones, which may be shortened. Listing an archive or taking files out reads nothing else. */
const recursive = /^-[A-Za-z0-9]*[rR]|^--rec|^--deref|^-d|^--dir/u;
const programs: Readonly<Record<string, true | RegExp>> = {
  ...Object.fromEntries(
    ["grep", "egrep", "fgrep", "diff", "zip", "gzip", "xz", "bzip2", "zstd"].map((name) => [name, recursive]),
  ),
  rg: true,
  tar: /^-?[a-zA-Z]*[cru]|^--(?:cre|app|upd|cat)/u,
};

/** What git has taken in, it shows. A word without an ending may be a directory. */
const addsBelow = ([command, ...words]: readonly string[]): boolean =>
  (command === "add" || command === "stage") && words.some((word) => everything.test(word));

const everything = /^-[a-zA-Z]*A|^--all|^(?!-)(?:.*\/)?(?:\.{0,2}|[^./]+)$/u;
