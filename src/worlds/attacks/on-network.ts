/** Attacks that try to reach somebody outside. All that they reach is on this machine. */
import { type Attack, perl, sh } from "./attack.ts";

const connect = (address: string): string => `connect S, ${address} and syswrite S, "hello\\n" and print "BROKEN"`;

export const attacksOnNetwork: readonly Attack[] = [
  perl(
    "network",
    "TCP to this machine",
    `socket S, 2, 1, 0; ${connect("pack 'S n C4 x8', 2, $ENV{TCP}, 127, 0, 0, 1")}`,
  ),
  perl(
    "network",
    "TCP to this machine by IPv6",
    `socket S, 10, 1, 0; ${connect("pack 'S n N x15 C N', 10, $ENV{TCP}, 0, 1, 0")}`,
  ),
  perl(
    "network",
    "UDP to this machine",
    `socket S, 2, 2, 17; send S, 'hello', 0, pack 'S n C4 x8', 2, $ENV{UDP}, 127, 0, 0, 1`,
  ),
  perl(
    "network",
    "a name asked of a server of this machine",
    `socket S, 2, 2, 17; send S, pack('n6', 1, 256, 1, 0, 0, 0) . "\\6secret\\4test\\0\\0\\1\\0\\1", 0, pack 'S n C4 x8', 2, $ENV{UDP}, 127, 0, 0, 1`,
  ),
  perl("network", "a socket with a path", `socket S, 1, 1, 0; ${connect("pack 'S a*', 1, $ENV{SOCKET}")}`),
  perl(
    "network",
    "a socket with a path, through a link",
    `symlink $ENV{SOCKET}, 'link.sock'; socket S, 1, 1, 0; ${connect("pack 'S a*', 1, 'link.sock'")}`,
  ),
  perl("network", "a socket with a path in /tmp", `socket S, 1, 1, 0; ${connect("pack 'S a*', 1, $ENV{TMPSOCKET}")}`),
  perl("network", "an abstract socket", `socket S, 1, 1, 0; ${connect('pack "S a*", 1, "\\0$ENV{ABSTRACT}"')}`),
  perl("network", "a socket to the machine's host", `socket(S, 40, 1, 0) and print "BROKEN"`),
  perl("network", "raw packets", `socket(S, 17, 3, 768) and print "BROKEN"; socket(S, 2, 3, 1) and print "BROKEN"`),
  perl(
    "network",
    "a socket by way of io_uring",
    `syscall($ENV{CALL_io_uring_setup} + 0, 4, $p = "\\0" x 256) >= 0 and print "BROKEN"`,
  ),
  sh(
    "network",
    "the network of another process",
    `for p in 1 $PARENT $VICTIM; do nsenter --net=/proc/$p/ns/net true 2> /dev/null && echo BROKEN; done`,
  ),
  sh("network", "a message through a pipe outside", `timeout 1 sh -c 'echo hello > "$OUTSIDE/mailbox"'`),
];
