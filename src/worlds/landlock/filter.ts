/** The second system call filter of the Landlock sandbox: what namespaces hold elsewhere, and neither Landlock nor the first filter does. */
import { allowed, answer, denied, type Instruction, load, offset, programBytes } from "../seccomp-program.ts";

/** A call's numbers on x86_64 and on arm64. From the kernel's `syscall_64.tbl` and `asm-generic/unistd.h`. */
type Numbers = readonly [x64: number | undefined, arm64: number | undefined];

/**
 * The filter as bytes (`struct sock_filter`, eight bytes each), to be put on top of `seccompFilter`, which kills calls of
 * other architectures. What it refuses fails with EPERM. Without `tcp` there is no socket but a connected pair: a path of
 * Landlock's cannot be demanded of a Unix socket before ABI 9, and the message bus or a container daemon behind one would
 * run anything outside. With `tcp` there are sockets of plain TCP too, which Landlock then holds to a port: it knows
 * neither UDP nor MPTCP, SCTP or SMC, nor a connection that begins with its first data (TCP Fast Open).
 */
export const landlockFilter = ({ tcp }: { readonly tcp: boolean }): Uint8Array => {
  const column = process.arch === "arm64" ? 1 : 0;
  const on = (call: Numbers, body: readonly Instruction[]): Instruction[] =>
    call[column] === undefined ? [] : [[jumpIfEqual, 0, body.length, call[column]], ...body];
  return programBytes([
    load(offset.call),
    ...on([41, 198], tcp ? plainTcp : [deny]),
    ...on([53, 199], connectedPair),
    ...flagged.flatMap(([call, argument, flags]) => on(call, without(argument, flags))),
    ...on(setPriority, [
      load(offset.argument(0)),
      ...unlessAmong([0, 1]),
      load(offset.argument(1)),
      ...unlessAmong([0]),
      allow,
    ]),
    ...on(prlimit, [load(offset.argument(0)), ...unlessAmong([0]), allow]),
    ...shared.flatMap((call) => on(call, [deny])),
    allow,
  ]);
};

const jumpIfEqual = 0x15;
const jumpIfBits = 0x45;
const allow = answer(allowed);
const deny = answer(denied);

const and = (mask: number): Instruction => [0x54, 0, 0, mask];

/** Refuses a loaded value that is not among these. */
const unlessAmong = (values: readonly number[]): Instruction[] => [
  ...values.map((value, index): Instruction => [jumpIfEqual, values.length - index, 0, value]),
  deny,
];

/** SOCK_STREAM and SOCK_SEQPACKET; a type's upper bits are flags. */
const typeMask = 0xf;
const stream = 1;
const sequenced = 5;

/** AF_INET and AF_INET6, with the protocol left open or IPPROTO_TCP; AF_NETLINK is the first filter's matter. */
const plainTcp: readonly Instruction[] = [
  load(offset.argument(0)),
  [jumpIfEqual, 0, 1, 16],
  allow,
  ...unlessAmong([2, 10]),
  load(offset.argument(1)),
  and(typeMask),
  ...unlessAmong([stream]),
  load(offset.argument(2)),
  ...unlessAmong([0, 6]),
  allow,
];

/** A pair of another type could be pointed at any path afterwards. */
const connectedPair: readonly Instruction[] = [
  load(offset.argument(1)),
  and(typeMask),
  ...unlessAmong([stream, sequenced]),
  allow,
];

const without = (argument: number, flags: number): Instruction[] => [
  load(offset.argument(argument)),
  [jumpIfBits, 0, 1, flags],
  deny,
  allow,
];

const fastOpen = 0x20_00_00_00;
const setId = 0o6000;

/** Calls that are refused when an argument has one of the flags: Fast Open, and the bits by which a program runs as its owner. */
const flagged: readonly (readonly [call: Numbers, argument: number, flags: number])[] = [
  [[44, 206], 3, fastOpen],
  [[46, 211], 2, fastOpen],
  [[307, 269], 3, fastOpen],
  [[90, undefined], 1, setId],
  [[91, 52], 1, setId],
  [[268, 53], 2, setId],
  [[452, 452], 2, setId],
];

/** Priorities of other processes: what is neither this one nor its group, and PRIO_USER, which means all of the user's. */
const setPriority: Numbers = [141, 140];

/** Limits of other processes. */
const prlimit: Numbers = [302, 261];

/** Shared memory, semaphores and message queues of System V and of POSIX: those of all of the user's programs. */
const shared: readonly Numbers[] = [
  [29, 194],
  [30, 196],
  [31, 195],
  [64, 190],
  [65, 193],
  [66, 191],
  [220, 192],
  [68, 186],
  [69, 189],
  [70, 188],
  [71, 187],
  [240, 180],
  [241, 181],
];
