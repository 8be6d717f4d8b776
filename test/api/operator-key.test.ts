import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberToken } from '../../functions/console/api/member-token.ts';
import type { RequestState, SignedIn } from '../../shared/api/pipeline/state.ts';
import type { NewAccount } from '../../shared/flows/accounts/create.ts';
import { callFunction, surroundFunctions } from './functions.ts';

/** Which key lets a member's call through: the functions themselves, around a separate table. */

let around: Awaited<ReturnType<typeof surroundFunctions>>;
let account: NewAccount;

beforeAll(async () => {
  around = await surroundFunctions();
  const { makeAccount } = await import('../../scripts/local/new-account.ts');
  account = await makeAccount({ name: 'Signed', email: 'signed@example.com' });
});
afterAll(() => around.stop());

const list = async (token: string) => (await callFunction('products/list', token, { method: 'GET', path: '/v1/products' })).status;

describe('a call of the console', () => {
  it('is not let through by a signature made with the pepper, which every function can read', async () => {
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

  it('is let through by a token of the key that the console signs with', async () => {
    const signedIn = {
      account: { record: { id: account.accountId } },
      member: { id: 'mem_1', role: 'viewer' },
      session: { openedAt: 0 },
    } as SignedIn;
    const { openTable, storeOf } = await import('../../shared/runtime/services.ts');
    const state = { actor: { ip: '192.0.2.1', userAgent: null }, store: storeOf(openTable()) } as RequestState;
    expect(await list((await memberToken(state, signedIn, 'live', null)).token)).toBe(200);
    expect(await list((await memberToken(state, signedIn, 'live', 'tenant.export')).token)).toBe(401);
  });
});
