/** Hosts in the words of a command line. */

/** The host that a URL or an `user@host:path` names. With `bare`, a word that is only a name counts too. */
export const hostOf = (word: string, bare: boolean): string | undefined => {
  const url = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#\\]*@)?(\[[\da-f:.]+\]|[^/?#:@\\]+)(?::\d+)?(?=[/?#]|$)/iu.exec(word);
  if (url?.[1] !== undefined) return clean(url[1]);
  const remote = /^(?:[\w.-]+@)?(\[[\da-f:.]+\]|[\w.-]+):(?!\/\/)/u.exec(word);
  if (remote?.[1] !== undefined) return clean(remote[1]);
  const plain = bare ? /^(?:[\w.+-]+@)?(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?(?:[/?#]|$)/u.exec(word) : null;
  return plain?.[1] === undefined ? undefined : clean(plain[1]);
};

const clean = (host: string): string => host.toLowerCase().replace(/\.$/u, "");
