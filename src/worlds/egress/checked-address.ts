/** Looks a host up once and decides where it may be connected to; only what was checked is connected to. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPrivate, networks } from "../private-network.ts";
import type { HostMatch } from "./host-rules.ts";

/** An address that was checked, as a look-up gives it. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/** The addresses of a host, or one sentence that says why none of them may be used. */
export type Checked = { readonly addresses: readonly Address[] } | { readonly refused: string };

/**
 * A private network's address needs a rule that names the host itself. An address of this machine or of the link (where
 * clouds hand out credentials) needs a rule that names that address, or `localhost`: whoever owns an allowed name
 * could point it there. Rejects as `dns.lookup` does.
 */
export const checkedAddresses = async (host: string, { rule, literal }: HostMatch): Promise<Checked> => {
  if (isPrivate(host) && !literal) return { refused: `${host} is on this machine or a private network` };
  const addresses = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host, family: isIP(host) }];
  if (isPrivate(host)) return { addresses };
  const near = addresses.find(({ address }) => isNear(address));
  if (near !== undefined)
    return {
      refused: `${host} leads to ${near.address}, which is this machine or its link; a rule must name that address itself`,
    };
  const hidden = literal ? undefined : addresses.find(({ address }) => isPrivate(address));
  if (hidden !== undefined)
    return {
      refused: `${host} leads to ${hidden.address} in a private network, and the rule ${rule} does not name this host itself`,
    };
  return { addresses };
};

const isNear = (address: string): boolean => near.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

const near = networks(
  [
    ["0.0.0.0", 8],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["224.0.0.0", 3],
  ],
  [
    ["::", 127],
    ["fe80::", 10],
    ["ff00::", 8],
  ],
);
