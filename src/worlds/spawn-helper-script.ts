/** The program of the spawn helper: Perl, because it is small, nearly everywhere on Linux and tells exit statuses exactly. */

/**
 * It takes the number of the system call prctl (0 when unknown) and reads requests from standard input: four bytes of
 * length, then words that end in NUL. `run id none|idle merged|apart cwd count words… variables…` starts a program, an idle
 * one with a pipe as standard input; `tell id words…` sends words through it, once, with their length before and NUL between,
 * no more than an empty pipe takes; `taken id` says that the outputs were opened. It reports in lines: `opened id pid descriptor…`, before the program is let go, then
 * `started id` or `failed id errno`, and `ended id status orphan…` (`?` when orphans cannot be known).
 *
 * As subreaper it becomes the parent of every process that loses its own, so none escapes it. Its end of standard input
 * is the end of whoever opened it: then it kills all that it started. Killed itself, it takes the programs along.
 */
export const helperScript = String.raw`
use strict;
my $prctl = shift;
my $self = $$;
my $interrupted = 4;
my $reaper = $prctl && syscall($prctl, 36, 1, 0, 0, 0) == 0;
my ($buffer, %main, %starting, %kept, %told) = ('');
$0 = 'kelson-spawn-helper';
$SIG{PIPE} = 'IGNORE';
$SIG{CHLD} = sub { };
$SIG{$_} = \&finish for qw(HUP INT TERM);
chdir '/';

pipe(my $probe, my $unused);
report('ready', fileno $probe);
while (1) {
  my $wanted = '';
  vec($wanted, $_, 1) = 1 for 0, keys %starting;
  # A signal may come just before select sleeps, so it never sleeps long while programs run that are not idle.
  my $ready = $wanted;
  $ready = '' if select($ready, undef, undef, keys %main > keys %told ? 0.02 : undef) <= 0;
  settle($_) for grep { vec($ready, $_, 1) } keys %starting;
  reap();
  requests() if vec($ready, 0, 1);
}

# A signal may interrupt the writing at any byte.
sub report {
  my $line = "@_\n";
  while ($line ne '') {
    my $written = syswrite STDOUT, $line;
    if (defined $written) { substr($line, 0, $written, '') }
    elsif ($! != $interrupted) { finish() }
  }
}

sub requests {
  my $read = sysread STDIN, $buffer, 65536, length $buffer;
  finish() if defined $read ? $read == 0 : $! != $interrupted;
  while (length $buffer >= 4 and length $buffer >= 4 + (my $length = unpack 'N', $buffer)) {
    my ($verb, $id, @words) = split /\0/, substr(substr($buffer, 0, 4 + $length, ''), 4, -1), -1;
    if ($verb eq 'run') { run($id, @words) }
    elsif ($verb eq 'tell') { hand($id, join '', map { "$_\0" } @words) }
    else { delete $kept{$id} }
  }
}

sub run {
  my ($id, $stdin, $stderr, $cwd, $count, @rest) = @_;
  my @argv = splice @rest, 0, $count;
  my ($out, $to_out, $err, $to_err, $gate, $to_gate, $go, $to_go, $in, $to_in);
  pipe($out, $to_out) && pipe($gate, $to_gate) && pipe($go, $to_go) && ($stderr eq 'merged' or pipe($err, $to_err))
    && ($stdin eq 'none' or pipe($in, $to_in))
    or return report('failed', $id, $! + 0);
  my $pid = fork // return report('failed', $id, $! + 0);
  if ($pid == 0) {
    close $to_go;
    sysread $go, my $word, 1 or kill 'KILL', $$;
    become($cwd, $in, $to_out, $to_err || $to_out, $to_gate, \@argv, \@rest);
  }
  setpgrp $pid, $pid;
  $main{$pid} = $id;
  $told{$id} = $to_in if $to_in;
  $kept{$id} = [$out, $err];
  report('opened', $id, $pid, map { fileno $_ } grep { defined } $out, $err);
  syswrite $to_go, '!';
  $starting{fileno $gate} = [$gate, $id, $pid];
}

sub become {
  my ($cwd, $in, $out, $err, $gate, $argv, $variables) = @_;
  syscall($prctl, 1, 9) if $prctl;
  kill 'KILL', $$ if getppid != $self;
  setpgrp 0, 0;
  $SIG{$_} = 'DEFAULT' for qw(PIPE CHLD HUP INT TERM);
  if (chdir $cwd and ($in ? open(STDIN, '<&', $in) : open(STDIN, '<', '/dev/null')) and open(STDOUT, '>&', $out) and open(STDERR, '>&', $err)) {
    %ENV = map { split /=/, $_, 2 } @$variables;
    exec { $argv->[0] } @$argv;
  }
  syswrite $gate, $! + 0;
  kill 'KILL', $$;
}

# Whoever has ended meanwhile hears nothing.
sub hand {
  my ($id, $words) = @_;
  my $to = delete $told{$id} or return;
  syswrite $to, pack('N', length $words) . $words;
}

# The gate closes when the program has taken over; what was written there is why it has not.
sub settle {
  my ($gate, $id, $pid) = @{ delete $starting{$_[0]} or return };
  return report('started', $id) unless sysread $gate, my $errno, 16;
  delete $main{$pid};
  delete $kept{$id};
  report('failed', $id, $errno);
}

sub reap {
  my ($pid, %status);
  while (($pid = waitpid -1, 1) > 0) { $status{$pid} = $? }
  for my $gate (keys %starting) { settle($gate) if exists $status{ $starting{$gate}[2] } }
  my @ended = grep { $main{$_} } keys %status or return;
  my %id = map { $_ => delete $main{$_} } @ended;
  delete @told{values %id};
  my @orphans = !$reaper ? '?' : $pid < 0 ? () : grep { !$main{$_} } children();
  report('ended', $id{$_}, $status{$_}, @orphans) for @ended;
}

sub children {
  if (open my $file, '<', "/proc/$$/task/$$/children") { return split ' ', <$file> // '' }
  opendir my $processes, '/proc' or return keys %main;
  return grep { /^\d+$/ && parent($_) == $$ } readdir $processes;
}

# 0 for a process that has gone or is only waiting to be reaped.
sub parent {
  open my $file, '<', "/proc/$_[0]/stat" or return 0;
  return <$file> =~ /.*\) [^ZX] (\d+)/s ? $1 : 0;
}

sub finish {
  exit if $$ != $self;
  for (1 .. 1000) {
    my @left = children() or last;
    kill 'KILL', map { (-$_, $_) } @left;
    select(undef, undef, undef, 0.005);
    1 while waitpid(-1, 1) > 0;
  }
  exit;
}
`;
