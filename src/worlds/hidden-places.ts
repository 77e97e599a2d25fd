/** Where secrets lie on a machine: keys, tokens, histories, browsers. Sandboxed commands do not see them. */
import { readdirSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { workspaceSecrets } from "./workspace-secrets.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Below a home directory. */
const ofHome: readonly string[] = [
  // Keys.
  ".ssh",
  ".gnupg",
  ".password-store",
  ".local/share/keyrings",
  ".local/share/kwalletd",
  ".age",
  ".config/sops/age",
  ".vault-token",
  ".config/op",
  ".config/Bitwarden CLI",
  // Clouds and clusters.
  ".aws",
  ".azure",
  ".config/gcloud",
  ".config/doctl",
  ".config/rclone",
  ".boto",
  ".s3cfg",
  ".kube",
  ".docker/config.json",
  ".config/containers/auth.json",
  ".terraform.d/credentials.tfrc.json",
  // Hosts of code and packages.
  ".netrc",
  ".git-credentials",
  ".config/git/credentials",
  ".config/gh",
  ".config/hub",
  ".config/glab-cli",
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".m2/settings.xml",
  ".gradle/gradle.properties",
  ".composer/auth.json",
  // Databases and models.
  ".pgpass",
  ".my.cnf",
  ".huggingface/token",
  ".cache/huggingface/token",
  ".claude/.credentials.json",
  ".codex/auth.json",
  ".gemini/oauth_creds.json",
  // What was typed.
  ".bash_history",
  ".zsh_history",
  ".history",
  ".local/share/fish/fish_history",
  ".python_history",
  ".node_repl_history",
  ".psql_history",
  ".mysql_history",
  ".sqlite_history",
  ".rediscli_history",
  // Browsers and mail.
  ".mozilla",
  ".thunderbird",
  ".config/chromium",
  ".config/google-chrome",
  ".config/microsoft-edge",
  ".config/BraveSoftware",
  ".config/vivaldi",
  ".config/opera",
  "snap/chromium",
  "snap/firefox",
];

/** Of the machine; a plain user cannot read most of them anyway. */
const ofMachine: readonly string[] = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  "/etc/sudoers.d",
  "/etc/ssl/private",
  "/etc/kubernetes",
  "/etc/wireguard",
  "/etc/NetworkManager/system-connections",
  "/var/lib/kubelet",
  "/var/lib/docker",
];

/**
 * The places that exist now, as real paths. Kelson's own state, configuration and notes are among them; `more` are others to hide.
 * Reads each home's listing and asks for each place below it that may exist: some 0.1 ms a home; and up to 200 directories of each
 * root, some 2 ms.
 */
export const hiddenPlaces = ({
  roots,
  env,
  more = [],
}: {
  readonly roots: readonly string[];
  readonly env: Environment;
  readonly more?: readonly string[] | undefined;
}): string[] => {
  const home = env["HOME"] || homedir();
  const own = [
    join(env["XDG_STATE_HOME"] || join(home, ".local", "state"), "kelson"),
    join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "kelson"),
    join(env["XDG_DATA_HOME"] || join(home, ".local", "share"), "kelson", "memory"),
  ];
  const places = [...homes(home).flatMap(secretsOfHome), ...ofMachine, ...hostKeys(), ...own, ...more];
  return [...new Set([...places, ...roots.flatMap(workspaceSecrets)].flatMap(realPlace))];
};

const realPlace = (place: string): string[] => {
  try {
    return [realpathSync.native(place)];
  } catch {
    return [];
  }
};

/** The superuser could read everybody's. */
const homes = (home: string): string[] => {
  const all = process.getuid?.() === 0 ? ["/root", ...names("/home").map((name) => join("/home", name))] : [];
  return [...new Set([home, homedir(), ...all])];
};

const secretsOfHome = (home: string): string[] => {
  const there = new Set(names(home));
  return ofHome.filter((place) => there.has(place.split("/", 1)[0] ?? "")).map((place) => join(home, place));
};

const hostKeys = (): string[] =>
  names("/etc/ssh")
    .filter((name) => /^ssh_host_.*_key$/u.test(name))
    .map((name) => join("/etc/ssh", name));

const names = (directory: string): string[] => {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
};
