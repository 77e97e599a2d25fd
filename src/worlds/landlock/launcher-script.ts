/** The program that confines itself and then becomes the command: Perl, because it makes system calls without a compiler and starts in 3 ms. */

/**
 * Words: the machine's numbers (calls openat, close, prctl, capset, prlimit64, and the flags to open a path with), the
 * rights that are handled (files, TCP, scopes), the port that may be connected to (0 for none) with its right, system call
 * filters in hexadecimal with commas between, limits as `resource=value` with commas between, how many rules follow, each
 * `rights path`; then the program's path and its words. The program's variables are this one's with a `+` before each
 * name, so that none of them means anything to Perl or to the loader before the sandbox stands. With `abi` as its only word
 * it prints which version of Landlock there is, 0 for none.
 *
 * Whatever part of the sandbox cannot be built, it says so in a sentence and ends with 125: nothing runs outside of it.
 */
export const launcherScript = String.raw`
use strict;
my ($create, $add, $restrict) = (444, 445, 446);

if ($ARGV[0] eq 'abi') {
  my $abi = syscall $create, 0, 0, 1;
  print $abi > 0 ? $abi : 0;
  exit;
}
my ($openat, $close, $prctl, $capset, $prlimit, $flags) = map { $_ + 0 } splice @ARGV, 0, 6;
my ($files, $tcp, $scopes, $port, $connect) = map { $_ + 0 } splice @ARGV, 0, 5;
my ($filters, $limits, $count) = splice @ARGV, 0, 3;

my $attributes = pack 'QQQ', $files, $tcp, $scopes;
my $ruleset = built('no rule set', syscall $create, $attributes, length $attributes, 0);
for (splice @ARGV, 0, $count) {
  my ($rights, $path) = split / /, $_, 2;
  # What is gone, or was replaced by something that cannot have these rights, is not given.
  my $place = syscall $openat, -100, $path, $flags, 0;
  next if $place < 0;
  my $beneath = pack 'Ql', $rights, $place;
  syscall $add, $ruleset, 1, $beneath, 0;
  syscall $close, $place;
}
if ($port) {
  my $reached = pack 'QQ', $connect, $port;
  built('no rule for the port', syscall $add, $ruleset, 2, $reached, 0);
}

for (split /,/, $limits) {
  my ($resource, $value) = map { $_ + 0 } split /=/;
  my $limit = pack 'QQ', 0, 0;
  built("no limit $resource", syscall $prlimit, 0, $resource, 0, $limit);
  my (undef, $most) = unpack 'QQ', $limit;
  $limit = pack 'QQ', ($value < $most ? $value : $most) x 2;
  built("no limit $resource", syscall $prlimit, 0, $resource, $limit, 0);
}
built('new privileges are not given up', syscall $prctl, 38, 1, 0, 0, 0);
# First out of reach for every later program, which only root can say and only root needs; then out of hand.
for my $capability (0 .. 63) { last if syscall($prctl, 24, $capability, 0, 0, 0) < 0 }
syscall $prctl, 47, 4, 0, 0, 0;
my ($header, $none) = (pack('LL', 0x20080522, 0), pack('L6', (0) x 6));
built('capabilities are not given up', syscall $capset, $header, $none);
built('Landlock refuses', syscall $restrict, $ruleset, 0);
syscall $close, $ruleset;
for (split /,/, $filters) {
  my $filter = pack 'H*', $_;
  my $program = pack 'Sx6P', length($filter) / 8, $filter;
  built('no system call filter', syscall $prctl, 22, 2, $program, 0, 0);
}

my %variables = map { /^\+(.*)/s ? ($1 => $ENV{$_}) : () } keys %ENV;
%ENV = %variables;
my $program = shift;
exec { $program } @ARGV;
broken("$ARGV[0] cannot be started");

sub built { $_[1] < 0 ? broken($_[0]) : $_[1] }

sub broken {
  syswrite STDERR, "kelson: the sandbox could not be built: $_[0]: $!\n";
  exit 125;
}
`;
