/** Which paths are protected, as docs/paths.md says: a table. */
import { describe, expect, test } from "vitest";
import { protectedPaths, type ProtectedPlaces } from "../../src/policy/protected-paths.ts";
import type { ProtectedKind } from "../../src/policy/protected-table.ts";

const home = "/home/ada";
const places: ProtectedPlaces = {
  home,
  roots: ["/work/project", "/srv/more"],
  stateDirectory: "/home/ada/.local/state/kelson",
  configDirectory: "/home/ada/.config/kelson",
};

const kinds = (real: string, given = places): (ProtectedKind | undefined)[] => [
  protectedPaths(given)(real, "read")?.kind,
  protectedPaths(given)(real, "write")?.kind,
];
/** `~` is the home; what does not begin with a slash is in the workspace. */
const full = (path: string): string =>
  path.startsWith("~/") ? home + path.slice(1) : path.startsWith("/") ? path : `/work/project/${path}`;

const credentials = [
  "~/.ssh",
  "~/.ssh/id_ed25519",
  "~/.ssh/config",
  "~/.ssh/authorized_keys",
  "/root/.ssh/id_rsa",
  "fixtures/.ssh/known_hosts",
  "deploy/id_rsa",
  "deploy/github_ed25519",
  "putty.ppk",
  "/etc/ssh/ssh_host_rsa_key",
  "~/.aws/credentials",
  "~/.aws/sso/cache/x.json",
  "/home/grace/.aws/config",
  "~/.gnupg/private-keys-v1.d/x.key",
  "~/.netrc",
  "~/_netrc",
  "~/.npmrc",
  ".npmrc",
  "packages/a/.npmrc",
  "~/.pypirc",
  "~/.docker/config.json",
  "~/.kube/config",
  "~/.config/gcloud/application_default_credentials.json",
  "~/.config/gh/hosts.yml",
  "~/.git-credentials",
  "~/.azure/msal_token_cache.json",
  "~/.cargo/credentials.toml",
  "~/.m2/settings.xml",
  "~/.gem/credentials",
  "~/.pgpass",
  "~/.my.cnf",
  "~/.config/rclone/rclone.conf",
  ".env",
  ".env.local",
  ".env.production",
  ".env-staging",
  "apps/web/.env.test.local",
  "config/prod.env",
  ".envs/.production/.django",
  ".dev.vars",
  "cert.pem",
  "tls/server.key",
  "AuthKey_ABC.p8",
  "store.p12",
  "store.pfx",
  "release.jks",
  "upload.keystore",
  "secrets.kdbx",
  "office.ovpn",
  "terraform.tfstate",
  "infra/terraform.tfstate.backup",
  "infra/prod.auto.tfvars",
  "~/.terraform.d/credentials.tfrc.json",
  "~/.vault-token",
  "service-account-prod.json",
  "client_secret_123.json",
  "credentials.json",
  ".streamlit/secrets.toml",
  "~/.bash_history",
  "~/.zsh_history",
  "~/.psql_history",
  "~/.python_history",
  "~/.local/share/fish/fish_history",
  "~/.mozilla/firefox/x.default/cookies.sqlite",
  "~/.config/google-chrome/Default/Login Data",
  "~/.config/chromium/Default/Cookies",
  "~/Library/Application Support/Google/Chrome/Default/Cookies",
  "~/Library/Keychains/login.keychain-db",
  "~/.local/share/keyrings/login.keyring",
  "~/.password-store/a.gpg",
  "~/.config/op/config",
  "~/.claude/.credentials.json",
  "~/.codex/auth.json",
  "~/.cache/huggingface/token",
  "/etc/shadow",
  "/etc/gshadow-",
  "/etc/ssl/private/snakeoil",
  "/etc/letsencrypt/live/example.org/privkey.pem",
  "/run/secrets/db",
  "/var/run/secrets/kubernetes.io/serviceaccount/token",
  "/proc/1/environ",
  "/proc/4242/mem",
  "/proc/4242/task/4243/environ",
  "/proc/kcore",
  "/dev/mem",
];

const gitInternals = [
  ".git",
  ".git/config",
  ".git/hooks/pre-commit",
  ".git/HEAD",
  ".git/refs/heads/main",
  ".git/objects/ab/cdef",
  ".git/index",
  ".git/info/attributes",
  ".git/modules/lib/config",
  "vendor/lib/.git/hooks/post-checkout",
  "/srv/repositories/x.git/hooks/post-receive",
  "/srv/repositories/x.git/config",
  ".hg/hgrc",
  ".svn/wc.db",
  ".jj/repo/config.toml",
];

const runsByItself = [
  "~/.bashrc",
  "~/.bash_profile",
  "~/.profile",
  "~/.zshrc",
  "~/.zshenv",
  "~/.config/fish/config.fish",
  "~/Documents/PowerShell/Microsoft.PowerShell_profile.ps1",
  "/etc/profile.d/x.sh",
  ".vscode/tasks.json",
  ".vscode/settings.json",
  "x.code-workspace",
  ".devcontainer/devcontainer.json",
  ".idea/runConfigurations/all.xml",
  "~/.vimrc",
  ".exrc",
  ".nvim.lua",
  "~/.config/nvim/init.lua",
  "~/.emacs.d/init.el",
  ".dir-locals.el",
  ".claude/settings.json",
  ".mcp.json",
  "~/.gitconfig",
  "~/.config/git/config",
  ".husky/pre-commit",
  ".githooks/pre-push",
  "~/.tmux.conf",
  ".gdbinit",
  "sitecustomize.py",
  ".Rprofile",
  "~/.config/autostart/x.desktop",
  "~/.config/systemd/user/x.service",
  "/etc/systemd/system/x.service",
  "/etc/cron.d/x",
  "/etc/crontab",
  "/var/spool/cron/crontabs/root",
  "~/Library/LaunchAgents/x.plist",
  "/etc/ld.so.preload",
  "/etc/udev/rules.d/x.rules",
  "~/.local/bin/git",
  "~/bin/ls",
];

const ordinary = [
  "README.md",
  "package.json",
  "Makefile",
  "src/env.ts",
  "src/environment.ts",
  "src/.environments/x.ts",
  ".env.example",
  ".env.local.sample",
  ".env.template",
  ".env.dist",
  "prod.example.env",
  "id_rsa.pub",
  "keys.ts",
  "src/key/key.ts",
  "src/monkey",
  "pem.ts",
  "history.md",
  ".gitignore",
  ".gitattributes",
  ".gitmodules",
  ".github/workflows/ci.yml",
  "gitconfig.md",
  ".dockerignore",
  ".docker/compose.json",
  ".vscode/extensions.json",
  ".pre-commit-config.yaml",
  ".eslintrc.json",
  "ssh/config",
  "aws/credentials.ts",
  "src/library/cookies/index.ts",
  "bin/ls",
  ".local/bin/x",
  "/usr/lib/x.so",
  "/etc/hosts",
  "/proc/cpuinfo",
  "/proc/4242/status",
  "...",
  "...git",
  "~/.local/state/kelsonx/y",
];

describe("a protected path", () => {
  test.each(credentials)("%s may hold a secret", (path) => {
    expect(kinds(full(path))).toEqual(["credential", "credential"]);
  });

  test.each(gitInternals)("%s belongs to the repository", (path) => {
    expect(kinds(full(path))).toEqual([undefined, "git-internals"]);
  });

  test.each(runsByItself)("%s runs by itself", (path) => {
    expect(kinds(full(path))).toEqual([undefined, "runs-by-itself"]);
  });

  test.each(ordinary)("%s is like any other", (path) => {
    expect(kinds(full(path))).toEqual([undefined, undefined]);
  });

  test.each([
    ["~/.local/state/kelson/sessions.db", ["kelson", "kelson"]],
    ["~/.local/state/kelson", ["kelson", "kelson"]],
    ["~/.config/kelson/config.json", ["kelson", "kelson"]],
    [".kelson/config.json", [undefined, "kelson"]],
    [".kelson", [undefined, "kelson"]],
    ["packages/a/.kelson/skills/x.md", [undefined, "kelson"]],
    ["~/.config/git/credentials", ["credential", "runs-by-itself"]],
    [".envrc", ["credential", "runs-by-itself"]],
    ["/etc/sudoers", ["credential", "runs-by-itself"]],
    [".git/hooks/key.pem", ["credential", "git-internals"]],
  ])("%s: %j", (path, expected) => {
    expect(kinds(full(path))).toEqual(expected);
  });
});

describe("however its name is written", () => {
  test.each([
    [".ENV", "credential"],
    [".Env.Local", "credential"],
    ["~/.SSH/Id_Rsa", "credential"],
    ["~/.\u017F\u017Fh/x", "credential"],
    ["/proc/1/ENVIRON", "credential"],
    [".GIT/hooks/x", "git-internals"],
    [".Git/Config", "git-internals"],
    [".g\u200Cit/config", "git-internals"],
    [".git\uFEFF/config", "git-internals"],
    [".git./config", "git-internals"],
    [".git . ./config", "git-internals"],
    [".git::$INDEX_ALLOCATION/config", "git-internals"],
    ["GIT~1/config", "git-internals"],
    [".git\\config", "git-internals"],
    [".\u212Aelson/config.json", "kelson"],
    [".VSCode/Tasks.JSON", "runs-by-itself"],
    [".env::$DATA", "credential"],
    [".env.", "credential"],
  ])("%j is %s", (path, kind) => {
    expect(protectedPaths(places)(full(path), "write")?.kind).toBe(kind);
  });
});

describe("Kelson's own directory", () => {
  test("is worked in by whoever opens it as a workspace, and no other", () => {
    const inside = { ...places, stateDirectory: "/work", roots: ["/work/project"] };
    expect(kinds("/work/project/a.ts", inside)).toEqual([undefined, undefined]);
    expect(kinds("/work/sessions.db", inside)).toEqual(["kelson", "kelson"]);
  });

  test("is protected inside of a workspace", () => {
    const below = { ...places, stateDirectory: "/work/project/state" };
    expect(kinds("/work/project/state/sessions.db", below)).toEqual(["kelson", "kelson"]);
    expect(kinds("/work/project/statement", below)).toEqual([undefined, undefined]);
  });
});

test("the reason goes on after the path", () => {
  expect(protectedPaths(places)("/work/.env", "read")).toEqual({
    kind: "credential",
    why: "holds variables that are often keys",
  });
});
