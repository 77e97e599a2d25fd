/** Finds out whether Landlock works on this machine, by trying what a sandboxed command must not be able to do. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { confined, launcherWords } from "./confined.ts";
import { rightsOf } from "./rights.ts";

const run = promisify(execFile);
const patienceMs = 5000;

/** The answers of this process's life, by the path of Perl: neither kernel nor user changes meanwhile. */
const answers = new Map<string, Promise<number>>();

/** The version of Landlock's interface, once the sandbox has held. Rejects with a sentence where it does not. */
export const testedVersion = (perl: string): Promise<number> => {
  const answer = answers.get(perl) ?? test(perl);
  answers.set(perl, answer);
  answer.catch(() => answers.delete(perl));
  return answer;
};

const test = async (perl: string): Promise<number> => {
  const [program, ...words] = launcherWords(perl);
  const { stdout } = await run(program, [...words, "abi"], { env: {}, timeout: patienceMs });
  const abi = Number(stdout);
  if (abi < 1)
    throw new Error("the landlock sandbox needs a Linux kernel with Landlock, and this one has none enabled");
  const place = await realpath(await mkdtemp(join(tmpdir(), "kelson-test-")));
  try {
    const said = await attempted(perl, abi, place);
    if (said !== "held") throw new Error(`the landlock sandbox does not hold here: a command could ${said}`);
    return abi;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
};

/** Lets a command try to write beside its directory, to read a hidden file, to open sockets and to signal this process. */
const attempted = async (perl: string, abi: number, place: string): Promise<string> => {
  const [inside, beside] = [join(place, "inside"), join(place, "beside")];
  const secret = join(beside, "secret");
  await Promise.all([mkdir(inside), mkdir(beside)]);
  await writeFile(secret, "secret");
  const parent = String(abi >= 6 ? process.pid : 0);
  const { argv, env } = confined(
    { argv: [perl, "-f", "-e", attempts, inside, beside, parent], cwd: "/", env: {} },
    { perl, rights: rightsOf(abi), places: { writable: [inside], hidden: [secret] }, temporary: inside, file: perl },
  );
  const [file, ...words] = argv;
  return (await run(file, words, { cwd: "/", env, timeout: patienceMs })).stdout.trim();
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
