/** Where keys, credentials and this program's own state lie: what a sandboxed command may not read. */
import { homedir } from "node:os";
import { join } from "node:path";

/** Below the home directory: files, or directories with all that is in them. */
const inHome = [
  ".ssh",
  ".aws",
  ".azure",
  ".gnupg",
  ".netrc",
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".kube",
  ".docker/config.json",
  ".git-credentials",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".m2/settings.xml",
  ".gradle/gradle.properties",
  ".terraform.d/credentials.tfrc.json",
  ".vault-token",
  ".pgpass",
  ".my.cnf",
  ".password-store",
  ".mozilla",
  ".config/gcloud",
  ".config/gh",
  ".config/git/credentials",
  ".config/google-chrome",
  ".config/chromium",
  ".config/op",
  ".config/sops",
  ".local/share/keyrings",
  ".bash_history",
  ".zsh_history",
  ".local/share/fish/fish_history",
  ".node_repl_history",
  ".python_history",
  ".psql_history",
  ".mysql_history",
  ".sqlite_history",
  ".lesshst",
  ".viminfo",
];

/** Only root could read them anyway. */
const inSystem = ["/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-"];

/** All of them, as absolute paths that need not exist. `env` is this process's own. */
export const secretPlaces = (env: Readonly<Record<string, string | undefined>>): string[] => {
  const home = env["HOME"] || homedir();
  return [
    ...inHome.map((path) => join(home, path)),
    join(env["XDG_STATE_HOME"] || join(home, ".local", "state"), "kelson"),
    join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "kelson"),
    ...(process.getuid?.() === 0 ? inSystem : []),
  ];
};
