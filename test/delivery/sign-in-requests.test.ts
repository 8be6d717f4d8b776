import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountAggregate, newAccount } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { orderSignInLinks, type SignInDeps } from '../../shared/mail/sign-in-requests.ts';
import { hashCredential } from '../../shared/platform/credentials.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { useSignInLink } from '../../shared/store/console/sign-in-links.ts';
import { keepSignInRequest } from '../../shared/store/console/sign-in-requests.ts';
import { type MailMessage, outboxOf } from '../../shared/store/mail/outbox.ts';
import { type Fixture, openFixture } from '../store/support.ts';

/** What becomes of a request for links of sign-in, once the mail worker hears of it. */

const PEPPER = { version: '1', value: 'pepper' };

let fixture: Fixture;

beforeAll(async () => {
  fixture = await openFixture('dynoxide');
});
afterAll(() => fixture.stop());

const nowSeconds = (): number => Math.floor(fixture.clock.nowMs / 1000);

/** An account with one member. */
const accountWith = async (email: string, suspendedAt: number | null = null): Promise<string> => {
  const { accountId } = fixture.tenant();
  const account = { ...newAccount({ id: accountId, created: nowSeconds(), name: 'Shop', email, countryCode: null }), suspendedAt };
  await fixture.store.run({
    tenant: { accountId, mode: 'live' },
    actor: SYSTEM,
    load: async () => null,
    nowOf: () => null,
    decide: () => ({ changes: [change(accountAggregate, null, account)], events: [], result: null }),
  });
  return accountId;
};

const given = () => {
  const woken: MailMessage[] = [];
  const deps: SignInDeps = {
    store: fixture.store,
    secrets: async () => ({ apiKeyPeppers: async () => [PEPPER] }),
    cipher: async () => ({ encrypt: async (text) => `sealed:${text}`, decrypt: async (text) => text }),
    wake: async (messages) => void woken.push(...messages),
    nowMs: () => fixture.clock.nowMs,
  };
  return { woken, deps };
};

const ask = async (email: string): Promise<string> => {
  const id = `sir_${randomUUID()}`;
  await keepSignInRequest(fixture.table, { id, email, browserHash: 'browser', expiresAt: nowSeconds() + 900 });
  return id;
};

const orderOf = async ({ mailId, ...tenant }: MailMessage) => outboxOf(fixture.table).claim(tenant, mailId, fixture.clock.nowMs);

describe('a request for links of sign-in', () => {
  it('orders one from each account of the member that is not suspended, each good in the browser that asked', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    const accounts = [await accountWith(email), await accountWith(email)];
    await accountWith(email, 1);
    const { deps, woken } = given();
    await orderSignInLinks(deps, await ask(` ${email.toUpperCase()}`));
    expect(woken.map(({ accountId, mode }) => [accountId, mode]).sort()).toEqual(accounts.map((id) => [id, 'live']).sort());
    for (const message of woken) {
      const claim = await orderOf(message);
      if (claim.kind !== 'claimed' || claim.order.kind !== 'sign_in_link') throw new Error('no link was ordered');
      const token = claim.order.sealedToken.replace('sealed:', '');
      const kept = { pepperVersion: '1', hash: hashCredential(token, PEPPER) };
      expect(await useSignInLink(fixture.table, kept, 'another', nowSeconds())).toEqual({ kind: 'elsewhere' });
      expect(await useSignInLink(fixture.table, kept, 'browser', nowSeconds())).toMatchObject({
        kind: 'used',
        accountId: message.accountId,
      });
    }
  });

  it('orders them once, however often the worker hears of it', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    await accountWith(email);
    const { deps, woken } = given();
    const id = await ask(email);
    for (let count = 0; count < 3; count += 1) await orderSignInLinks(deps, id);
    expect(new Set(woken.map(({ mailId }) => mailId)).size).toBe(1);
  });

  it('orders nothing for who is nobody’s member, for one that is not there, and once its time is over', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    await accountWith(email);
    const { deps, woken } = given();
    await orderSignInLinks(deps, await ask(`nobody-${randomUUID()}@example.com`));
    await orderSignInLinks(deps, 'sir_none');
    const late = await ask(email);
    fixture.clock.nowMs += 900_000;
    await orderSignInLinks(deps, late);
    expect(woken).toEqual([]);
  });
});
