/** The programs that the table cannot say, by name. */
import type { Field } from "../expand.ts";
import type { Findings, Scene } from "../findings.ts";
import { rsync, tar, unzip, zip } from "./archives.ts";
import { disk, dd } from "./disks.ts";
import { find } from "./find.ts";
import { git } from "./git.ts";
import { ps } from "./ps.ts";
import { awk, sed } from "./text-scripts.ts";
import { containers, curl, packages, remote, wget } from "./transfers.ts";

export type JudgeSpecial = (found: Findings, words: readonly Field[], scene: Scene) => void;

export const special = (name: string): JudgeSpecial | undefined => {
  if (name.startsWith("mkfs.")) return disk;
  return Object.hasOwn(judges, name) ? judges[name] : undefined;
};

const named = (names: string, judge: JudgeSpecial): Readonly<Record<string, JudgeSpecial>> =>
  Object.fromEntries(names.split(" ").map((name) => [name, judge]));

const judges: Readonly<Record<string, JudgeSpecial>> = {
  find,
  git,
  curl,
  wget,
  tar,
  rsync,
  zip,
  unzip,
  dd,
  ps,
  ...named("awk gawk mawk nawk", awk),
  ...named("sed gsed", sed),
  ...named("ssh scp sftp nc ncat netcat socat mosh", remote),
  ...named("npm npx pnpm yarn bun pip pip3 pipx uv gem cargo go apt apt-get brew gh poetry bundle", packages),
  ...named("docker podman kubectl helm", containers),
  ...named("mkfs mkswap wipefs blkdiscard fdisk sfdisk gdisk sgdisk parted cryptsetup badblocks", disk),
};
