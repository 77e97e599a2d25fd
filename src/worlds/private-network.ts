/** Tells the addresses of this machine and of private networks from those of the internet. */
import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { CallBlocked } from "../contract/world.ts";

/** Whether an address, or a host name that needs no look-up, is not on the internet. As in the IANA special-purpose registries. */
export const isPrivate = (host: string): boolean => {
  const address = host.replace(/^\[(.*)\]$/, "$1");
  const version = isIP(address);
  if (version === 0) return address === "localhost" || address.endsWith(".localhost");
  return ranges.check(address, version === 6 ? "ipv6" : "ipv4");
};

/** A look-up that finds `hostname` only on the internet; any other name (a proxy's) is looked up as usual. */
export const publicLookup = (hostname: string): LookupFunction => {
  refusePrivate(hostname, hostname);
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, []);
      const hidden = name === hostname ? found.find(({ address }) => isPrivate(address)) : undefined;
      if (hidden !== undefined) return done(refusal(hostname, hidden.address), []);
      return options.all === true ? done(null, found) : done(null, found[0]?.address ?? "", found[0]?.family);
    });
  };
};

const refusePrivate = (hostname: string, address: string): void => {
  if (isPrivate(address)) throw refusal(hostname, address);
};

const refusal = (hostname: string, address: string): CallBlocked =>
  new CallBlocked(
    `a redirect leads to ${hostname}${hostname === address ? "" : ` (${address})`}, which is on this machine or a private network`,
  );

type Network = readonly [address: string, bits: number];

/** All addresses of some networks. */
export const networks = (ipv4: readonly Network[], ipv6: readonly Network[]): BlockList => {
  const list = new BlockList();
  for (const [address, bits] of ipv4) list.addSubnet(address, bits, "ipv4");
  for (const [address, bits] of ipv6) list.addSubnet(address, bits, "ipv6");
  return list;
};

const ranges = networks(
  [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["224.0.0.0", 3],
  ],
  [
    ["::", 127],
    ["64:ff9b:1::", 48],
    ["fc00::", 7],
    ["fe80::", 10],
    ["ff00::", 8],
  ],
);
