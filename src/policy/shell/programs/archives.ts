/** Archives and copies of trees: tar, zip, unzip, rsync. */
import type { Field } from "../expand.ts";
import { type Findings, type Scene, touch, unclear } from "../findings.ts";
import { flags, flagValue, hasFlag, readFlags } from "../flags.ts";
import { hostOf } from "./hosts.ts";

export const tar = (found: Findings, words: readonly Field[], scene: Scene): void => {
  const [first, ...more] = words;
  // The first word may be flags without their dash: `tar xzf a.tgz`.
  const dashed = first !== undefined && /^[A-Za-z]+$/u.test(first.text) ? [{ text: `-${first.text}` }, ...more] : words;
  const given = readFlags(dashed, tarFlags);
  if (given.strange !== undefined) found.effects.add("execute");
  const archive = flagValue(given, "-f", "--file");
  const directory = flagValue(given, "-C", "--directory") ?? { text: "." };
  if (archive !== undefined && hostOf(archive.text, false) !== undefined) found.effects.add("network").add("execute");
  if (hasFlag(given, "-x", "--extract", "--get")) {
    if (archive !== undefined) touch(found, "read", archive, scene);
    touch(found, "write", directory, scene);
  } else if (hasFlag(given, "-t", "--list")) touch(found, "read", archive ?? { text: "-" }, scene);
  else {
    touch(found, "overwrite", archive ?? { text: "-" }, scene);
    for (const field of given.operands) touch(found, "read", field, scene);
    if (flagValue(given, "-C", "--directory") !== undefined) touch(found, "read", directory, scene);
  }
  if (hasFlag(given, "--remove-files")) for (const field of given.operands) touch(found, "delete", field, scene);
};

const tarFlags = flags(
  "-c -x -t -r -u -z -j -J -v -p -k -m -O -h -f= -C= -T=< -X=< --create --extract --get --list --append --update --gzip --bzip2 --xz --zstd " +
    "--verbose --file= --directory= --exclude= --strip-components= --no-same-owner --keep-old-files --overwrite --wildcards --sort= --mtime= " +
    "--owner= --group= --numeric-owner --files-from=< --exclude-from=< --exclude-vcs --remove-files --to-stdout",
);

export const zip = (found: Findings, words: readonly Field[], scene: Scene): void => {
  const given = readFlags(words, flags("-r -q -v -j -x -u -9 -0 -1"));
  found.effects.add("read").add("write");
  if (given.strange !== undefined) found.effects.add("execute");
  const [archive, ...files] = given.operands;
  if (archive !== undefined) touch(found, "overwrite", archive, scene);
  for (const file of files) touch(found, "read", file, scene);
};

export const unzip = (found: Findings, words: readonly Field[], scene: Scene): void => {
  const given = readFlags(words, flags("-l -v -t -p -o -n -q -j -d="));
  const [archive] = given.operands;
  if (given.strange !== undefined) found.effects.add("execute");
  if (archive !== undefined) touch(found, "read", archive, scene);
  if (!hasFlag(given, "-l", "-v", "-t", "-p")) touch(found, "write", flagValue(given, "-d") ?? { text: "." }, scene);
};

export const rsync = (found: Findings, words: readonly Field[], scene: Scene): void => {
  const given = readFlags(words, rsyncFlags);
  if (given.strange !== undefined) found.effects.add("execute");
  const deletes = given.flags.some(({ name }) => name.startsWith("--del"));
  const last = given.operands.at(-1);
  for (const field of given.operands) {
    const host = hostOf(field.text, false);
    if (host !== undefined) {
      found.effects.add("network").add("execute");
      found.hosts.add(host);
    } else if (field !== last || given.operands.length === 1) {
      touch(found, hasFlag(given, "--remove-source-files") ? "move" : "read", field, scene);
    } else touch(found, deletes ? "delete" : "write", field, scene);
    if (field.unknown !== undefined) unclear(found, field.unknown);
  }
};

const rsyncFlags = flags(
  "-a -v -r -z -h -n -q -c -u -l -L -p -t -g -o -D -P -H -A -X -x -i -R -b -m -W -S --archive --verbose --recursive --compress --dry-run " +
    "--delete --delete-before --delete-after --delete-during --delete-delay --delete-excluded --del --progress --stats --exclude= --include= " +
    "--exclude-from=< --partial --checksum --links --copy-links --human-readable --info= --remove-source-files --ignore-existing --update " +
    "--existing --bwlimit= --times --perms --itemize-changes --mkpath --chmod=",
);
