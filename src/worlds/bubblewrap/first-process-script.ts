/** The first process of a sandbox: Perl, as the spawn helper is. It puts on the filter, starts the command and tells how it ended. */
import { relaySubroutines } from "../egress/relay-script.ts";

/**
 * Its words: the other subroutines, the numbers of prctl, prlimit64 and setitimer, the call's mark, the filter in hexadecimal digits, the limits
 * (bytes of memory, processes, bytes of a file, milliseconds of processor time; 0 for none), the port
 * and the socket of the egress proxy (0 for no way out), the number of variables, the variables, the command. Those after the filter may come later, by standard input.
 *
 * Bubblewrap tells only an exit code, so what it cannot tell goes to descriptor 8 as a line: mark, signal that ended the
 * command, processes that it left behind, limit that was passed. The mark alone says that it began. Its own end is the end of everything in the sandbox; before
 * that, what was left behind has 100 ms to finish its output and 200 ms to hear SIGTERM. Commands can neither look into it
 * nor signal it.
 */
export const firstProcessScript = String.raw`
my ($others, $prctl, $prlimit, $setitimer, $mark, $filter, @words) = @ARGV;
my ($passed, $rest, $ended, $status, $page) = ('-', 0);
$0 = 'kelson-sandbox';
open STDERR, '>&', 9 and open KEPT, '>&=', 9 and close KEPT;
# Elsewhere, to signal everybody would reach everybody.
$$ == 1 or fail('is not the first process');
open my $notes, '>>&=', 8 or fail('has no descriptor for its notes');
syswrite $notes, "$mark\n";
$filter = pack 'H*', $filter;
syscall($prctl, 22, 2, pack 'S x6 P', length($filter) / 8, $filter) == 0 or fail("could not put on the filter: $!");
$page = page_bytes();
syscall $prctl, 4, 0, 0, 0, 0;

@words or @words = told();
my ($memory, $processes, $file, $cpu, $port, $path, $count, @argv) = @words;
my %variables = map { split /=/, $_, 2 } splice @argv, 0, $count;
$SIG{TERM} = 'DEFAULT';
my $relay = $port ? relaying() : 0;
my $command = fork // fail("could not start anything: $!");
become() if $command == 0;
my %outputs = map { (readlink "/proc/self/fd/$_") => 1 } 1, 2;
open STDIN, '<', '/dev/null';
open STDOUT, '>', '/dev/null';
open STDERR, '>', '/dev/null';

if ($memory || $processes || $cpu) {
  $SIG{ALRM} = sub { local our $AUTOLOAD; watch() };
  my $often = pack 'q4', 0, 50000, 0, 20000;
  syscall $setitimer, 0, $often, 0;
}
reap(0) until defined $ended;
dismiss() if $relay;
my $left = reap(1) < 0 ? 0 : leftovers();
my $signal = $status & 127;
syswrite $notes, "$mark $signal $left $passed\n" if $signal || $left || $passed ne '-';
exit($signal ? 128 + $signal : $status >> 8);

# Most commands end before any of the others is called, and to compile those takes longer than all the rest of this.
# A signal that is handled while Perl compiles makes it panic.
sub AUTOLOAD {
  my $name = our $AUTOLOAD;
  local $SIG{ALRM} = 'IGNORE';
  eval "$others; 1" && defined &$name or exit 125;
  goto &$name;
}

# Four bytes of length, then words that end in NUL.
sub told {
  my ($told, $read) = ('');
  while (length $told < 4 or length $told < 4 + unpack 'N', $told) {
    $read = sysread STDIN, $told, 65536, length $told or exit 125;
  }
  open STDIN, '<', '/dev/null';
  return split /\0/, substr($told, 4, -1), -1;
}

# AT_PAGESZ; from here on this process cannot be looked into, not even by itself.
sub page_bytes {
  open my $file, '<:raw', '/proc/self/auxv' or return 4096;
  my %vector = unpack 'Q*', join '', <$file>;
  return $vector{6} || 4096;
}

sub become {
  setpgrp;
  $SIG{$_} = 'DEFAULT' for qw(TERM ALRM PIPE CHLD HUP INT);
  limit(1, $file);
  limit(4, 0);
  limit(6, $processes) if $processes;
  %ENV = %variables;
  exec { $argv[0] } @argv;
  syswrite STDERR, "cannot start $argv[0] in the sandbox: $!\n";
  exit($! == 2 ? 127 : 126);
}

sub limit {
  my ($resource, $value) = @_;
  syscall $prlimit, 0, $resource + 0, pack('QQ', $value, $value), 0 if $value || $resource == 4;
}

sub reap {
  my $pid = waitpid -1, $_[0];
  ($ended, $status) = (1, $?) if $pid == $command;
  return $pid;
}
`;

/** What only some commands need: an end with others left behind, a look at the limits, a way out. */
export const otherSubroutines = String.raw`
sub relaying {
  my $server = way_out($port) or fail("could not make the way out: $!");
  my $pid = fork // fail("could not start anything: $!");
  relay($server, $path) if $pid == 0;
  setpgrp $pid, $pid;
  return $pid;
}

sub dismiss {
  kill 'KILL', -$relay;
  1 while waitpid(-$relay, 0) > 0;
}

sub fail {
  syswrite STDERR, "the sandbox's first process @_\n";
  exit 125;
}

sub others { opendir my $all, '/proc'; return grep { /^\d+$/ && $_ != 1 && alive($_) } readdir $all }

sub stat_of {
  open my $file, '<', "/proc/$_[0]/stat" or return;
  return split ' ', <$file> =~ s/^.*\) //sr;
}

sub alive { return (stat_of($_[0]))[0] =~ /^[^ZX]/ }

# Whoever still holds the command's output may have something to say.
sub speaks {
  for my $pid (others()) {
    opendir my $open, "/proc/$pid/fd" or next;
    return 1 if grep { $outputs{readlink("/proc/$pid/fd/$_") // ''} } readdir $open;
  }
}

sub leftovers {
  my $most = others();
  soon(100, sub { !speaks() });
  kill 'TERM', -1;
  soon(200, sub { 0 });
  return $most;
}

sub soon {
  my ($ms, $done) = @_;
  for (1 .. $ms / 5) {
    my $found;
    1 while ($found = waitpid -1, 1) > 0;
    last if $found < 0 || $done->();
    select undef, undef, undef, 0.005;
  }
}

sub watch {
  return if defined $ended;
  # A look costs some 10 microseconds a process, so many processes are looked at less often.
  return if $rest-- > 0;
  my ($pages, $threads, $ticks, @pids) = (0, 0, 0, others());
  $rest = @pids / 100;
  for my $pid (@pids, 1) {
    my @stat = stat_of($pid);
    $pages += $stat[21];
    $threads += $stat[17];
    $ticks += $stat[11] + $stat[12] + $stat[13] + $stat[14];
  }
  pass('processes') if $processes && $threads > $processes;
  pass('cpu') if $cpu && $ticks * 10 > $cpu;
  pass('memory') if $memory && $pages * $page > $memory && proportional(@pids) > $memory;
}

# Pages that several processes share count once.
sub proportional {
  my $bytes = 0;
  for my $pid (@_) {
    open my $file, '<', "/proc/$pid/smaps_rollup" or next;
    /^Pss:\s+(\d+)/ and $bytes += $1 * 1024 while <$file>;
  }
  return $bytes;
}

sub pass {
  $passed = shift;
  kill 'KILL', -1;
}
${relaySubroutines}`;
