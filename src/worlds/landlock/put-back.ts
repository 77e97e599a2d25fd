/** Puts back what a command changed in guarded places, by a program in the same sandbox: a link laid in its way leads nowhere new. */
import { spawnSync } from "node:child_process";
import type { Launched } from "../launcher.ts";
import type { Step } from "./keep.ts";

const patienceMs = 10_000;

/** `launched` starts the script in the sandbox. Blocks until it is done, so that nothing runs between; it is rare. */
export const putBack = (steps: readonly Step[], { argv: [file, ...words], cwd, env }: Launched): void => {
  spawnSync(file, words, {
    cwd,
    env,
    input: steps.join("\n"),
    timeout: patienceMs,
    stdio: ["pipe", "ignore", "ignore"],
  });
};

/** The words for Perl: the script and the number of the system call utimensat. */
export const putBackWords = (): string[] => ["-f", "-e", putBackScript, process.arch === "arm64" ? "88" : "280"];

/** Reads steps from standard input, a line each. What was changed is not lost: it gets a name that nobody looks for. */
const putBackScript = String.raw`
# Of the two times the first, of reading, is kept: UTIME_OMIT. AT_SYMLINK_NOFOLLOW.
my ($keep, $follow_not, $utimensat) = ((1 << 30) - 2, 0x100, shift);
$utimensat += 0;
while (<STDIN>) {
  chomp;
  my ($kind, $path, $mode, $text) = split / /, $_, 4;
  ($path, $text) = map { pack 'H*', $_ } $path, $text;
  if ($kind eq 'aside') {
    my $number = 1;
    $number++ while lstat "$text.from-sandbox-$number";
    rename $path, "$text.from-sandbox-$number";
  } elsif ($kind eq 'time') {
    my ($seconds, $nanoseconds) = split /\./, $mode;
    my $times = pack 'q4', 0, $keep, $seconds, $nanoseconds;
    syscall $utimensat, -100, $path, $times, $follow_not;
  } elsif ($kind eq 'link') {
    symlink $text, $path;
  } elsif ($kind eq 'directory') {
    mkdir $path;
    chmod $mode, $path;
  } elsif (sysopen my $file, $path, 0301, $mode) {
    syswrite $file, $text;
    chmod $mode, $file;
  }
}
`;
