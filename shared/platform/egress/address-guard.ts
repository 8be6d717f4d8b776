import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** Resolves a host name to IP addresses. Throws, or returns an empty list, if the name does not resolve. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Resolves with the system's resolver, as a connection does. */
export const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Class of an address. `loopback`: can be allowed on a development host. */
export type AddressClass = 'public' | 'loopback' | 'refused';

/** Global unicast, the only public IPv6 addresses. All others are reserved, local, or contain an IPv4 address. */
const GLOBAL_UNICAST_V6: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Classifies an IP address. Everything except public unicast and loopback is refused: private, shared (CGNAT), link-local
 * (including the metadata service), unique local, multicast, broadcast, unspecified, documentation, benchmarking,
 * reserved, and IPv6 addresses that contain an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo).
 */
export const classifyAddress = (text: string): AddressClass => {
  if (!ipaddr.isValid(text)) return 'refused';
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'refused';
  return address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST_V6) ? 'refused' : 'public';
};

export interface GuardSettings {
  readonly resolve: Resolve;
  /** Also allows loopback addresses. */
  readonly allowLoopback: boolean;
}

export type CheckedHost =
  | { readonly kind: 'allowed'; readonly addresses: readonly string[]; readonly loopbackOnly: boolean }
  | { readonly kind: 'unresolved' }
  | { readonly kind: 'refused' };

/**
 * Resolves the host of a URL and refuses it if any address is not allowed. The caller must connect to one of `addresses`,
 * since the name may resolve differently a moment later [WHD-14]. `hostname` comes from a parsed `URL`, which normalizes
 * unusual notations (`0x7f.1`, `2130706433`).
 */
export const checkHost = async (hostname: string, settings: GuardSettings): Promise<CheckedHost> => {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = ipaddr.isValid(literal) ? [literal] : await settings.resolve(literal).catch(() => []);
  if (addresses.length === 0) return { kind: 'unresolved' };
  const classes = addresses.map(classifyAddress);
  const allowed = classes.every((each) => each === 'public' || (each === 'loopback' && settings.allowLoopback));
  return allowed ? { kind: 'allowed', addresses, loopbackOnly: classes.every((each) => each === 'loopback') } : { kind: 'refused' };
};
