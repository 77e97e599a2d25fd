/** The language of system call filters: instructions of classic BPF over `struct seccomp_data`, as the kernel's seccomp(2) takes them. */

/** One instruction: what to do, how many to skip when a test holds and when not, and its operand. */
export type Instruction = readonly [code: number, yes: number, no: number, operand: number];

/** Offsets into `struct seccomp_data`; of an argument the lower half, which is all that the judged calls look at. */
export const offset = { call: 0, architecture: 4, argument: (index: number): number => 16 + 8 * index };

/** Answers: SECCOMP_RET_ALLOW, RET_KILL_PROCESS, and RET_ERRNO with EPERM and ENOSYS. */
export const allowed = 0x7f_ff_00_00;
export const kill = 0x80_00_00_00;
export const denied = 0x00_05_00_00 + 1;
export const missing = 0x00_05_00_00 + 38;

export const load = (from: number): Instruction => [0x20, 0, 0, from];
export const answer = (value: number): Instruction => [0x06, 0, 0, value];

/** `struct sock_filter`, eight bytes an instruction, in the order of this machine. */
export const programBytes = (program: readonly Instruction[]): Uint8Array => {
  const size = 8;
  const filter = Buffer.alloc(program.length * size);
  for (const [index, [code, yes, no, operand]] of program.entries()) {
    filter.writeUInt16LE(code, index * size);
    filter.writeUInt8(yes, index * size + 2);
    filter.writeUInt8(no, index * size + 3);
    filter.writeUInt32LE(operand, index * size + 4);
  }
  return filter;
};
