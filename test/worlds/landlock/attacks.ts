/** What a hostile command tries in the Landlock sandbox. Each script says BROKE when it could; `$OUTSIDE` must stay as it was. */

/** Variables: OUTSIDE (directory with `file`), HOME (with .ssh/key), PARENT and VICTIM (processes of the same user), TCP, UDP, ABSTRACT, SOCKET (servers). */
export const attacks: Readonly<Record<string, string>> = {
  "write a new file outside": "echo x > $OUTSIDE/new && echo BROKE",
  "append to a file outside": "echo x >> $OUTSIDE/file && echo BROKE",
  "write in /tmp": "echo x > /tmp/kelson-broke-$$ && echo BROKE",
  "write in the home directory": "echo x >> ~/.profile && echo BROKE",
  "write through a link": "ln -s $OUTSIDE/file link; echo x > link && echo BROKE",
  "write through a linked directory": "ln -s $OUTSIDE away; echo x > away/new && echo BROKE",
  "write through a directory of /proc": "echo x > /proc/self/root$OUTSIDE/new && echo BROKE",
  "write through the working directory": "cd $OUTSIDE; echo x > new && echo BROKE",
  "link a file into the workspace": "ln $OUTSIDE/file near && echo x >> near && echo BROKE",
  "link a file out of the workspace": "echo x > own; ln own $OUTSIDE/own && echo BROKE",
  "move a file in": 'perl -e \'rename "$ENV{OUTSIDE}/file", "moved" and print "BROKE"\'',
  "move a file out": 'echo x > out; perl -e \'rename "out", "$ENV{OUTSIDE}/out" and print "BROKE"\'',
  "exchange two files":
    'echo x > own; perl -e \'$own = "own"; syscall(316, -100, $own, -100, "$ENV{OUTSIDE}/file", 2) == 0 and print "BROKE"\'',
  "empty a file by path": 'perl -e \'truncate("$ENV{OUTSIDE}/file", 0) and print "BROKE"\'',
  "empty a file while opening it to read": 'perl -e \'sysopen(my $f, "$ENV{OUTSIDE}/file", 01000) and print "BROKE"\'',
  "remove a file": "rm -f $OUTSIDE/file && echo BROKE",
  "remove a directory": "rmdir $OUTSIDE/empty && echo BROKE",
  "make a directory": "mkdir $OUTSIDE/new && echo BROKE",
  "make a pipe": "mkfifo $OUTSIDE/new && echo BROKE",
  "make a link": "ln -s x $OUTSIDE/new && echo BROKE",
  "make a device":
    "mknod $OUTSIDE/new c 1 3 && echo BROKE; mknod disk b 254 0 && echo BROKE; mknod null c 1 3 && echo BROKE",
  "write to another process's output": "echo x > /proc/$PARENT/fd/1 && echo BROKE",
  "read a disk":
    "for disk in /dev/[vsx]d* /dev/nvme* /dev/mem /dev/kmsg; do head -c 1 $disk > /dev/null && echo BROKE; done",
  "read a key": "cat ~/.ssh/key",
  "read a key through a link": "ln -s ~/.ssh keys; cat keys/key",
  "read a key through a hard link": "ln ~/.ssh/key stolen; cat stolen",
  "read a key through /proc":
    "cat /proc/self/root$HOME/.ssh/key /proc/$PARENT/root$HOME/.ssh/key /proc/$PARENT/cwd/../home/.ssh/key",
  "move the directory of keys in": "mv ~/.ssh here; cat here/key",
  "copy a key": "cp -r ~/.ssh here; cat here/key; tar cf - ~/.ssh | tar tvf - | grep -q key && echo BROKE",
  "read a key that is a link elsewhere": "cat ~/.netrc $OUTSIDE/netrc",
  "read a file's content by mapping it": 'perl -e \'open my $f, "<", "$ENV{HOME}/.ssh/key" and print "BROKE"\'',
  "read the parent's variables": "cat /proc/$PARENT/environ > /dev/null && echo BROKE",
  "read the parent's memory":
    "head -c 1 /proc/$PARENT/mem && echo BROKE; cat /proc/$PARENT/maps > /dev/null && echo BROKE",
  "see the parent's files":
    "for name in fd/0 fd/1 fd/2 cwd exe root; do readlink /proc/$PARENT/$name && echo BROKE; done",
  "connect by TCP": "exec 3<> /dev/tcp/127.0.0.1/$TCP && echo BROKE",
  "connect by TCP over IPv6": "perl -e 'socket($s, 10, 1, 6) and print \"BROKE\"'",
  "listen by TCP":
    'perl -e \'socket($s, 2, 1, 6) and bind($s, pack "S n a4 x8", 2, 0, "\\x7f\\0\\0\\1") and print "BROKE"\'',
  "send by UDP": "echo x > /dev/udp/127.0.0.1/$UDP && echo BROKE",
  "sockets of every other kind":
    "perl -e 'for my $f (1 .. 45) { for my $t (1 .. 5, 10) { for my $p (0, 1, 2, 6, 16, 17, 58, 132, 255, 262) { socket($s, $f, $t, $p) and print \"BROKE $f $t $p\\n\" } } }'",
  "connect to an abstract Unix socket":
    'perl -e \'socket($s, 1, 1, 0) and connect($s, pack "S a*", 1, "\\0$ENV{ABSTRACT}") and print "BROKE"\'',
  "connect to a Unix socket by its path":
    'perl -e \'socket($s, 1, 1, 0) and connect($s, pack "S a*", 1, $ENV{SOCKET}) and print "BROKE"\'',
  "point a pair of sockets elsewhere":
    'perl -e \'for my $t (1, 2, 3, 5) { socketpair($a, $b, 1, $t, 0) and (connect($a, pack "S a*", 1, $ENV{SOCKET}) || $t == 2 || $t == 3) and print "BROKE $t" }\'',
  "send a signal to the parent": "kill -0 $PARENT && echo BROKE",
  "kill another process": "kill -9 $VICTIM && echo BROKE; kill -9 -$VICTIM && echo BROKE",
  "kill everything": "trap '' TERM; kill -TERM -1; kill -0 $VICTIM && echo BROKE",
  "signal by a process descriptor":
    "perl -e 'my $d = syscall(434, $ENV{VICTIM} + 0, 0); $d >= 0 and syscall(424, $d, 9, 0, 0) == 0 and print \"BROKE\"'",
  "trace another process":
    'perl -e \'syscall(101, 16, $ENV{VICTIM} + 0, 0, 0) == 0 and print "BROKE"; syscall(101, 0x4206, $ENV{VICTIM} + 0, 0, 0) == 0 and print "BROKE"\'',
  "read another process's memory":
    'perl -e \'my $b = "x" x 8; my $v = pack "PQ", $b, 8; syscall(310, $ENV{PARENT} + 0, $v, 1, $v, 1, 0) >= 0 || $! != 1 and print "BROKE"\'',
  "take another process's files":
    "perl -e 'my $d = syscall(434, $ENV{PARENT} + 0, 0); $d >= 0 and syscall(438, $d, 1, 0) >= 0 and print \"BROKE\"'",
  "limit another process":
    'perl -e \'my $l = pack "QQ", 0, 0; syscall(302, $ENV{VICTIM} + 0, 1, $l, 0) == 0 and print "BROKE"\'',
  "slow another process down":
    "renice -n 7 -p $VICTIM > /dev/null && echo BROKE; renice -n 7 -u $(id -u) > /dev/null && echo BROKE",
  "mount something":
    "mkdir m; mount -t tmpfs none m && echo BROKE; mount --bind / m && echo BROKE; umount /proc && echo BROKE",
  "make namespaces":
    "for f in -U -m -p -n -i -u -C -T; do unshare $f true && echo BROKE; done; unshare -Ur true && echo BROKE",
  "enter the parent's namespaces": "nsenter -t $PARENT -a true && echo BROKE; nsenter -t $PARENT -m true && echo BROKE",
  "change the root": "chroot / true && echo BROKE",
  "open a file by its handle":
    'perl -e \'my $h = pack "LL x128", 128, 0; my $m = pack "L", 0; syscall(303, -100, "$ENV{OUTSIDE}/file", $h, $m, 0) == 0 and print "BROKE"\'',
  "use large parts of the kernel":
    'perl -e \'for my $call (425, 321, 298, 323, 250, 248, 175, 246) { my $z = "\\0" x 256; syscall($call, 1, $z, 128, 0, 0) == -1 && ($! == 1) or print "BROKE $call $!\\n" }\'',
  "shared memory of others":
    'perl -e \'defined shmget(1234, 4096, 01666) and print "BROKE"; defined msgget(1234, 01666) and print "BROKE"; defined semget(1234, 1, 01666) and print "BROKE"\'',
  "make a program run as its owner":
    "cp /bin/true own; chmod u+s own && echo BROKE; chmod 2755 own && echo BROKE; chmod 4755 $OUTSIDE/file && echo BROKE",
  "become another user":
    "setpriv --reuid=1 --clear-groups true && echo BROKE; [ $(id -u) = 0 ] || { su -c 'echo BROKE' < /dev/null; sudo -n echo BROKE; }",
  "own other people's files": "chown 1:1 $OUTSIDE/file && echo BROKE",
  "use calls of the other interface": "perl -e 'syscall(0x40000000 + 41, 2, 1, 0) >= 0 and print \"BROKE\"'",
  "undo the sandbox":
    'perl -e \'syscall(157, 38, 0, 0, 0, 0) == 0 and print "BROKE"; syscall(157, 22, 0, 0, 0, 0) == 0 and print "BROKE"\'',
  "change the system":
    "echo 1 > /proc/sys/kernel/sysrq && echo BROKE; hostname x && echo BROKE; date -s 2000-01-01 && echo BROKE; echo 0 > /proc/$PARENT/oom_score_adj && echo BROKE",
};

/** What ordinary work does; each must print exactly `fine` at its end and nothing else on standard output. */
export const work: Readonly<Record<string, string>> = {
  "make, change, move and remove files":
    "mkdir -p a/b; echo x > a/b/c; echo y >> a/b/c; mv a/b/c d; ln d e; ln -s d f; mkfifo g; chmod 600 d; touch -d yesterday d; rm -r a f; truncate -s 1 d; [ -s e ] && echo fine",
  "make a file beside the first and read it": "echo fine > new; cat new",
  "use git":
    "git init -q .; git config user.name a; git config user.email a@b; echo x > x; git add x; git commit -qm x; git checkout -qb other; git stash -q; git gc -q 2> /dev/null; git log --oneline | wc -l | grep -q 1 && echo fine",
  "run node with a child":
    "node -e \"require('child_process').execFile('echo', ['fine'], (e, out) => process.stdout.write(out))\"",
  "run node with a forked child":
    "echo \"if (process.send) process.send('fine'); else require('child_process').fork('./f.js').on('message', (m) => console.log(m))\" > f.js; node f.js",
  "run a script of npm": 'echo \'{"scripts":{"say":"echo fine"}}\' > package.json; npm run --silent say',
  "use pipes and standard input": "echo enif | rev | tee copy | cat - > /dev/stdout; cat < /dev/null > /dev/null",
  "use a temporary file": "f=$(mktemp); echo fine > $f; cat $f; case $f in $TMPDIR/*) ;; *) echo not there;; esac",
  "read the system":
    "[ -s /etc/passwd ] && ls / /usr ~ > /dev/null && head -c 1 /dev/urandom > /dev/null && cat /proc/self/status > /dev/null && echo fine",
  "signal its own children": "sleep 100 & kill $!; wait $! 2> /dev/null; echo fine",
  "see its own processes": "cat /proc/$$/environ > /dev/null && ls /proc/self/fd/ > /dev/null && echo fine",
  "compile something":
    "printf 'int main(){return 0;}' > a.c; command -v cc > /dev/null || { echo fine; exit; }; cc a.c -o a && ./a && echo fine",
  "use its own limits": "(ulimit -n 64; ulimit -c 0; nice -n 5 true) && echo fine",
  "run perl and python":
    'perl -e \'print "fi"\'; command -v python3 > /dev/null && python3 -c \'import subprocess; print(subprocess.check_output(["echo", "ne"], text=True), end="")\' || echo ne',
};
