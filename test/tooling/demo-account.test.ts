import { describe, expect, it } from 'vitest';
import { requireLocalService } from '../../scripts/demo/local-service.ts';

describe('npm run demo', () => {
  it.each(['http://localhost:4242', 'http://127.0.0.1', 'http://[::1]:4242', 'https://LOCALHOST/'])('accepts the address %s', (url) => {
    expect(() => requireLocalService(url)).not.toThrow();
  });

  it.each([
    'https://billing.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1@example.com',
    'http://192.168.1.5:4242',
    'localhost',
  ])('refuses any other address: %s', (url) => {
    expect(() => requireLocalService(url)).toThrow(`${url} is not on this machine. The demo writes a billing profile with a VAT id`);
  });
});
