/** The program that stands in a sandbox with a network of its own and leads from its loopback to the egress proxy outside. */
import type { Admission } from "./egress.ts";

/** The words to put before a command's own: Perl listens where the command's variables say, then becomes the command. */
export const relayWords = (
  perl: string,
  { port, socket }: Pick<Admission, "port" | "socket">,
): [string, ...string[]] => [perl, "-f", "-e", relayScript, String(port), socket];

/**
 * Words: a port, the path of a Unix socket, then the command. It listens on 127.0.0.1 before the command starts; a
 * connection is two processes, one each way, so neither direction waits for the other. They hold none of the command's
 * files open, and end with the sandbox's own process namespace.
 */
const relayScript = String.raw`
use strict;
my ($port, $path) = splice @ARGV, 0, 2;
my ($server, $proxy);
socket($server, 2, 1, 0) && setsockopt($server, 1, 2, 1)
  && bind($server, pack 'S n a4 x8', 2, $port, "\x7f\0\0\1") && listen($server, 128) or broken('no way out');
defined(my $relay = fork) or broken('no way out');
if ($relay) {
  close $server;
  exec { $ARGV[0] } @ARGV;
  broken("$ARGV[0] cannot be started");
}
$0 = 'kelson-egress-relay';
$SIG{$_} = 'IGNORE' for qw(CHLD PIPE HUP INT);
open STDIN, '<', '/dev/null';
open STDOUT, '>', '/dev/null';
open STDERR, '>', '/dev/null';
while (1) {
  accept(my $client, $server) or next;
  next if fork // 1;
  close $server;
  socket($proxy, 1, 1, 0) && connect($proxy, pack 'S a*', 1, "$path\0") or exit;
  my ($from, $to) = fork // exit ? ($client, $proxy) : ($proxy, $client);
  while (sysread $from, my $data, 65536) {
    while ($data ne '') {
      my $written = syswrite $to, $data or exit;
      substr $data, 0, $written, '';
    }
  }
  shutdown $to, 1;
  exit;
}

sub broken {
  syswrite STDERR, "kelson: the sandbox could not be built: $_[0]: $!\n";
  exit 125;
}
`;
