import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** The addresses of a host name; throws or answers none when it does not resolve. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** The system's resolver: whatever the connection itself would use. */
export const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** `loopback` is distinguished because a development host may let receivers live there. */
export type AddressClass = 'public' | 'loopback' | 'refused';

/** Only these can be public: global unicast. Everything else in IPv6 is reserved, local, or carries an IPv4 address. */
const GLOBAL_UNICAST_V6: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * What an IP address in text is. Anything that is not an ordinary public unicast address is refused: private, shared (CGNAT),
 * link-local (so the metadata service), unique local, multicast, broadcast, unspecified, documentation, benchmarking,
 * reserved, and every IPv6 form that hides an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo).
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
  /** Lets loopback pass, and nothing else that is not public. */
  readonly allowLoopback: boolean;
}

export type CheckedHost =
  | { readonly kind: 'allowed'; readonly addresses: readonly string[]; readonly loopbackOnly: boolean }
  | { readonly kind: 'unresolved' }
  | { readonly kind: 'refused' };

/**
 * Resolves the host of a URL and checks every address: one that may not be dialled refuses the host. The caller must dial
 * one of `addresses` and nothing else, since the name may resolve differently a moment later [WHD-14].
 * `hostname` is that of a parsed `URL`, in which odd forms (`0x7f.1`, `2130706433`) are plain addresses already.
 */
export const checkHost = async (hostname: string, settings: GuardSettings): Promise<CheckedHost> => {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = ipaddr.isValid(literal) ? [literal] : await settings.resolve(literal).catch(() => []);
  if (addresses.length === 0) return { kind: 'unresolved' };
  const classes = addresses.map(classifyAddress);
  const allowed = classes.every((found) => found === 'public' || (found === 'loopback' && settings.allowLoopback));
  return allowed ? { kind: 'allowed', addresses, loopbackOnly: classes.every((found) => found === 'loopback') } : { kind: 'refused' };
};
