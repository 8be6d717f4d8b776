import { isIPv6 } from 'node:net';

/** Number of groups, of 16 bits each, in the network prefix of an IPv6 address. */
const PREFIX_GROUPS = 4;

/** Prefix of IPv4-mapped IPv6 addresses. */
const MAPPED = ['0', '0', '0', '0', '0', 'ffff'];

/** The eight groups of an IPv6 address, each without leading zeros; a trailing IPv4 address is written as two groups. */
const groupsOf = (address: string): readonly string[] => {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0);
  return [...(first ?? []), ...Array.from({ length: zeros }, () => '0'), ...(last ?? [])];
};

/**
 * The network by which limits identify a client: its IPv4 address, or the `/64` of its IPv6 address, which usually belongs to one client.
 * Returns all eight groups of an IPv4-mapped address (`::ffff:192.0.2.1`), and other text unchanged.
 */
export const networkOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip;
  const address = ip.split('%')[0] ?? ip;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, MAPPED.length).join() === MAPPED.join();
  return isMapped ? groups.join(':') : `${groups.slice(0, PREFIX_GROUPS).join(':')}::/64`;
};
