/** What Landlock can hold a process to, by the version of its interface (ABI). From the kernel's `uapi/linux/landlock.h`. */

/** Rights over files. A rule gives some of them to a file, or to a directory and all below it. */
const file = {
  execute: 1 << 0,
  writeFile: 1 << 1,
  readFile: 1 << 2,
  readDirectory: 1 << 3,
  removeDirectory: 1 << 4,
  removeFile: 1 << 5,
  makeCharacterDevice: 1 << 6,
  makeDirectory: 1 << 7,
  makeFile: 1 << 8,
  makeSocket: 1 << 9,
  makePipe: 1 << 10,
  makeBlockDevice: 1 << 11,
  makeLink: 1 << 12,
  /** From ABI 2: move and link between directories; before, that is always refused. */
  refer: 1 << 13,
  /** From ABI 3; before, a file can be emptied without the right to write it. */
  truncate: 1 << 14,
  /** From ABI 5: commands to a device. */
  controlDevice: 1 << 15,
} as const;

/** Rights over TCP, from ABI 4. */
const bindTcp = 1 << 0;
export const connectTcp = 1 << 1;

/** From ABI 6: abstract Unix sockets and signals end at the sandbox's edge. */
const scopes = { abstractSockets: 1 << 0, signals: 1 << 1 };

/** Masks as the kernel takes them. Where an ABI lacks something, its bit is missing. */
export interface Rights {
  /** What is refused wherever no rule gives it. */
  readonly handled: { readonly files: number; readonly tcp: number; readonly scopes: number };
  readonly list: number;
  readonly read: number;
  readonly write: number;
  readonly device: number;
  /** Which of them a rule for something else than a directory may give. */
  readonly onFiles: number;
}

/** The rights of an ABI, 1 or more; a newer one than 7 is used like 7, which has the last of those that are needed here. */
export const rightsOf = (abi: number): Rights => {
  const known = sum(Object.values(file)) & ~sum(Object.values(since(abi)));
  const read = file.execute | file.readFile | file.readDirectory;
  const write =
    sum([file.writeFile, file.truncate, file.removeDirectory, file.removeFile, file.refer]) |
    sum([file.makeDirectory, file.makeFile, file.makePipe, file.makeLink]);
  return {
    handled: {
      files: known,
      tcp: abi >= 4 ? bindTcp | connectTcp : 0,
      scopes: abi >= 6 ? scopes.abstractSockets | scopes.signals : 0,
    },
    list: file.readDirectory,
    read,
    write: write & known,
    device: sum([file.readFile, file.writeFile, file.controlDevice]) & known,
    onFiles: sum([file.execute, file.writeFile, file.readFile, file.truncate, file.controlDevice]) & known,
  };
};

/** The rights that an ABI does not know yet. */
const since = (abi: number): Partial<typeof file> => ({
  ...(abi < 2 && { refer: file.refer }),
  ...(abi < 3 && { truncate: file.truncate }),
  ...(abi < 5 && { controlDevice: file.controlDevice }),
});

const sum = (bits: readonly number[]): number => bits.reduce((all, bit) => all | bit, 0);
