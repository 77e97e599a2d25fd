/** The way from a sandbox with a network of its own to the egress proxy outside: Perl that stands on the loopback inside. */

/**
 * Two subroutines in Perl. `way_out(port)` gives a socket that listens on 127.0.0.1, or nothing; `relay(socket, path)` never
 * returns: it leads each connection to the Unix socket at the path. A connection is two processes, one each way, so neither
 * direction waits for the other. It is a process group of its own, holds no file of the command open, and ends at SIGKILL.
 */
export const relaySubroutines = String.raw`
sub way_out {
  my ($port) = @_;
  my $server;
  socket($server, 2, 1, 0) && setsockopt($server, 1, 2, 1)
    && bind($server, pack 'S n a4 x8', 2, $port, "\x7f\0\0\1") && listen($server, 128) or return;
  return $server;
}

sub relay {
  my ($server, $path) = @_;
  setpgrp;
  $0 = 'kelson-egress-relay';
  $SIG{$_} = 'IGNORE' for qw(CHLD PIPE HUP INT TERM);
  open STDIN, '<', '/dev/null';
  open STDOUT, '>', '/dev/null';
  open STDERR, '>', '/dev/null';
  while (1) {
    my ($client, $proxy);
    accept($client, $server) or next;
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
}
`;
