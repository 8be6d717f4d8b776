import { describe, expect, it } from 'vitest';
import { networkOf } from '../../shared/platform/networks.ts';

describe('the network', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['::ffff:192.0.2.1', '0:0:0:0:0:ffff:c000:201'],
    ['unknown', 'unknown'],
  ])('of the client address %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});
