import { isIPv6 } from 'node:net';

/** What one caller has of an IPv6 address: the first 64 bits. */
const PREFIX_GROUPS = 4;

/** With which IPv4 addresses begin that are written as IPv6. */
const MAPPED = ['0', '0', '0', '0', '0', 'ffff'];

/** Its eight groups without leading zeros; an IPv4 address at the end counts as two. */
const groupsOf = (address: string): readonly string[] => {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0);
  return [...(first ?? []), ...Array.from({ length: zeros }, () => '0'), ...(last ?? [])];
};

/**
 * The network that limits count a client by: its IPv4 address, or the `/64` of its IPv6 address, all of which one client commonly has.
 * An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) counts as itself, and what is no address stays as it is.
 */
export const networkOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip;
  const address = ip.split('%')[0] ?? ip;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, MAPPED.length).join() === MAPPED.join();
  return isMapped ? groups.join(':') : `${groups.slice(0, PREFIX_GROUPS).join(':')}::/64`;
};
