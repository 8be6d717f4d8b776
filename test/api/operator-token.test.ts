import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOperatorToken, mintOperatorToken, type OperatorGrant, readOperatorToken } from '../../shared/api/operator-token.ts';
import { scopesOf } from '../../shared/api/role-scopes.ts';
import { SCOPES } from '../../shared/api/scopes.ts';
import { ROLES, reaches } from '../../shared/domain/account/record.ts';

const NOW_MS = 1_800_000_000_000;
const [NEW, OLD] = [
  { version: '2', value: 'new' },
  { version: '1', value: 'old' },
];
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

describe('the token by which the console calls the API', () => {
  it('grants what it says until its time is over, under a former pepper too', () => {
    for (const peppers of [[NEW, OLD], [OLD]]) {
      const token = mintOperatorToken(peppers, GRANT);
      expect(isOperatorToken(token)).toBe(true);
      expect(readOperatorToken([NEW, OLD], token, NOW_MS + 59_999)).toEqual(GRANT);
      expect(readOperatorToken([NEW, OLD], token, NOW_MS + 60_000)).toBeNull();
    }
    expect(readOperatorToken([NEW], mintOperatorToken([OLD], GRANT), NOW_MS)).toBeNull();
  });

  it('of a former release is of a member who signed in long ago', () => {
    const { signedInAt: _unsaid, ...former } = GRANT;
    expect(readOperatorToken([NEW], mintOperatorToken([NEW], former as OperatorGrant), NOW_MS)).toEqual({ ...former, signedInAt: 0 });
  });

  it('grants nothing once anything of it is another', () => {
    const token = mintOperatorToken([NEW], GRANT);
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'0aZ-_.'), (at, letter) => {
        const changed = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
        if (changed !== token) expect(readOperatorToken([NEW], changed, NOW_MS)).toBeNull();
      }),
      { numRuns: 500 },
    );
    fc.assert(fc.property(fc.string(), (text) => readOperatorToken([NEW], `svc_operator_${text}`, NOW_MS) === null));
    const [head = '', signature = ''] = token.split('.');
    const payload = Buffer.from(JSON.stringify({ ...GRANT, role: 'owner' })).toString('base64url');
    expect(readOperatorToken([NEW], `svc_operator_${payload}.${signature}`, NOW_MS)).toBeNull();
    expect(head).not.toContain(payload);
  });
});

describe('what roles may do', () => {
  it('is more from viewer to owner, and reading for a viewer', () => {
    expect(scopesOf('viewer')).toEqual(SCOPES.filter((scope) => scope.endsWith(':read')));
    expect(scopesOf('support')).toEqual(expect.arrayContaining([...scopesOf('viewer')]));
    for (const kept of ['api_keys:write', 'tenant:write', 'products:write', 'prices:write', 'data:export']) {
      expect(scopesOf('support')).not.toContain(kept);
    }
    expect(ROLES.map((role) => ROLES.filter((needed) => reaches(role, needed)).length)).toEqual([4, 3, 2, 1]);
  });
});
