/** The system call filter, put on by a real process of Perl, which then makes system calls by number. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { deniedCalls, judgedCalls, missingCalls } from "../../src/worlds/seccomp-calls.ts";
import { seccompFilter } from "../../src/worlds/seccomp.ts";

const directory = mkdtempSync(join(tmpdir(), "kelson-seccomp-"));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const column = process.arch === "x64" ? 0 : 1;
const canTry = process.platform === "linux" && (process.arch === "x64" || process.arch === "arm64");
const { EBADF, EPERM, ENOSYS } = constants.errno;

/** Each call is made in a child of its own, after PR_SET_NO_NEW_PRIVS and PR_SET_SECCOMP. Prints errno, 0 or `signal n`. */
const probe = String.raw`
my ($file, $prctl, @calls) = @ARGV;
open my $handle, '<:raw', $file; local $/; my $filter = <$handle>;
my $program = pack 'S x6 P', length($filter) / 8, $filter;
for my $call (@calls) {
  my ($number, @arguments) = map { $_ + 0 } split /,/, $call;
  pipe my $from, my $to;
  my $pid = fork;
  if (!$pid) {
    syscall($prctl, 38, 1, 0, 0, 0) == 0 && syscall($prctl, 22, 2, $program) == 0 or syswrite $to, "no filter: $!";
    my $self = $$;
    my $found = syscall($number, @arguments, (0) x (6 - @arguments));
    exec '/bin/true' if $self != $$;
    syswrite $to, $found < 0 ? $! + 0 : 0;
    kill 'KILL', $$;
  }
  close $to; my $said = <$from>; waitpid $pid, 0;
  print $said eq '' ? 'signal ' . ($? & 127) : $said, "\n";
}
`;

const answers = (sockets: "none" | "inside", calls: readonly (readonly number[])[]): (number | string)[] => {
  const file = join(directory, `filter-${sockets}`);
  writeFileSync(file, seccompFilter({ sockets }));
  const prctl = process.arch === "x64" ? "157" : "167";
  const words = ["-e", probe, file, prctl, ...calls.map((call) => call.join(","))];
  const lines = execFileSync("perl", words, { encoding: "utf8" }).trimEnd().split("\n");
  return lines.map((line) => (/^\d+$/u.test(line) ? Number(line) : line));
};

const sayWhy = canTry ? "" : " (skipped: this is not Linux on x64 or arm64)";

test.skipIf(!canTry)(`every call of the list is refused${sayWhy}`, () => {
  const found = (calls: typeof deniedCalls): Record<string, number | string | undefined> => {
    const there = Object.entries(calls).filter(([, numbers]) => numbers[column] !== undefined);
    const said = answers(
      "inside",
      there.map(([, numbers]) => [numbers[column] as number]),
    );
    return Object.fromEntries(there.map(([name], index) => [name, said[index]]));
  };
  expect(new Set(Object.values(found(deniedCalls)))).toEqual(new Set([EPERM]));
  expect(found(missingCalls)).toEqual({ clone3: ENOSYS });
});

test.skipIf(!canTry)(`sockets are judged by their family${sayWhy}`, () => {
  const stream = 1;
  const calls = Object.entries({ unix: 1, inet: 2, inet6: 10, netlink: 16, packet: 17, alg: 38, vsock: 40, none: 99 });
  const said = (sockets: "none" | "inside"): Record<string, number | string | undefined> => {
    const found = answers(
      sockets,
      calls.map(([name, family]) => [judgedCalls.socket[column], family, name === "netlink" ? 3 : stream]),
    );
    return Object.fromEntries(calls.map(([name], index) => [name, found[index]]));
  };
  const exotic = { packet: EPERM, alg: EPERM, vsock: EPERM, none: EPERM };
  expect(said("none")).toEqual({ unix: 0, inet: EPERM, inet6: EPERM, netlink: EPERM, ...exotic });
  expect(said("inside")).toEqual({ unix: 0, inet: 0, inet6: 0, netlink: 0, ...exotic });
  const netfilter = 12;
  expect(answers("inside", [[judgedCalls.socket[column], 16, 3, netfilter]])).toEqual([EPERM]);
});

test.skipIf(!canTry)(`clones, ioctls and personalities are judged by their arguments${sayWhy}`, () => {
  const { clone, ioctl, personality } = judgedCalls;
  const [newUser, newNet, sigchld] = [0x10_00_00_00, 0x40_00_00_00, 17];
  expect(
    answers("none", [
      [clone[column], newUser + sigchld],
      [clone[column], newNet + sigchld],
      [clone[column], sigchld],
      [ioctl[column], 99, 0x54_12],
      [ioctl[column], 99, 0x1_00_00_54_12],
      [ioctl[column], 99, 0x54_01],
      [personality[column], 0],
      [personality[column], 0x04_00_00],
      [personality[column], 0x0c],
    ]),
  ).toEqual([EPERM, EPERM, 0, EPERM, EPERM, EBADF, 0, 0, EPERM]);
});

test.skipIf(process.arch !== "x64" || !canTry)(
  `calls of other interfaces are refused${process.arch === "x64" ? sayWhy : " (skipped: x32 is of x64 only)"}`,
  () => {
    const getpid = 39;
    expect(answers("inside", [[getpid], [0x40_00_00_00 + getpid]])).toEqual([0, EPERM]);
  },
);
