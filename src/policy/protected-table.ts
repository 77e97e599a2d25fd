/** The table of protected paths. docs/paths.md says what it means; patterns are as `protected-paths.ts` reads them. */

/**
 * What a path is protected as: `credential` may hold a secret, `git-internals` decides what git runs and believes, `kelson`
 * is our own, `runs-by-itself` is executed by programs that nobody asked to.
 */
export type ProtectedKind = "credential" | "git-internals" | "kelson" | "runs-by-itself";

/** `paths` and `except` are patterns with spaces between them, in lower case; a plus stands for a space. */
export interface ProtectedRow {
  readonly kind: ProtectedKind;
  readonly on: "read and write" | "write";
  readonly why: string;
  readonly paths: string;
  readonly except?: string;
}

/** The first that fits counts. */
export const protectedTable: readonly ProtectedRow[] = [
  {
    kind: "git-internals",
    on: "write",
    why: "belongs to the repository itself: hooks and settings there run programs",
    paths: `.git/ *.git/hooks/ *.git/config .hg/ .svn/ .jj/ .bzr/`,
  },
  {
    kind: "kelson",
    on: "write",
    why: "is configuration of Kelson itself",
    paths: `.kelson/`,
  },
  {
    kind: "runs-by-itself",
    on: "write",
    why: "is run by shells when they start, or when somebody enters the directory",
    paths: `
      .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .bashrc.d/ .profile .zshrc .zshenv .zprofile .zlogin
      .zlogout .kshrc .mkshrc .shrc .cshrc .tcshrc .login .logout .xonshrc .inputrc .oh-my-zsh/ .oh-my-bash/ .zsh/
      .config/fish/ .config/nushell/ .config/powershell/ .config/zsh/ .config/bash/ *profile.ps1 .envrc .autoenv .autoenv.zsh
      /etc/profile /etc/profile.d/ /etc/bash.bashrc /etc/bashrc /etc/zsh/ /etc/zshrc /etc/zshenv /etc/zprofile /etc/fish/
      /etc/environment .pam_environment .config/environment.d/`,
  },
  {
    kind: "runs-by-itself",
    on: "write",
    why: "is run by editors and agents when they open the directory",
    paths: `
      .vscode/tasks.json .vscode/settings.json .vscode/launch.json .vscode/mcp.json *.code-workspace .vscode-server/
      .config/code/user/ .devcontainer/ .devcontainer.json .idea/runconfigurations/ .idea/workspace.xml
      .idea/watchertasks.xml .idea/externaldependencies.xml .run/*.run.xml .fleet/run.json .fleet/settings.json .zed/ .config/zed/
      *.sublime-project *.sublime-workspace .vim/ .vimrc _vimrc .gvimrc .exrc .nvimrc .nvim.lua .lvimrc .config/nvim/
      .emacs .emacs.el .emacs.d/ .config/emacs/ .dir-locals.el .dir-locals-2.el .config/helix/ .config/kak/
      .claude/settings.json .claude/settings.local.json .claude/hooks/ .claude.json .mcp.json .cursor/mcp.json
      .cursor/hooks.json .codex/config.toml .gemini/settings.json .continue/config.json`,
  },
  {
    kind: "runs-by-itself",
    on: "write",
    why: "is run by everyday programs whenever they start",
    paths: `
      .gitconfig .config/git/ /etc/gitconfig .hgrc .config/hg/ .githooks/ .husky/ .tmux.conf .config/tmux/ .screenrc
      .gdbinit .config/gdb/ .lldbinit .pdbrc .pythonrc .pythonrc.py .pythonstartup sitecustomize.py usercustomize.py
      .rprofile .irbrc .pryrc .psqlrc .sqliterc .ghci .perldb .config/octave/ .octaverc .julia/config/startup.jl .guile
      .curlrc .wgetrc .lesskey .mailcap .config/mpv/ ~/bin/ ~/.local/bin/ ~/.cargo/bin/ ~/.yarnrc ~/.yarnrc.yml
      /etc/ld.so.preload /etc/ld.so.conf /etc/ld.so.conf.d/`,
  },
  {
    kind: "runs-by-itself",
    on: "write",
    why: "is run by the system: at a time, at login or at the start",
    paths: `
      .config/autostart/ .config/autostart-scripts/ .config/plasma-workspace/ .config/systemd/ .local/share/systemd/
      .local/share/dbus-1/ .local/share/applications/ .config/upstart/ .config/i3/ .config/sway/ .config/hypr/ .xinitrc
      .xsession .xsessionrc .xprofile .xserverrc .forward .procmailrc /etc/systemd/ /lib/systemd/ /usr/lib/systemd/
      /usr/local/lib/systemd/ /run/systemd/system/ /etc/crontab /etc/anacrontab /etc/cron* /etc/cron.d/ /etc/cron.hourly/
      /etc/cron.daily/ /etc/cron.weekly/ /etc/cron.monthly/ /var/spool/cron/ /var/spool/at/ /var/at/ /etc/at.allow
      /etc/init.d/ /etc/init/ /etc/rc.local /etc/rc*.d/ /etc/inittab /etc/xdg/autostart/ /etc/udev/rules.d/ /etc/pam.d/
      /etc/x11/xsession.d/ /etc/apt/apt.conf.d/ /etc/logrotate.d/ /etc/network/ /etc/networkmanager/dispatcher.d/
      /etc/modprobe.d/ /etc/sudoers /etc/sudoers.d/ ~/library/launchagents/ /library/launchagents/ /library/launchdaemons/ /etc/periodic/
      /library/startupitems/ start+menu/programs/startup/`,
  },
  {
    kind: "credential",
    on: "read and write",
    why: "holds keys of SSH",
    paths: `
      .ssh/ id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk id_xmss *_rsa *_dsa *_ecdsa *_ed25519
      ssh_host_*_key *.ppk`,
  },
  {
    kind: "credential",
    on: "read and write",
    why: "holds keys or certificates",
    paths: `
      *.pem *.key *.p8 *.p12 *.pfx *.pkcs8 *.pkcs12 *.jks *.keystore *.truststore *.ovpn *.keytab *.agekey .gnupg/
      .config/sops/ .config/age/ .pki/ /etc/ssl/private/ /etc/pki/tls/private/ /etc/letsencrypt/ /etc/wireguard/
      /etc/openvpn/ /etc/ipsec.secrets /etc/krb5.keytab /tmp/krb5cc_*`,
  },
  {
    kind: "credential",
    on: "read and write",
    why: "holds variables that are often keys",
    paths: `.env* *.env .envs/ .flaskenv .dev.vars .dev.vars.*`,
    except: `.env*.example .env*.sample .env*.template .env*.dist .env*.defaults *.example.env *.sample.env`,
  },
  {
    kind: "credential",
    on: "read and write",
    why: "holds passwords or tokens of servers",
    paths: `
      .netrc _netrc .authinfo .authinfo.gpg .git-credentials .git-credential-cache/ .config/git/credentials
      .cache/git/credential/ .gitcookies .config/gh/ .config/hub .config/glab-cli/ .config/tea/ .pgpass pgpass.conf .my.cnf
      .mylogin.cnf .pg_service.conf .htpasswd .s3cfg .smbcredentials .fetchmailrc .msmtprc .config/msmtp/ .mutt/
      .config/neomutt/ .config/rclone/ .irssi/ .config/weechat/ .subversion/auth/ .davfs2/`,
  },
  {
    kind: "credential",
    on: "read and write",
    why: "holds tokens of package registries",
    paths: `
      .npmrc .pypirc .pip/pip.conf .config/pip/ .gem/credentials .cargo/credentials .cargo/credentials.toml .m2/settings.xml
      .m2/settings-security.xml ~/.gradle/gradle.properties .composer/auth.json .config/composer/auth.json .bundle/config
      .nuget/nuget/nuget.config .hex/hex.config .config/pypoetry/auth.toml .config/uv/ .local/share/uv/credentials/
      .config/hatch/ .pub-cache/credentials.json .config/dart/pub-credentials.json .conan/credentials`,
  },
  {
    kind: "credential",
    on: "read and write",
    why: "holds credentials of clouds and clusters",
    paths: `
      .aws/ .azure/ .config/gcloud/ .gcloud/ .boto .oci/ .bluemix/ .aliyun/ .config/doctl/ .config/hcloud/ .config/scw/
      .config/linode-cli .config/heroku/ .config/netlify/ .config/railway/ .railway/ .fly/ .wrangler/config/
      .config/.wrangler/ .local/share/com.vercel.cli/ .config/configstore/ .databrickscfg .snowflake/ .config/openstack/
      .kube/ kubeconfig *.kubeconfig .docker/config.json .dockercfg .config/containers/auth.json .config/helm/
      /etc/kubernetes/ /etc/rancher/ /run/secrets/ /var/run/secrets/ /var/lib/kubelet/ *.tfstate *.tfstate.backup
      terraform.tfvars *.auto.tfvars .terraformrc terraform.rc .terraform.d/credentials.tfrc.json .vault-token .vault_pass
      .vault_pass.txt .pulumi/credentials.json .chef/ application_default_credentials.json gha-creds-*.json credentials.json
      client_secret*.json service-account*.json service_account*.json serviceaccount*.json *firebase-adminsdk*.json
      .streamlit/secrets.toml .secrets/ .secrets`,
  },
  {
    kind: "credential",
    on: "read and write",
    why: "holds keys of models and agents",
    paths: `
      .claude/.credentials.json .codex/auth.json .gemini/oauth_creds.json .config/github-copilot/ .huggingface/token
      .cache/huggingface/token .cache/huggingface/stored_tokens .config/io.datasette.llm/keys.json .kaggle/kaggle.json
      .config/kaggle/ .config/openai/ .config/anthropic/ .local/share/opencode/auth.json`,
  },
  {
    kind: "credential",
    on: "read and write",
    why: "holds passwords",
    paths: `
      *.kdbx *.kdb *.keychain *.keychain-db ~/library/keychains/ /library/keychains/ .password-store/ .local/share/keyrings/
      .local/share/kwalletd/ .gnome2/keyrings/ .config/op/ .config/1password/ .config/bitwarden/ .config/bitwarden+cli/
      .config/keepassxc/ .lastpass/ .electrum/ .bitcoin/ .ethereum/keystore/ .config/solana/id.json wallet.dat /etc/shadow
      /etc/shadow- /etc/gshadow /etc/gshadow- /etc/master.passwd /etc/security/opasswd /etc/sudoers /etc/sudoers.d/
      /etc/networkmanager/system-connections/ /etc/wpa_supplicant/ /etc/ppp/chap-secrets /var/lib/sss/ /etc/sssd/`,
  },
  {
    kind: "credential",
    on: "read and write",
    why: "is a browser's profile, with its passwords and sessions",
    paths: `
      .mozilla/ .thunderbird/ .librewolf/ .config/google-chrome/ .config/google-chrome-*/ .config/chromium/
      .config/bravesoftware/ .config/microsoft-edge/ .config/vivaldi/ .config/opera/ .config/slack/ .config/discord/
      .config/signal/ ~/snap/firefox/ ~/snap/chromium/ .var/app/*/config/ .var/app/org.mozilla.firefox/ ~/library/cookies/
      ~/library/safari/ application+support/google/chrome/ application+support/firefox/ application+support/bravesoftware/
      application+support/microsoft+edge/ appdata/local/google/chrome/ appdata/local/microsoft/edge/
      appdata/roaming/mozilla/ cookies.sqlite logins.json key4.db login+data`,
  },
  {
    kind: "credential",
    on: "read and write",
    why: "remembers what was typed, secrets too",
    paths: `.*_history .*_history-*.tmp .histfile .zhistory .history fish_history .bash_sessions/ .zsh_sessions/ psreadline/`,
  },
  {
    kind: "credential",
    on: "read and write",
    why: "shows the memory or the environment of processes",
    paths: `
      /proc/*/environ /proc/*/mem /proc/*/auxv /proc/*/task/*/environ /proc/*/task/*/mem /proc/*/task/*/auxv /proc/kcore
      /proc/kmem /proc/vmcore /proc/keys /proc/key-users /dev/mem /dev/kmem /dev/port /var/crash/ /var/lib/systemd/coredump/`,
  },
];
