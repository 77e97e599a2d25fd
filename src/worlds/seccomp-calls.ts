/** The system calls that a sandboxed command may not make, with their numbers. */

/** A call's numbers on x86_64 and on arm64; where it does not exist, undefined. */
export type CallNumbers = readonly [x64: number | undefined, arm64: number | undefined];

/** Denied whatever their arguments. From the kernel's tables `syscall_64.tbl` and `asm-generic/unistd.h`. */
export const deniedCalls: Readonly<Record<string, CallNumbers>> = {
  // Looking into other processes and changing them.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  // Mounts, and namespaces in which they would be allowed.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  unshare: [272, 97],
  setns: [308, 268],
  // Files by number instead of by path, which no mount hides.
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  // The keyring belongs to the user, not to a namespace.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Large parts of the kernel that few programs need and many break-outs began with.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  // Its operations pass no filter: a socket could be opened through it.
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  // The machine itself.
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  syslog: [103, 116],
  vhangup: [153, 58],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  iopl: [172, undefined],
  ioperm: [173, undefined],
};

/** Not denied, but said not to exist: a library then falls back to `clone`, whose flags a filter can see. */
export const missingCalls: Readonly<Record<string, CallNumbers>> = {
  clone3: [435, 435],
};

/** Judged by an argument. */
export const judgedCalls = {
  socket: [41, 198],
  socketpair: [53, 199],
  clone: [56, 220],
  ioctl: [16, 29],
  personality: [135, 92],
} as const satisfies Readonly<Record<string, CallNumbers>>;
