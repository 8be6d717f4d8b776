import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountAggregate, newAccount } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { orderSignInLinks, type SignInDeps } from '../../shared/mail/sign-in-requests.ts';
import { hashCredential } from '../../shared/platform/credentials.ts';
import { useSignInLink } from '../../shared/store/console/sign-in-links.ts';
import { saveSignInRequest } from '../../shared/store/console/sign-in-requests.ts';
import { type MailQueueMessage, outboxOf } from '../../shared/store/mail/outbox.ts';
import { type EngineFixture, openFixture, writeChanges } from '../store/support.ts';

const PEPPER = { version: '1', value: 'pepper' };

let fixture: EngineFixture;

beforeAll(async () => {
  fixture = await openFixture('dynoxide');
});
afterAll(() => fixture.stop());

const nowSeconds = (): number => Math.floor(fixture.clock.nowMs / 1000);

/** Creates an account with one member. */
const createAccountWith = async (email: string, suspendedAt: number | null = null): Promise<string> => {
  const { accountId } = fixture.tenant();
  const account = { ...newAccount({ id: accountId, created: nowSeconds(), name: 'Shop', email, countryCode: null }), suspendedAt };
  await writeChanges(fixture.store, { accountId, mode: 'live' }, [change(accountAggregate, null, account)]);
  return accountId;
};

const setUp = () => {
  const enqueued: MailQueueMessage[] = [];
  const deps: SignInDeps = {
    store: fixture.store,
    secrets: async () => ({ apiKeyPeppers: async () => [PEPPER] }),
    cipher: async () => ({ encrypt: async (text) => `sealed:${text}`, decrypt: async (text) => text }),
    wake: async (messages) => void enqueued.push(...messages),
    nowMs: () => fixture.clock.nowMs,
  };
  return { enqueued, deps };
};

/** Stores a request for sign-in links; returns its id. */
const requestLinks = async (email: string): Promise<string> => {
  const id = `sir_${randomUUID()}`;
  await saveSignInRequest(fixture.table, { id, email, browserHash: 'browser', expiresAt: nowSeconds() + 900 });
  return id;
};

const claimOrder = async ({ mailId, ...tenant }: MailQueueMessage) => outboxOf(fixture.table).claim(tenant, mailId, fixture.clock.nowMs);

describe('a request for sign-in links', () => {
  it('orders a sign-in link for each active account of the member; each link is valid only in the requesting browser', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    const accounts = [await createAccountWith(email), await createAccountWith(email)];
    await createAccountWith(email, 1);
    const { deps, enqueued } = setUp();
    await orderSignInLinks(deps, await requestLinks(` ${email.toUpperCase()}`));
    expect(enqueued.map(({ accountId, mode }) => [accountId, mode]).sort()).toEqual(accounts.map((id) => [id, 'live']).sort());
    for (const message of enqueued) {
      const claim = await claimOrder(message);
      if (claim.kind !== 'claimed' || claim.order.kind !== 'sign_in_link') throw new Error('no link was ordered');
      const token = claim.order.sealedToken.replace('sealed:', '');
      const storedCredential = { pepperVersion: '1', hash: hashCredential(token, PEPPER) };
      expect(await useSignInLink(fixture.table, storedCredential, 'another', nowSeconds())).toEqual({ kind: 'elsewhere' });
      expect(await useSignInLink(fixture.table, storedCredential, 'browser', nowSeconds())).toMatchObject({
        kind: 'used',
        accountId: message.accountId,
      });
    }
  });

  it('orders one mail, even if the request is processed repeatedly', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    await createAccountWith(email);
    const { deps, enqueued } = setUp();
    const id = await requestLinks(email);
    for (let count = 0; count < 3; count += 1) await orderSignInLinks(deps, id);
    expect(new Set(enqueued.map(({ mailId }) => mailId)).size).toBe(1);
  });

  it('orders nothing for an unknown email address, for an unknown request, or after the request has expired', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    await createAccountWith(email);
    const { deps, enqueued } = setUp();
    await orderSignInLinks(deps, await requestLinks(`nobody-${randomUUID()}@example.com`));
    await orderSignInLinks(deps, 'sir_none');
    const late = await requestLinks(email);
    fixture.clock.nowMs += 900_000;
    await orderSignInLinks(deps, late);
    expect(enqueued).toEqual([]);
  });
});
