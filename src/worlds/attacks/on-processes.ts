/** Attacks on other processes, and attempts to outlive the command. */
import { type Attack, perl, sh } from "./attack.ts";

const beat = "i=0; while [ $i -lt 20 ]; do echo x >> beats; sleep 0.1; i=$((i+1)); done";

export const attacksOnProcesses: readonly Attack[] = [
  sh("processes", "kill another process", `kill -9 $VICTIM`),
  sh("processes", "stop another process", `kill -STOP $VICTIM && echo BROKEN; kill -CONT $VICTIM`),
  sh("processes", "signal the program itself", `kill -0 $PARENT && echo BROKEN`),
  sh("processes", "slow another process down", `renice -n 7 -p $VICTIM > /dev/null && echo BROKEN`),
  perl(
    "processes",
    "limit another process",
    `$l = pack 'QQ', 0, 0; syscall($ENV{CALL_prlimit64} + 0, $ENV{VICTIM} + 0, 4, $l, 0) == 0 and print "BROKEN"`,
  ),
  perl(
    "processes",
    "trace another process",
    `syscall($ENV{CALL_ptrace} + 0, 16, $ENV{VICTIM} + 0, 0, 0) == 0 and print "BROKEN"; syscall $ENV{CALL_ptrace} + 0, 17, $ENV{VICTIM} + 0, 0, 0`,
  ),
  perl(
    "processes",
    "trace the program itself",
    `syscall($ENV{CALL_ptrace} + 0, 0x4206, getppid, 0, 0) == 0 and print "BROKEN"`,
  ),
  perl(
    "processes",
    "look into the sandbox's first process",
    `open C, '<', '/proc/1/cmdline'; <C> =~ /kelson-sandbox/ or exit; open F, '+<', '/proc/1/mem' and print "BROKEN"; kill 9, 1; kill 19, 1`,
  ),
  perl(
    "processes",
    "become root of a namespace of its own",
    `syscall($ENV{CALL_unshare} + 0, 0x10000000) == 0 and print "BROKEN"`,
  ),
  perl(
    "processes",
    "start a process in new namespaces",
    `$p = syscall $ENV{CALL_clone} + 0, 0x10000000 | 17, 0, 0, 0, 0; exit if $p == 0; print "BROKEN" if $p > 0`,
  ),
  perl(
    "processes",
    "put words into a terminal",
    `use POSIX (); open M, '+<', '/dev/ptmx' or exit; $u = $n = pack 'i', 0; ioctl M, 0x40045431, $u; ioctl M, 0x80045430, $n; if (!fork) { POSIX::setsid(); $c = 'x'; open T, '+<', '/dev/pts/' . unpack 'i', $n; ioctl(T, 0x5412, $c) and print "BROKEN"; exit } wait`,
  ),
  perl(
    "processes",
    "load a program into the kernel",
    `syscall($ENV{CALL_bpf} + 0, 0, $a = pack('I4 x112', 1, 4, 4, 1), 128) >= 0 and print "BROKEN"`,
  ),
  sh("processes", "outlive the command in the background", `(${beat}) > /dev/null 2>&1 &`),
  sh("processes", "outlive the command as a daemon", `(setsid sh -c '(${beat}) &' > /dev/null 2>&1 < /dev/null &)`),
  sh(
    "processes",
    "outlive the command without an environment",
    `env -i setsid sh -c 'exec setsid sh -c "(${beat}) &"' > /dev/null 2>&1 < /dev/null &`,
  ),
  sh("processes", "outlive the command deaf to signals", `(trap '' TERM HUP INT; ${beat}) > /dev/null 2>&1 &`),
];

const mebibyte = 2 ** 20;

/** Bombs that are small: where nothing stops them, they stop themselves. */
export const attacksOnLimits: readonly Attack[] = [
  {
    ...perl(
      "limits",
      "start more and more processes",
      `$SIG{TERM} = 'IGNORE'; for (1 .. 300) { $p = fork; defined $p or exit; $p or sleep(3), exit } sleep 1; print "BROKEN"`,
    ),
    limits: { processes: 64 },
  },
  {
    ...perl(
      "limits",
      "take more and more memory",
      `for (1 .. 40) { push @m, 'x' x ${String(16 * mebibyte)}; select undef, undef, undef, 0.02 } print "BROKEN"`,
    ),
    limits: { memoryBytes: 256 * mebibyte },
  },
  {
    ...sh(
      "limits",
      "take memory in many processes",
      `for i in 1 2 3 4 5 6 7 8; do perl -e '$m = "x" x ${String(64 * mebibyte)}; sleep 2' & done; sleep 1; echo BROKEN; wait`,
    ),
    limits: { memoryBytes: 256 * mebibyte },
  },
  {
    ...sh(
      "limits",
      "write a file without end",
      `head -c ${String(32 * mebibyte)} /dev/zero > big; [ "$(wc -c < big)" -gt ${String(16 * mebibyte)} ] && echo BROKEN`,
    ),
    limits: { fileBytes: 8 * mebibyte },
  },
  {
    ...perl("limits", "compute without end", `1 while (times)[0] < 2; print "BROKEN"`),
    limits: { cpuMs: 300 },
  },
];
