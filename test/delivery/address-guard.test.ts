import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHost, classifyAddress, type GuardSettings } from '../../shared/platform/egress/address-guard.ts';
import { checkEndpointUrl } from '../../shared/webhooks/endpoint-url.ts';

/** Settings of the guard with fixed DNS entries. */
const guard = (names: Readonly<Record<string, readonly string[]>> = {}, allowLoopback = false): GuardSettings => ({
  allowLoopback,
  resolve: async (host) => {
    const addresses = names[host];
    if (addresses === undefined) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    return addresses;
  },
});

const REFUSED = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '::8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '64:ff9b:1:ffff::1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  '4000::1',
  'e000::1',
  'not an address',
  '',
];
/** `REFUSED` without its last entry, because a name server never answers with an empty string. */
const REFUSED_ANSWERS = REFUSED.slice(0, -1);
const LOOPBACK = ['127.0.0.1', '127.0.0.2', '127.255.255.254', '::1'];
const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450::1',
];

describe('address guard', () => {
  it.each(REFUSED)('refuses %s', (address) => expect(classifyAddress(address)).toBe('refused'));
  it.each(LOOPBACK)('classifies %s as loopback', (address) => expect(classifyAddress(address)).toBe('loopback'));
  it.each(PUBLIC)('allows %s', (address) => expect(classifyAddress(address)).toBe('public'));

  it('refuses a host if any of its addresses is refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...PUBLIC), { maxLength: 5 }),
        fc.constantFrom(...REFUSED_ANSWERS, ...LOOPBACK),
        fc.nat(),
        async (publicAddresses, refused, position) => {
          const addresses = publicAddresses.toSpliced(position % (publicAddresses.length + 1), 0, refused);
          expect(await checkHost('host.example', guard({ 'host.example': addresses }))).toEqual({ kind: 'refused' });
        },
      ),
    );
  });

  it('never classifies an IPv6 address as public if it contains an IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '::', '64:ff9b::', '64:ff9b:1::', '::ffff:0:'), (inner, prefix) => {
        expect(classifyAddress(prefix + inner)).not.toBe('public');
      }),
    );
  });

  it('never classifies a private, loopback or reserved IPv4 address as public', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const start = fc.constantFrom('10', '127', '0', '169.254', '192.168', '172.16', '172.31', '100.64', '100.127', '224', '255');
    fc.assert(
      fc.property(start, octet, octet, octet, (prefix, a, b, c) => {
        const address = [...prefix.split('.'), a, b, c].slice(0, 4).join('.');
        expect(classifyAddress(address)).not.toBe('public');
      }),
    );
  });

  it('allows loopback addresses if loopback is allowed, and still refuses private and reserved addresses', async () => {
    for (const address of LOOPBACK)
      expect(await checkHost(address, guard({}, true))).toMatchObject({ kind: 'allowed', loopbackOnly: true });
    for (const address of REFUSED_ANSWERS) {
      expect(await checkHost('h', guard({ h: [address] }, true)), address).toEqual({ kind: 'refused' });
    }
  });
});

describe('registration of a receiver', () => {
  const names = { 'ok.example': ['1.1.1.1', '2606:4700::1111'], 'mixed.example': ['1.1.1.1', '10.0.0.1'], localhost: ['127.0.0.1', '::1'] };

  it('accepts an https URL with a public host', async () => {
    expect(await checkEndpointUrl('https://ok.example/hooks?x=1', guard(names))).toEqual({ ok: true, url: 'https://ok.example/hooks?x=1' });
    expect(await checkEndpointUrl('HTTPS://OK.example:443/a/../hooks\t', guard(names))).toEqual({
      ok: true,
      url: 'https://ok.example/hooks',
    });
    expect(await checkEndpointUrl('https://1.1.1.1:8443/', guard(names))).toEqual({ ok: true, url: 'https://1.1.1.1:8443/' });
  });

  it.each([
    'https://mixed.example/',
    'https://gone.example/',
    'http://ok.example/',
    'ftp://ok.example/',
    'https://user:pw@ok.example/',
    'https://user@ok.example/',
    'ok.example',
    '',
    '/path',
    'https://',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://localhost/',
    'http://localhost:3000/',
    'https://169.254.169.254/latest',
    'https://[fd00:ec2::254]/',
    'https://10.0.0.1/',
    'https://0/',
    'https://①②⑦.0.0.1/',
    `https://ok.example/${'a'.repeat(2083)}`,
  ])('refuses %s', async (url) => {
    expect(await checkEndpointUrl(url, guard(names))).toMatchObject({ ok: false, reason: 'url_not_public' });
  });

  it('accepts plain http only for loopback, if loopback receivers are allowed', async () => {
    expect(await checkEndpointUrl('http://127.0.0.1:9/', guard(names, true))).toEqual({ ok: true, url: 'http://127.0.0.1:9/' });
    expect(await checkEndpointUrl('http://localhost:9/', guard(names, true))).toEqual({ ok: true, url: 'http://localhost:9/' });
    expect(await checkEndpointUrl('http://[::1]:9/', guard(names, true))).toEqual({ ok: true, url: 'http://[::1]:9/' });
    expect(await checkEndpointUrl('http://ok.example/', guard(names, true))).toMatchObject({ ok: false });
    expect(await checkEndpointUrl('http://10.0.0.1/', guard(names, true))).toMatchObject({ ok: false });
    expect(await checkEndpointUrl('http://[::ffff:127.0.0.1]/', guard(names, true))).toMatchObject({ ok: false });
  });
});
