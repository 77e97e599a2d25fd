/** Which variables change what programs do. */

/** Whether setting it for a program only changes how the program speaks, or is read by nothing that matters. */
export const isQuiet = (name: string, value: string | undefined): boolean =>
  quiet.test(name) || (name.endsWith("PAGER") && (value === "cat" || value === ""));

const quiet =
  /^(?:LC_[A-Z]+|LANG|LANGUAGE|TZ|TERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|CI|DEBUG|VERBOSE|NODE_ENV|RUST_BACKTRACE|RUST_LOG|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|PYTHONIOENCODING|DEBIAN_FRONTEND)$/u;

/** Whether a shell, or a program that inherits it, would do something else once it is set. */
export const changesPrograms = (name: string): boolean => strange.test(name);

const strange =
  /^(?:PATH|HOME|PWD|OLDPWD|CDPATH|ENV|BASH_.*|BASHOPTS|SHELL|SHELLOPTS|PS[0-4]|PROMPT_COMMAND|GLOBIGNORE|EXECIGNORE|POSIXLY_CORRECT|EDITOR|VISUAL|BROWSER|.*PAGER|LESS.*|LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|NLSPATH|TERMINFO.*|TERMCAP|GIT_.*|SSH_.*|XDG_.*|NODE_.*|NPM_.*|PYTHON.*|PERL.*|RUBY.*|GEM_.*|JAVA_.*|JDK_.*|_JAVA_OPTIONS|CLASSPATH|GO[A-Z]*|CARGO.*|RUST.*|CC|CXX|MAKE.*|[A-Z]*_OPTIONS|[A-Z]*OPTS|.*_PROXY|.*_proxy|RIPGREP_CONFIG_PATH|TMPDIR|TAR_.*|RSYNC_.*|FZF_.*|BAT_.*|DOCKER_.*|KUBECONFIG|AWS_.*|CURL_.*|WGETRC|INPUTRC|MANPATH|IFS)$/u;
