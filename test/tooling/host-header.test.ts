import { describe, expect, it } from 'vitest';
import { namesThisHost } from '../../scripts/local/host-header.ts';

describe('the Host header of a request to the local host', () => {
  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:3000', '[::1]', '[::1]:3000', 'billing.internal:80'])(
    'may be %s',
    (host) => {
      expect(namesThisHost(host, ['billing.internal'])).toBe(true);
    },
  );

  it.each([
    undefined,
    '',
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'evil.example@localhost',
    'localhost@evil.example',
    'localhost:3000@evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.2',
    '[::2]',
    'localhost/',
    'localhost, evil.example',
    'billing.internal.evil.example',
  ])('may not be %s', (host) => {
    expect(namesThisHost(host, ['billing.internal'])).toBe(false);
  });
});
