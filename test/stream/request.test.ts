import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientIp } from '../../functions/stream/request.ts';
import { tenantIn } from '../../functions/stream/wake-ups.ts';

const requestFrom = (forwarded: string | undefined, peer: string): Pick<IncomingMessage, 'headers' | 'socket'> => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress: peer } as IncomingMessage['socket'],
});

describe('the IP address of the client', () => {
  it.each([
    [undefined, '::ffff:192.0.2.1', 0, '192.0.2.1'],
    ['203.0.113.9', '192.0.2.1', 0, '192.0.2.1'],
    ['198.51.100.7, 10.20.0.5', '10.20.1.6', 2, '198.51.100.7'],
    ['203.0.113.9, 198.51.100.7, 10.20.0.5', '10.20.1.6', 2, '198.51.100.7'],
    ['198.51.100.7', '10.20.1.6', 2, '198.51.100.7'],
  ])('with forwarded addresses %s, peer %s and %i trusted proxies is %s', (forwarded, peer, proxies, expected) => {
    expect(clientIp(requestFrom(forwarded, peer), proxies)).toBe(expected);
  });
});

describe('a wake-up', () => {
  it('is parsed as an account and a mode; the result is null if either is missing or invalid', () => {
    expect(tenantIn('{"detail":{"accountId":"acct_1","mode":"test","eventId":"evt_1","type":"x"}}')).toEqual({
      accountId: 'acct_1',
      mode: 'test',
    });
    for (const text of ['', '{}', 'null', '{"detail":{"accountId":"acct_1","mode":"other"}}', '{"detail":{"mode":"test"}}']) {
      expect(tenantIn(text), text).toBeNull();
    }
  });
});
