import { describe, expect, it } from 'vitest';
import { CLIENT_SECRET_SECONDS, mintClientSecret, readClientSecret } from '../../shared/api/calls/client-secret.ts';

const OLD = { version: '1', value: 'old pepper' };
const NEW = { version: '2', value: 'new pepper' };
const TENANT = { accountId: `acct_${'0'.repeat(26)}`, mode: 'test' } as const;
const SESSION = `cs_${'1'.repeat(26)}`;
const NOW = 1_800_000_000;

describe('a client secret', () => {
  it('[LIM-13] contains its tenant and session, and expires after 30 minutes', () => {
    const grant = readClientSecret([NEW], mintClientSecret([NEW], TENANT, SESSION, NOW));
    expect(grant).toEqual({ tenant: TENANT, subjectId: SESSION, expiresAt: NOW + 1800 });
    expect(CLIENT_SECRET_SECONDS).toBe(1800);
  });

  it('stays valid after a rotation of the pepper, but only while the old pepper is configured', () => {
    const secret = mintClientSecret([OLD], TENANT, SESSION, NOW);
    expect(readClientSecret([NEW, OLD], secret)?.subjectId).toBe(SESSION);
    expect(readClientSecret([NEW], secret)).toBeNull();
  });

  it.each([
    ['another session', (secret: string) => secret.replace('1111', '1112')],
    ['another mode', (secret: string) => secret.replace('_test_', '_live_')],
    ['another account', (secret: string) => secret.replace('acct_0', 'acct_1')],
    ['a later expiry', (secret: string) => secret.replace(/_([0-9a-z]+)_([0-9a-f]{64})$/, '_zzzzzz_$2')],
    ['no signature', (secret: string) => secret.slice(0, -64)],
  ])('is invalid if its text is changed to contain %s', (_what, change) => {
    expect(readClientSecret([NEW], change(mintClientSecret([NEW], TENANT, SESSION, NOW)))).toBeNull();
  });
});
