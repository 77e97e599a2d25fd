/** The system call filter of sandboxed commands: a classic BPF program, as the kernel's seccomp(2) takes it. */
import { type CallNumbers, deniedCalls, judgedCalls, missingCalls } from "./seccomp-calls.ts";
import {
  allowed,
  answer,
  denied,
  type Instruction,
  kill,
  load,
  missing,
  offset,
  programBytes,
} from "./seccomp-program.ts";

/**
 * The filter as bytes: instructions of eight bytes (`struct sock_filter`), in the order of this machine.
 *
 * `sockets` "none" leaves only those of the machine itself (AF_UNIX), for where the command sees the real network; "inside"
 * leaves those of the internet too, and NETLINK_ROUTE, which lists the interfaces, for where it has a network of its own.
 * A refused call fails with EPERM; one for another architecture than the kernel's own kills the process.
 * Throws when this machine is neither x86_64 nor arm64.
 */
export const seccompFilter = (options: { readonly sockets: "none" | "inside" }): Uint8Array => {
  const machine = machines[process.arch];
  if (machine === undefined)
    throw new Error(`there is no system call filter for ${process.arch}, only for x64 and arm64`);
  const number = (call: CallNumbers): number | undefined => call[machine.column];
  const each = (calls: Readonly<Record<string, CallNumbers>>, value: number): Instruction[] =>
    Object.values(calls).flatMap((call) => onCall(number(call), [answer(value)]));
  const judged = Object.entries(judges(options.sockets)).flatMap(([name, judge]) =>
    onCall(number(judgedCalls[name as keyof typeof judgedCalls]), judge),
  );
  return programBytes([
    load(offset.architecture),
    ...when(differs, machine.architecture, [answer(kill)]),
    load(offset.call),
    ...(machine.otherFrom === undefined ? [] : when(atLeast, machine.otherFrom, [answer(denied)])),
    ...judged,
    ...each(missingCalls, missing),
    ...each(deniedCalls, denied),
    answer(allowed),
  ]);
};

/** AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64. Calls of the x32 interface are those with bit 30 set. */
const machines: Partial<
  Record<NodeJS.Architecture, { readonly architecture: number; readonly column: 0 | 1; readonly otherFrom?: number }>
> = {
  x64: { architecture: 0xc0_00_00_3e, column: 0, otherFrom: 0x40_00_00_00 },
  arm64: { architecture: 0xc0_00_00_b7, column: 1 },
};

/** What is done with each call that is judged by an argument. Each ends with an answer. */
const judges = (sockets: "none" | "inside"): Readonly<Record<keyof typeof judgedCalls, readonly Instruction[]>> => ({
  socket: [
    load(offset.argument(0)),
    ...anyOf(sockets === "none" ? [family.unix] : [family.unix, family.inet, family.inet6], [answer(allowed)]),
    ...(sockets === "none" ? [] : when(equals, family.netlink, [load(offset.argument(2)), ...onlyRoute])),
    answer(denied),
  ],
  socketpair: [load(offset.argument(0)), ...anyOf([family.unix], [answer(allowed)]), answer(denied)],
  clone: [load(offset.argument(0)), ...when(shares, newNamespaces, [answer(denied)]), answer(allowed)],
  ioctl: [load(offset.argument(1)), ...anyOf(typingForOthers, [answer(denied)]), answer(allowed)],
  personality: [load(offset.argument(0)), ...anyOf(personalities, [answer(allowed)]), answer(denied)],
});

const family = { unix: 1, inet: 2, inet6: 10, netlink: 16 };

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET; NEWTIME exists only for clone3 and unshare. */
const newNamespaces = 0x00_02_00_00 | 0x02_00_00_00 | 0x7c_00_00_00;

/** TIOCSTI puts characters into a terminal's input, TIOCLINUX pastes into a console. */
const typingForOthers = [0x54_12, 0x54_1c];

/** Linux, 32 bit Linux, without random addresses (for debuggers), and the question which it is. */
const personalities = [0, 0x8, 0x04_00_00, 0xff_ff_ff_ff];

/** A test of the loaded value: its code, and whether what follows is run when it holds or when it fails. */
type Test = readonly [code: number, runs: "holds" | "fails"];
const equals: Test = [0x15, "holds"];
const differs: Test = [0x15, "fails"];
const atLeast: Test = [0x35, "holds"];
const shares: Test = [0x45, "holds"];

const when = ([code, runs]: Test, operand: number, then: readonly Instruction[]): Instruction[] => [
  runs === "holds" ? [code, 0, then.length, operand] : [code, then.length, 0, operand],
  ...then,
];

const anyOf = (values: readonly number[], then: readonly Instruction[]): Instruction[] =>
  values.flatMap((value) => when(equals, value, then));

const onCall = (call: number | undefined, then: readonly Instruction[]): Instruction[] =>
  call === undefined ? [] : when(equals, call, then);

const onlyRoute = when(equals, 0, [answer(allowed)]);
