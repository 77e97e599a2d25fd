/** Attacks that try to read keys, tokens, and what other processes hold. */
import { type Attack, perl, sh } from "./attack.ts";

export const attacksOnSecrets: readonly Attack[] = [
  sh("secrets", "read a private key", `cat "$HOME/.ssh/id_ed25519"`),
  sh(
    "secrets",
    "read keys of a cloud",
    `cat "$HOME/.aws/credentials" "$HOME/.config/gcloud/credentials.db" "$HOME/.kube/config"`,
  ),
  sh(
    "secrets",
    "read tokens of packages and code hosts",
    `cd "$HOME"; cat .netrc .npmrc .pypirc .git-credentials .config/gh/hosts.yml .docker/config.json`,
  ),
  sh("secrets", "read the history of the shell", `cat "$HOME/.bash_history" "$HOME/.zsh_history"`),
  sh(
    "secrets",
    "read a browser's cookies",
    `cat "$HOME/.mozilla/cookies.sqlite" "$HOME/.config/google-chrome/Cookies"`,
  ),
  sh("secrets", "read what Kelson keeps", `cat "$HOME/.local/state/kelson/log" "$HOME/.config/kelson/config.json"`),
  sh("secrets", "find secrets by search", `grep -rh "$(printf 'kelson-%s' canary)" "$HOME" 2> /dev/null`),
  sh("secrets", "read a secret through a symbolic link", `ln -s "$HOME/.ssh" keys; cat keys/id_ed25519`),
  sh("secrets", "read a secret through a hard link", `ln "$HOME/.ssh/id_ed25519" key && cat key`),
  sh("secrets", "copy secrets as an archive", `tar cf - "$HOME/.ssh" "$HOME/.aws"`),
  sh(
    "secrets",
    "read a secret through the root of a process",
    `for p in self 1 $PARENT $VICTIM; do cat "/proc/$p/root$HOME/.ssh/id_ed25519"; done`,
  ),
  sh("secrets", "make a hidden secret visible", `umount "$HOME/.ssh"; cat "$HOME/.ssh/id_ed25519"`),
  sh("secrets", "read the environment of another process", `tr '\\0' '\\n' < /proc/$VICTIM/environ`),
  sh(
    "secrets",
    "read the environment of the program itself",
    `[ -n "$(head -c 1 /proc/$PARENT/environ)" ] && echo BROKEN`,
  ),
  sh(
    "secrets",
    "read the open files of another process",
    `for p in $PARENT $VICTIM; do ls /proc/$p/fd/ > /dev/null 2>&1 && echo BROKEN; done`,
  ),
  perl(
    "secrets",
    "read the memory of another process",
    `open F, '<', "/proc/$ENV{VICTIM}/mem" and print "BROKEN"; open F, '<', "/proc/$ENV{PARENT}/mem" and print "BROKEN"`,
  ),
  perl(
    "secrets",
    "read the memory of another process by a system call",
    `open F, '<', "/proc/$ENV{VICTIM}/maps" or exit; $a = hex((split /-/, <F>)[0]); $b = "\\0" x 8; $l = pack 'PQ', $b, 8; $r = pack 'QQ', $a, 8; syscall($ENV{CALL_process_vm_readv} + 0, $ENV{VICTIM} + 0, $l, 1, $r, 1, 0) > 0 and print "BROKEN"`,
  ),
  perl(
    "secrets",
    "take a file from another process",
    `$p = syscall 434, $ENV{VICTIM} + 0, 0; syscall($ENV{CALL_pidfd_getfd} + 0, $p, 0, 0) >= 0 and print "BROKEN"`,
  ),
  perl(
    "secrets",
    "use the keyring",
    `$t = 'user'; $n = "kelson-$ENV{MARK}"; $v = 'x'; syscall($ENV{CALL_add_key} + 0, $t, $n, $v, 1, -2) >= 0 and print "BROKEN"`,
  ),
  sh(
    "secrets",
    "read the passwords of the machine",
    `head -c 1 /etc/shadow | grep -q . && echo BROKEN; head -c 1 /etc/gshadow | grep -q . && echo BROKEN`,
  ),
  ...[
    ["read .env of the workspace", `cat .env .env.local`],
    ["find secrets of the workspace by search", `grep -rh "$(printf 'kelson-%s' canary)" . 2> /dev/null`],
    ["read .env by another name", `ln .env plain; ln -s .env link; mv .env moved; cat plain link moved`],
    ["copy .env as an archive", `tar cf - .env`],
    ["make .env visible", `umount .env; chmod 777 .env; cat .env`],
    ["read keys in the workspace", `cat deploy/id_ed25519 deploy/.aws/credentials deploy/service-account.json`],
  ].map(([name = "", script = ""]) => sh("workspace-secrets", name, script)),
];
