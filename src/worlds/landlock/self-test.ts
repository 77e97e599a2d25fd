/** Finds out whether Landlock works on this machine, by trying what a sandboxed command must not be able to do. */
import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Launch, Launched } from "../launcher.ts";
import type { Places } from "./places.ts";

const run = promisify(execFile);
const patienceMs = 5000;

/** The version of its interface; `launcher` is the words that start the launcher program. Rejects where there is none. */
export const landlockVersion = async ([program, ...words]: readonly [string, ...string[]]): Promise<number> => {
  const { stdout } = await run(program, [...words, "abi"], { env: {}, timeout: patienceMs });
  const abi = Number(stdout);
  if (abi < 1)
    throw new Error("the landlock sandbox needs a Linux kernel with Landlock, and this one has none enabled");
  return abi;
};

/**
 * Runs a Perl program in the sandbox of `places` that tries to write beside them, to read a hidden file, to open sockets
 * and to signal this process. Rejects with a sentence that names what it could do.
 */
export const selfTest = async (options: {
  readonly abi: number;
  readonly perl: string;
  readonly temporary: string;
  readonly hidden: readonly string[];
  readonly launched: (program: Launch, places: Places) => Launched;
}): Promise<void> => {
  const { abi, perl, temporary, hidden, launched } = options;
  const [inside, beside] = [join(temporary, "inside"), join(temporary, "beside")];
  await Promise.all([mkdir(inside), mkdir(beside)]);
  await writeFile(join(beside, "secret"), "secret");
  const here = { writable: [inside], hidden: [...hidden, join(beside, "secret")] };
  const argv = [perl, "-f", "-e", attempts, inside, beside, String(abi >= 6 ? process.pid : 0)] as const;
  const {
    argv: [file, ...words],
    env,
  } = launched({ argv: [...argv], cwd: "/", env: {} }, here);
  try {
    const { stdout } = await run(file, words, { cwd: "/", env, timeout: patienceMs });
    if (stdout !== "held\n")
      throw new Error(`the landlock sandbox does not hold here: a command could ${stdout.trim()}`);
  } finally {
    await Promise.all([inside, beside].map((path) => rm(path, { recursive: true, force: true })));
  }
};

const attempts = String.raw`
my ($inside, $beside, $parent) = @ARGV;
my @could;
open(my $own, '>', "$inside/own") or push @could, 'not write its own directory';
open(my $other, '>', "$beside/other") and push @could, 'write outside';
open(my $secret, '<', "$beside/secret") and push @could, 'read a secret';
socket(my $tcp, 2, 1, 0) and push @could, 'open a TCP socket';
socket(my $udp, 2, 2, 0) and push @could, 'open a UDP socket';
socket(my $unix, 1, 1, 0) and push @could, 'open a Unix socket';
$parent and kill 0, $parent and push @could, 'signal its parent';
print @could ? join(', ', @could) : 'held', "\n";
`;
