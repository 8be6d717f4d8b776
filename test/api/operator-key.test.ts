import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemberToken } from '../../functions/console/api/member-token.ts';
import type { RequestState, SignedIn } from '../../shared/api/pipeline/state.ts';
import type { NewAccount } from '../../shared/flows/accounts/create.ts';
import { callFunction, startFunctionEnvironment } from './functions.ts';

/** Tests which key must sign the token that the console uses to call the API on behalf of a member. Runs the handlers in this process. */

let environment: Awaited<ReturnType<typeof startFunctionEnvironment>>;
let account: NewAccount;

beforeAll(async () => {
  environment = await startFunctionEnvironment();
  const { makeAccount } = await import('../../scripts/local/new-account.ts');
  account = await makeAccount({ name: 'Signed', email: 'signed@example.com' });
});
afterAll(() => environment.stop());

const list = async (token: string) => (await callFunction('products/list', token, { method: 'GET', path: '/v1/products' })).status;

describe('a forwarded console call', () => {
  it('is refused if its token has the format of an earlier release, signed with the pepper that every function can read', async () => {
    const grant = {
      accountId: account.accountId,
      mode: 'live',
      memberId: 'mem_1',
      role: 'owner',
      operation: null,
      ip: '192.0.2.1',
      userAgent: null,
      expiresAtMs: Date.now() + 60_000,
    };
    const payload = Buffer.from(JSON.stringify(grant)).toString('base64url');
    const signature = createHmac('sha256', 'pepper').update(`operator-token:${payload}`).digest('hex');
    expect(await list(`svc_operator_${payload}.${signature}`)).toBe(401);
  });

  it('is accepted if its token is signed with the private key of the console and is valid for the operation', async () => {
    const signedIn = {
      account: { record: { id: account.accountId } },
      member: { id: 'mem_1', role: 'viewer' },
      session: { openedAt: 0 },
    } as SignedIn;
    const { openTable, storeOf } = await import('../../shared/runtime/services.ts');
    const state = { actor: { ip: '192.0.2.1', userAgent: null }, store: storeOf(openTable()) } as RequestState;
    expect(await list((await createMemberToken(state, signedIn, 'live', null)).token)).toBe(200);
    // A token for one operation does not work for another.
    expect(await list((await createMemberToken(state, signedIn, 'live', 'tenant.export')).token)).toBe(401);
  });
});
