/** The environment that commands see: small and made afresh, so that no key of this process reaches them. */

/** Who and where: taken over from this process when it has them. */
const person = new Set(["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TZ", "LANG", "LANGUAGE"]);

/** Where tool chains and certificates lie: paths, never keys. */
const toolChains = new Set([
  "CARGO_HOME",
  "CONDA_PREFIX",
  "GOPATH",
  "JAVA_HOME",
  "NODE_EXTRA_CA_CERTS",
  "NVM_DIR",
  "PYENV_ROOT",
  "RUSTUP_HOME",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "VIRTUAL_ENV",
]);

/** Nobody sits at a terminal: no colours, no pager, no question, and a sign that an agent is at work. */
const unattended = {
  TERM: "dumb",
  NO_COLOR: "1",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  AI_AGENT: "kelson",
  // Bash reads ~/.bashrc when its input is a socket, as Node's pipes are, unless another shell started it.
  SHLVL: "1",
};

/** What every command gets, made from this process's own environment. */
export const freshEnvironment = (own: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const kept = Object.entries(own).filter((pair): pair is [string, string] => pair[1] !== undefined && isKept(pair[0]));
  return { ...Object.fromEntries(kept), ...unattended };
};

const isKept = (name: string): boolean => person.has(name) || toolChains.has(name) || name.startsWith("LC_");
