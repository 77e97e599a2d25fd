/** What programs do, by name and flags, as data. A program that is not here executes something unknown. */
import { type Program, rows } from "./program.ts";

const read: Readonly<Record<string, Program>> = {
  ...rows(
    "echo true false : test [ basename dirname seq sleep expr clear wait jobs times umask ulimit dirs",
    "nothing",
    "*",
  ),
  ...rows("printf tr getopts break continue return exit shift hash local yes factor", "nothing", "*"),
  ...rows(
    "pwd whoami id groups tty logname nproc arch uname uptime free lscpu lsblk lsmod locale getconf",
    "nothing",
    "*",
    {
      effects: ["read"],
    },
  ),
  ...rows("pgrep pidof printenv which whereis type tput cal df lsof apropos whatis", "nothing", "*", {
    effects: ["read"],
  }),
  ...rows(
    "date",
    "formats",
    "-d= --date= -u --utc --universal -I? --iso-8601? -R --rfc-email --rfc-3339= -r=< --reference=<",
    {
      effects: ["read"],
    },
  ),
  ...rows("hostname", "none allowed", "-f -s -i -I -d --fqdn --short"),
  ...rows("mount", "none allowed", "-l -V"),
  ...rows("ls dir vdir", "reads", "* -I= -w= -T= --ignore= --hide= --sort= --time= --color? --format=", {
    readsHere: true,
  }),
  ...rows("cat tac nl wc rev zcat bzcat xzcat nm size readelf paste join comm cmp column", "reads", "*"),
  ...rows("fold fmt expand unexpand pr tsort numfmt readlink realpath cksum sum b2sum", "reads", "*"),
  ...rows("md5sum sha1sum sha224sum sha256sum sha384sum sha512sum", "reads", "*"),
  ...rows("base64 base32", "reads", "* -w= --wrap="),
  ...rows("od", "reads", "* -A= -j= -N= -t="),
  ...rows("strings", "reads", "* -n= -t="),
  ...rows("hexdump hd", "reads", "* -n= -s= -e="),
  ...rows("head tail", "reads", "* -n= -c= --lines= --bytes= -#"),
  ...rows("cut", "reads", "* -d= -f= -c= -b= --delimiter= --fields= --characters="),
  ...rows("stat", "reads", "* -c= --format= --printf="),
  ...rows("du", "reads", "* -d= --max-depth= --exclude= -t= -B=", { readsHere: true }),
  ...rows("diff", "reads", "* -U= -C= -x= -I= -F= --exclude= --color? --label= -L="),
  ...rows("file", "reads", "-b -i -L -h -k -z -s -r -0 --brief --mime --mime-type --mime-encoding --dereference"),
  ...rows(
    "tree",
    "reads",
    "-a -d -f -l -x -L= -P= -I= -s -h -p -u -g -D -F -i -n -C -J --noreport --gitignore --dirsfirst --prune",
    {
      readsHere: true,
    },
  ),
  ...rows("sort", "reads", sortFlags()),
  ...rows("shuf", "reads", "-n= --head-count= -e -i= -z -r"),
  ...rows("uniq", "read then write", "-c -d -D -i -u -z -f= -s= -w= --count --repeated --unique --ignore-case", {
    effects: ["read"],
  }),
  ...rows("xxd", "read then write", "-a -b -c= -e -g= -i -l= -o= -p -ps -s= -u -r", { effects: ["read"] }),
  ...rows("grep egrep fgrep", "expression, reads", `* ${grepFlags()}`, {
    expressionFlags: ["-e", "-f", "--regexp", "--file"],
    readsHere: ["-r", "-R", "--recursive", "--dereference-recursive"],
  }),
  ...rows("rg", "expression, reads", rgFlags(), {
    expressionFlags: ["-e", "-f", "--regexp", "--file", "--files", "--type-list"],
    readsHere: true,
  }),
  ...rows("fd fdfind", "expression, reads", fdFlags(), { readsHere: true }),
  ...rows(
    "jq",
    "expression, reads",
    "-r -c -n -s -S -e -j -a -M -C -R --raw-output --compact-output --null-input --slurp --sort-keys --tab --exit-status --raw-input --indent=",
  ),
  ...rows("node npm", "version only", "--version --help -v -h"),
  ...rows(
    "python python3 ruby perl php go cargo rustc gcc g++ clang java javac tsc deno bun",
    "version only",
    "--version --help",
  ),
  ...rows(
    "make cmake pip pip3 pnpm yarn docker kubectl dotnet mvn gradle uv poetry",
    "version only",
    "--version --help",
  ),
};

const write: Readonly<Record<string, Program>> = {
  ...rows("touch", "writes", "* -a -c -m -h -d= -t= -r=< --date= --reference=< --no-create"),
  ...rows("mkdir", "writes", "* -p -v -m= --parents --verbose --mode="),
  ...rows("mkfifo", "writes", "-m= --mode="),
  ...rows("mktemp", "nothing", "-d -q -u -t -p=> --tmpdir? --suffix=", { effects: ["write"] }),
  ...rows(
    "rm",
    "deletes",
    "* -r -R -f -i -I -v -d --recursive --force --verbose --dir --one-file-system --interactive? --preserve-root? --no-preserve-root",
  ),
  ...rows("rmdir unlink", "deletes", "* -p -v --parents --verbose --ignore-fail-on-non-empty"),
  ...rows(
    "shred",
    "deletes",
    "-f -n= -s= -u -v -x -z --force --iterations= --size= --remove? --verbose --exact --zero",
  ),
  ...rows("cp install", "reads then writes", copyFlags(), { targetFlags: ["-t", "--target-directory"] }),
  ...rows("mv", "moves then writes", copyFlags(), { targetFlags: ["-t", "--target-directory"] }),
  ...rows("ln", "reads then writes", copyFlags(), { targetFlags: ["-t", "--target-directory"] }),
  ...rows("tee", "overwrites", "-a -i -p --append --ignore-interrupts"),
  ...rows("truncate", "overwrites", "-c -o -s= -r=< --size= --no-create --reference=<"),
  ...rows(
    "chmod chown chgrp",
    "expression, changes",
    "* -R -v -c -f -h -L -H -P --recursive --verbose --changes --silent --quiet --reference=< --no-dereference --preserve-root --no-preserve-root",
    {
      recursiveFlags: ["-R", "--recursive"],
      expressionFlags: ["--reference"],
    },
  ),
  ...rows("gzip gunzip bzip2 bunzip2 xz unxz zstd", "moves then writes", "-k -d -f -v -c -r -t -l -q -#"),
};

const network: Readonly<Record<string, Program>> = {
  ...rows("ping ping6 traceroute tracepath host nslookup whois dig", "hosts", "* -c= -i= -W= -w= -s= -t= -p="),
  ...rows("telnet ftp", "hosts", "*", { effects: ["network", "execute"] }),
};

/** A name's row, if it has one. */
export const programOf = (name: string): Program | undefined => (Object.hasOwn(table, name) ? table[name] : undefined);

function sortFlags(): string {
  return (
    "-b -d -f -g -h -i -M -n -R -r -V -c -C -m -s -u -z -k= -t= -S= --parallel= --key= --field-separator= --reverse --unique " +
    "--numeric-sort --human-numeric-sort --version-sort --ignore-case --stable --check? --zero-terminated --general-numeric-sort"
  );
}

function grepFlags(): string {
  return (
    "-e= -f=< -m= -A= -B= -C= -d= -D= -# --regexp= --file=< --max-count= --after-context= --before-context= --context= " +
    "--include= --exclude= --exclude-dir= --exclude-from=< --color? --colour? --label= --binary-files="
  );
}

function rgFlags(): string {
  return (
    "-e= -f=< -m= -A= -B= -C= -g= -t= -T= -j= -M= -r= -d= -E= --regexp= --file=< --glob= --iglob= --type= --type-not= " +
    "--max-count= --max-depth= --after-context= --before-context= --context= --replace= --sort= --sortr= --color= --colors= " +
    "--engine= --encoding= --max-columns= --threads= --max-filesize= --type-add= -i -S -s -w -x -v -n -N -H -I -l -c -o -F -P " +
    "-U -u -a -L -p -q -0 -h -. --files --files-with-matches --files-without-match --count --count-matches --hidden --no-ignore " +
    "--no-ignore-vcs --ignore-case --smart-case --case-sensitive --word-regexp --line-regexp --invert-match --line-number " +
    "--no-line-number --with-filename --no-filename --no-heading --heading --only-matching --fixed-strings --pcre2 --multiline " +
    "--multiline-dotall --text --follow --pretty --quiet --null --json --trim --vimgrep --stats --type-list --column --version --no-config"
  );
}

function fdFlags(): string {
  return (
    "-e= -t= -d= -E= -g -F -p -H -I -u -s -i -a -l -L -0 -1 -c= -S= -j= --extension= --type= --max-depth= --min-depth= --exclude= " +
    "--glob --hidden --no-ignore --follow --absolute-path --full-path --fixed-strings --case-sensitive --ignore-case --color= " +
    "--size= --changed-within= --changed-before= --print0 --max-results= --base-directory=<"
  );
}

function copyFlags(): string {
  return (
    "-a -b -d -f -i -l -L -n -p -P -r -R -s -T -u -v -x -H -D -m= -o= -g= -S= -t=> --archive --force --interactive --link " +
    "--no-clobber --recursive --symbolic --symbolic-link --target-directory=> --no-target-directory --update? --verbose --parents --preserve? " +
    "--no-preserve= --sparse= --reflink? --backup? --suffix= --mode= --owner= --group= --dereference --no-dereference --relative"
  );
}

const table: Readonly<Record<string, Program>> = { ...read, ...write, ...network };
