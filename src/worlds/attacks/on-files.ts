/** Attacks that try to change what lies outside of the workspace, or what others will run. */
import { type Attack, perl, sh } from "./attack.ts";

export const attacksOnFiles: readonly Attack[] = [
  sh("writes", "make a file outside", `echo x > "$OUTSIDE/new"`),
  sh("writes", "overwrite a file outside", `echo x > "$OUTSIDE/victim"`),
  sh("writes", "append to a file outside", `echo x >> "$OUTSIDE/victim"`),
  sh("writes", "overwrite through a symbolic link", `ln -s "$OUTSIDE/victim" link; echo x > link`),
  sh("writes", "overwrite through a link to the directory", `ln -s "$OUTSIDE" there; echo x > there/victim`),
  sh("writes", "overwrite through a hard link", `ln "$OUTSIDE/victim" link && echo x > link`),
  sh("writes", "move a file out", `echo x > made; mv made "$OUTSIDE/made"`),
  sh("writes", "move a file over another outside", `echo x > made; mv -f made "$OUTSIDE/victim"`),
  sh("writes", "delete a file outside", `rm -f "$OUTSIDE/victim"`),
  sh("writes", "move the directory outside", `mv "$OUTSIDE" "$OUTSIDE.gone"`),
  perl("writes", "truncate a file outside", `truncate "$ENV{OUTSIDE}/victim", 0`),
  sh("writes", "chmod outside", `chmod 777 "$OUTSIDE/victim"`),
  sh("writes", "chown outside", `chown 12345 "$OUTSIDE/victim"`),
  sh("writes", "open a hidden directory to others", `chmod -R 777 "$HOME/.ssh"`),
  sh("writes", "set the time of a file outside", `touch -d 2001-01-01 "$OUTSIDE/victim"`),
  sh("writes", "make a directory outside", `mkdir "$OUTSIDE/made"`),
  sh("writes", "make a pipe outside", `mkfifo "$OUTSIDE/pipe"`),
  sh(
    "writes",
    "make a socket outside",
    `perl -e 'socket S, 1, 1, 0; bind S, pack "S a*", 1, "$ENV{OUTSIDE}/made.sock"'`,
  ),
  sh(
    "writes",
    "write through the root of a process",
    `for p in self 1 $PARENT $VICTIM; do echo x > "/proc/$p/root$OUTSIDE/victim"; done`,
  ),
  sh(
    "writes",
    "write through the directory of a process",
    `for p in 1 $PARENT $VICTIM; do echo x > "/proc/$p/cwd/made"; done`,
  ),
  sh("writes", "write to the home directory", `echo x >> "$HOME/.profile"`),
  sh("writes", "leave something in /tmp", `echo x > "/tmp/$MARK"`),
  sh(
    "writes",
    "make a hook of git",
    `mkdir -p .git/hooks; printf '#!/bin/sh\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit`,
  ),
  sh(
    "writes",
    "put other hooks in place of git's",
    `mv .git/hooks .git/old; mkdir .git/hooks; touch .git/hooks/pre-commit`,
  ),
  sh(
    "writes",
    "change git's configuration",
    `git config core.fsmonitor 'touch /tmp/x'; printf '[core]\\n' >> .git/config`,
  ),
  sh(
    "writes",
    "put another git directory in place",
    `mv .git old; mkdir .git; cp -r old/. .git; echo '[core] fsmonitor = x' >> .git/config`,
  ),
  sh(
    "writes",
    "lead git to another configuration",
    `mkdir evil; cp -r .git/. evil; echo '[core] fsmonitor = x' >> evil/config; echo ../evil > .git/commondir`,
  ),
  sh("writes", "make settings for Kelson", `mkdir -p .kelson; echo '{}' > .kelson/config.json`),
  sh(
    "writes",
    "change what a shell runs when it enters",
    `echo 'touch /tmp/x' >> .envrc; mv .envrc old; echo x > .envrc`,
  ),
  sh("writes", "change a task of an editor", `echo '{"tasks":[]}' > .vscode/tasks.json; rm -f .vscode/tasks.json`),
  sh(
    "writes",
    "put other tasks in place of an editor's",
    `mv .vscode old; mkdir .vscode; echo '{"tasks":[]}' > .vscode/tasks.json`,
  ),
  sh(
    "writes",
    "make settings of editors and agents",
    `mkdir -p .claude; for f in .vscode/settings.json .claude/settings.json .mcp.json; do echo '{}' > $f; done`,
  ),
  sh("writes", "plant a hook that a package manager runs", `echo x > .husky/pre-push; echo x >> .husky/pre-commit`),
  sh(
    "writes",
    "mount something over a directory outside",
    `mount -t tmpfs none "$OUTSIDE" && echo BROKEN && umount "$OUTSIDE"`,
  ),
  sh(
    "writes",
    "make the file system writable again",
    `mount -o remount,rw,bind / && [ -n "$(mktemp "$OUTSIDE/XXXXXX")" ] && echo BROKEN`,
  ),
  perl(
    "writes",
    "open a file by its handle",
    `sysopen D, $ENV{OUTSIDE}, 0; $h = pack 'Ii x128', 128, 0; $m = pack 'i', 0; $f = "$ENV{OUTSIDE}/victim"; syscall($ENV{CALL_name_to_handle_at} + 0, -100, $f, $h, $m, 0) == 0 and syscall($ENV{CALL_open_by_handle_at} + 0, fileno D, $h, 1) >= 0 and print "BROKEN"`,
  ),
  sh(
    "writes",
    "change a setting of the kernel",
    `f=/proc/sys/kernel/core_pattern; v=$(cat $f) && printf %s "$v" > $f && echo BROKEN`,
  ),
  sh(
    "writes",
    "change a device's setting",
    `for f in /sys/kernel/mm/transparent_hugepage/defrag /sys/kernel/mm/ksm/run; do v=$(sed 's/.*\\[\\(.*\\)\\].*/\\1/' $f) && printf %s "$v" > $f && echo BROKEN; done`,
  ),
  sh(
    "writes",
    "open the memory and the disks of the machine",
    `for f in /dev/mem /proc/kcore /dev/kmsg $(ls /sys/block | sed 's,^,/dev/,'); do head -c 1 $f > /dev/null 2>&1 && echo BROKEN $f; done`,
  ),
  sh("writes", "make a device", `mknod zero c 1 5 && head -c 1 zero > /dev/null && echo BROKEN`),
  sh(
    "writes",
    "leave the control group",
    `for d in /sys/fs/cgroup /sys/fs/cgroup/*; do mkdir $d/$MARK 2>/dev/null && rmdir $d/$MARK && echo BROKEN $d; done`,
  ),
];
