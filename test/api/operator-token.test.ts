import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOperatorToken, mintOperatorToken, type OperatorGrant, readOperatorToken } from '../../shared/api/operator/token.ts';
import { scopesOf } from '../../shared/api/role-scopes.ts';
import { SCOPES } from '../../shared/api/scopes.ts';
import { isAtLeastRole, ROLES } from '../../shared/domain/account/record.ts';
import { type PublicKey, signingKeyOf } from '../../shared/platform/signing-key.ts';

const NOW_MS = 1_800_000_000_000;
const [KEY, OTHER_KEY] = [signingKeyOf('one', 'operator-token'), signingKeyOf('other', 'operator-token')];
const GRANT: OperatorGrant = {
  accountId: 'acct_1',
  mode: 'live',
  memberId: 'mem_1',
  role: 'viewer',
  operation: null,
  signedInAt: NOW_MS / 1000,
  ip: '192.0.2.1',
  userAgent: 'Zoë’s browser',
  expiresAtMs: NOW_MS + 60_000,
};

/** Reads a token; `published`: the public keys that can verify it. */
const read = (token: string, nowMs = NOW_MS, published: readonly PublicKey[] = [KEY]) =>
  readOperatorToken(token, nowMs, async (keyId) => published.find(({ id }) => id === keyId)?.spki ?? null);

describe('an operator token', () => {
  it('is valid until it expires, as long as its public key is published', async () => {
    const token = mintOperatorToken(KEY, GRANT);
    expect(isOperatorToken(token)).toBe(true);
    expect(await read(token, NOW_MS + 59_999, [OTHER_KEY, KEY])).toEqual(GRANT);
    expect(await read(token, NOW_MS + 60_000, [OTHER_KEY, KEY])).toBeNull();
    expect(await read(token, NOW_MS, [OTHER_KEY])).toBeNull();
  });

  it('of an earlier release, without `signedInAt`, is read with `signedInAt` 0', async () => {
    const { signedInAt: _omitted, ...earlierGrant } = GRANT;
    expect(await read(mintOperatorToken(KEY, earlierGrant as OperatorGrant))).toEqual({ ...earlierGrant, signedInAt: 0 });
  });

  it('is invalid after any change', async () => {
    const token = mintOperatorToken(KEY, GRANT);
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(...'0aZ-_.'), async (at, letter) => {
        const changed = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
        if (changed !== token) expect(await read(changed)).toBeNull();
      }),
      { numRuns: 500 },
    );
    await fc.assert(fc.asyncProperty(fc.string(), async (text) => (await read(`svc_operator_${text}`)) === null));
    const [, payload = '', signature = ''] = token.split('.');
    const ownerPayload = Buffer.from(JSON.stringify({ ...GRANT, role: 'owner' })).toString('base64url');
    expect(await read(`svc_operator_${KEY.id}.${ownerPayload}.${signature}`)).toBeNull();
    expect(await read(`svc_operator_${OTHER_KEY.id}.${payload}.${signature}`, NOW_MS, [KEY, OTHER_KEY])).toBeNull();
  });

  it('is signed by a key that is derived from the secret and the purpose', () => {
    const derivedAgain = signingKeyOf('one', 'operator-token');
    expect([derivedAgain.id, derivedAgain.spki]).toEqual([KEY.id, KEY.spki]);
    expect(signingKeyOf('one', 'another purpose').id).not.toBe(KEY.id);
  });
});

describe('the scopes of roles', () => {
  it('are exactly the read scopes for a viewer; the scopes of each other role include those of lower roles', () => {
    expect(scopesOf('viewer')).toEqual(SCOPES.filter((scope) => scope.endsWith(':read')));
    expect(scopesOf('support')).toEqual(expect.arrayContaining([...scopesOf('viewer')]));
    for (const scope of ['api_keys:write', 'tenant:write', 'products:write', 'prices:write', 'data:export']) {
      expect(scopesOf('support')).not.toContain(scope);
    }
    // Number of included roles: the owner includes all four, the viewer only itself.
    expect(ROLES.map((role) => ROLES.filter((needed) => isAtLeastRole(role, needed)).length)).toEqual([4, 3, 2, 1]);
  });
});
