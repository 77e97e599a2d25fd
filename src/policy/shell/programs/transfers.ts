/** Programs that speak with other machines: curl, wget, ssh and its kin, package managers. */
import type { Field } from "../expand.ts";
import { type Findings, type Scene, touch, unclear } from "../findings.ts";
import { flags, flagValue, hasFlag, readFlags } from "../flags.ts";
import { hostOf } from "./hosts.ts";

export const curl = (found: Findings, words: readonly Field[], scene: Scene): void => {
  const given = readFlags(words, curlFlags);
  found.effects.add("network");
  if (given.strange !== undefined) found.effects.add("execute");
  // Its format can name a file to read, and one to write.
  if (/^@|%output/u.test(flagValue(given, "-w", "--write-out")?.text ?? "")) found.effects.add("execute");
  if (hasFlag(given, "-O", "--remote-name", "-J")) touch(found, "write", { text: "." }, scene);
  for (const { use, field } of given.paths) touch(found, use === "reads" ? "read" : "overwrite", field, scene);
  for (const { name, value } of given.flags)
    if (value !== undefined && uploads.has(name))
      upload(found, value, { scene, cookies: name === "-b" || name === "--cookie" });
  const urls = [
    ...given.operands,
    ...given.flags.flatMap(({ name, value }) => (name === "--url" && value ? [value] : [])),
  ];
  hosts(found, urls, true);
};

const curlFlags = flags(
  "-s -S -f -L -k -i -I -v -g -G -N -O -J -# -4 -6 -0 -1 -2 -3 -l -a -j -R -X= -H= -A= -e= -u= -b= -d= -F= -m= -w= -r= -y= -Y= -z= " +
    "-o=> -D=> -c=> -T=< -E=< -C= --silent --show-error --fail --fail-with-body --location --insecure --include --head --verbose --get " +
    "--compressed --request= --header= --user-agent= --referer= --user= --cookie= --data= --data-raw= --data-binary= --data-urlencode= " +
    "--data-ascii= --json= --form= --form-string= --max-time= --connect-timeout= --write-out= --retry= --retry-delay= --retry-max-time= " +
    "--retry-all-errors --output=> --dump-header=> --cookie-jar=> --upload-file=< --cacert=< --cert=< --key=< --create-dirs --output-dir=> " +
    "--remote-name --remote-header-name --http1.1 --http2 --ipv4 --ipv6 --no-buffer --range= --url= --version --help --progress-bar --tlsv1.2 " +
    "--proto= --max-redirs= --globoff --oauth2-bearer=",
);

const uploads = new Set(
  "-d -F --data --data-binary --data-urlencode --data-ascii --json --form -H --header -b --cookie".split(" "),
);

// `@file` is what is sent, also behind a field's name; `-b file` reads cookies.
const upload = (found: Findings, value: Field, { scene, cookies }: { scene: Scene; cookies: boolean }): void => {
  if (value.unknown !== undefined) return unclear(found, value.unknown);
  // Behind -b a word without `=` is a file of cookies.
  const file = cookies && !value.text.includes("=") ? value.text : /^(?:[^@=]*=?[@<]|@)([^;]+)/u.exec(value.text)?.[1];
  if (file !== undefined) touch(found, "read", { text: file }, scene);
};

export const wget = (found: Findings, words: readonly Field[], scene: Scene): void => {
  const given = readFlags(words, wgetFlags);
  found.effects.add("network");
  if (given.strange !== undefined) found.effects.add("execute");
  for (const { use, field } of given.paths) touch(found, use === "reads" ? "read" : "overwrite", field, scene);
  if (flagValue(given, "-O", "--output-document") === undefined && !hasFlag(given, "--spider")) {
    touch(found, "write", flagValue(given, "-P", "--directory-prefix") ?? { text: "." }, scene);
  }
  hosts(found, given.operands, true);
};

const wgetFlags = flags(
  "-q -v -c -N -S -4 -6 -nv -nc -r -l= -np -k -p -t= -T= -w= -U= -O=> -o=> -P= -i=< --quiet --no-verbose --continue --timestamping --spider " +
    "--output-document=> --directory-prefix= --tries= --timeout= --user-agent= --header= --post-data= --post-file=< --no-check-certificate " +
    "--server-response --show-progress --version --method= --body-data= --body-file=<",
);

/** What runs over there is not judged, so it is execution as well. */
export const remote = (found: Findings, words: readonly Field[], scene: Scene): void => {
  found.effects.add("network").add("execute");
  const given = readFlags(
    words,
    flags("* -p= -P= -i=< -l= -o= -J= -L= -R= -D= -F=< -c= -W= -w= -e= -s= -E=< -b= -m= -Q= -S="),
  );
  for (const { field } of given.paths) touch(found, "read", field, scene);
  const named = given.operands.map((field) => ({ field, host: hostOf(field.text, false) }));
  const far =
    named.find(({ host }) => host !== undefined) ??
    named.map(({ field }) => ({ field, host: hostOf(field.text, true) }))[0];
  if (far?.host !== undefined) found.hosts.add(far.host);
  if (far === undefined || far.field.unknown !== undefined) unclear(found, "which host it connects to is not known");
};

/** Package managers fetch and run what others wrote; a few of their words only look. */
export const packages = (found: Findings, words: readonly Field[]): void => {
  const text = words.map((word) => word.text);
  if (words.length === 1 && ["--version", "-v", "-V", "--help"].includes(text[0] ?? ""))
    return void found.effects.add("read");
  found.effects.add("execute");
  for (const { unknown } of words) if (unknown !== undefined) unclear(found, unknown);
  if (!local.test(text.join(" "))) found.effects.add("network");
};

/** What containers do is not judged, and starting one may fetch it. */
export const containers = (found: Findings, words: readonly Field[]): void => {
  found.effects.add("execute").add("network");
  for (const { unknown } of words) if (unknown !== undefined) unclear(found, unknown);
};

const local = /^(?:run(?:-script)?|test|t|start|build|check|clippy|fmt|vet|version|ls|list|doc)\b/u;

const hosts = (found: Findings, operands: readonly Field[], bare: boolean): void => {
  for (const { text, unknown, prefix } of operands) {
    const host = hostOf(unknown === undefined ? text : (prefix ?? ""), bare);
    // What follows the host's slash may be unknown; the host itself may not.
    const sure = unknown === undefined || /^[a-z+]+:\/\/[^/?#]+[/?#]/iu.test(prefix ?? "");
    if (host !== undefined && sure && !/[{}[\]]/u.test(host)) found.hosts.add(host);
    else unclear(found, unknown ?? `which host ${text} is on is not known`);
  }
};
