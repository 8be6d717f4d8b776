import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { updateCustomer } from '../../shared/domain/customer/update.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { NewAccount } from '../../shared/flows/accounts/create.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { newBilling } from '../domain/billing.ts';
import { callFunction, surroundFunctions } from './functions.ts';

/** How long the tokens of the portal live: the functions themselves, around a separate table, under a clock that is set. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FIRST = 'first@example.com';

let around: Awaited<ReturnType<typeof surroundFunctions>>;
let account: NewAccount;
let tenant: Tenant;
let sold: { readonly subscriptionId: string; readonly customerId: string };
const start = Date.now();

beforeAll(async () => {
  around = await surroundFunctions(new Map(), { PUBLIC_BASE_URL: 'https://billing.example', SANDBOX_ENABLED: '1' });
});
beforeEach(async () => {
  // Buckets, and ids that never fall, remember the latest time they saw: each test begins with modules and a separate account.
  vi.resetModules();
  const { makeAccount } = await import('../../scripts/local/new-account.ts');
  account = await makeAccount({ name: 'Shop', email: 'shop@example.com' });
  tenant = { accountId: account.accountId, mode: 'test' };
  const billing = newBilling();
  billing.subscribe();
  const { world } = billing;
  const [subscription] = world.all(subscriptionAggregate);
  const [invoice] = world.all(invoiceAggregate);
  const customer = { ...billing.catalogue.customer.record, email: FIRST };
  if (subscription === undefined || invoice === undefined) throw new Error('nothing was sold');
  await (await storeNow()).run({
    tenant,
    actor: SYSTEM,
    load: async () => null,
    nowOf: () => null,
    decide: () => ({
      changes: [
        change(customerAggregate, null, customer),
        change(subscriptionAggregate, null, subscription),
        change(invoiceAggregate, null, invoice),
      ],
      events: [],
      result: null,
    }),
  });
  sold = { subscriptionId: subscription.id, customerId: customer.id };
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => around.stop());

const storeNow = async () => {
  const { openTable, storeOf } = await import('../../shared/runtime/services.ts');
  return storeOf(openTable());
};

const travel = (ms: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: start + ms });
};

/** Changes the customer's address as the API does. */
const changeEmail = async (email: string): Promise<void> => {
  const store = await storeNow();
  const outcome = await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ customer: await store.get(customerAggregate, tenant, sold.customerId) }),
    nowOf: () => null,
    decide: (state, context) => updateCustomer({ email }, state, context),
  });
  expect(outcome.kind).toBe('done');
};

/** Opens the portal link of a mail to this address; the token of its link. */
const mailedToken = async (to = FIRST): Promise<string> => {
  const { createLinkUrl: addressOf } = await import('../../shared/mail/portal-links.ts');
  const { secrets } = await import('../../shared/runtime/services.ts');
  const { accountOf } = await import('../../shared/flows/accounts/create.ts');
  const store = await storeNow();
  const deps = { store, secrets, open: async (text: string) => text, baseUrl: 'https://billing.example' };
  const address = await addressOf(deps, tenant, (await accountOf(store, tenant)).record, { ...sold, emailChangeId: null }, to);
  const [, token] = address.split('https://billing.example/portal#');
  return String(token);
};

/** A session as the API makes it. */
const openedToken = async (sealedToken: string | null = null): Promise<string> => {
  const { mintToken } = await import('../../shared/platform/credentials.ts');
  const { createPortalSession } = await import('../../shared/domain/portal-session/create.ts');
  const { secrets } = await import('../../shared/runtime/services.ts');
  const { token, kept } = mintToken('portal', await (await secrets()).apiKeyPeppers());
  const store = await storeNow();
  const outcome = await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({
      subscription: await store.get(subscriptionAggregate, tenant, sold.subscriptionId),
      customer: await store.get(customerAggregate, tenant, sold.customerId),
    }),
    nowOf: () => null,
    decide: (state, context) => createPortalSession({ returnUrl: 'https://shop.example/', token: kept, sealedToken }, state, context),
  });
  expect(outcome.kind).toBe('done');
  return token;
};

const enter = async (token: string) => {
  const { status, text } = await callFunction('portal/retrieve', token, { method: 'GET', path: '/portal/session' });
  const body = JSON.parse(text) as { readonly error?: { readonly reason?: string }; readonly limited?: boolean };
  return [status, body.error?.reason ?? body.limited];
};

const itemsLike = async (prefix: string, token: string) => {
  const { hashCredential } = await import('../../shared/platform/credentials.ts');
  const { lookupKey } = await import('../../shared/store/core/keys.ts');
  const { portalTokenLookup } = await import('../../shared/domain/portal-session/record.ts');
  const { table } = await storeNow();
  const lookup = await table.get(lookupKey(portalTokenLookup('1', hashCredential(token, { version: '1', value: 'pepper' }))));
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': `A#${tenant.accountId}#test#${prefix}` },
  });
  return [lookup, ...items];
};

describe('a portal token', () => {
  // First: what later times debit is not returned before them.
  it('that is mistyped is refused without a look-up', async () => {
    const token = await openedToken();
    const other = token.endsWith('a') ? 'b' : 'a';
    expect(await enter(token.slice(0, -1) + other)).toEqual([401, undefined]);
  });

  it('from a mail opens it only while the address that was written to is the customer\u2019s', async () => {
    const token = await mailedToken();
    await changeEmail(' First@Example.com ');
    expect(await enter(token)).toEqual([200, true]);
    await changeEmail('second@example.com');
    expect(await enter(token)).toEqual([401, 'portal_session_revoked']);
    expect(await enter(await mailedToken('second@example.com'))).toEqual([200, true]);
    await changeEmail(FIRST);
    expect(await enter(token)).toEqual([200, true]);
  });

  it('that the account made opens it whatever the address', async () => {
    const token = await openedToken();
    await changeEmail('second@example.com');
    expect(await enter(token)).toEqual([200, false]);
  });

  it('that the API mailed opens it only while the address that was written to is the customer\u2019s', async () => {
    const token = await openedToken('sealed');
    expect(await enter(token)).toEqual([200, false]);
    await changeEmail('second@example.com');
    expect(await enter(token)).toEqual([401, 'portal_session_revoked']);
  });

  it('[PRT-13] opens the portal for an hour of real time, and then no more', async () => {
    travel(0);
    const token = await openedToken();
    travel(59 * MINUTE_MS);
    expect(await enter(token)).toEqual([200, false]);
    travel(60 * MINUTE_MS);
    expect(await enter(token)).toEqual([401, 'portal_session_expired']);
  });

  it('[LIM-14] [PRT-15] from a mail of the service opens it for 90 days', async () => {
    travel(0);
    const token = await mailedToken();
    travel(89 * DAY_MS);
    expect(await enter(token)).toEqual([200, true]);
    travel(91 * DAY_MS);
    expect(await enter(token)).toEqual([401, 'portal_session_expired']);
  });

  it('is kept as its hash alone, until a while after it expired', async () => {
    const token = await openedToken();
    const [lookup, session] = await itemsLike('portal_session', token);
    expect(lookup).toMatchObject({ t: 'lookup', session_id: session?.sk });
    const { expiresAt } = JSON.parse(String(session?.json)) as { readonly expiresAt: number };
    for (const item of [lookup, session]) {
      expect(Number(item?.ttl)).toBeGreaterThan(expiresAt);
      expect(JSON.stringify(item)).not.toContain(token.slice(11));
    }
  });

  it('is made anew for each mail', async () => {
    expect(await mailedToken()).not.toBe(await mailedToken());
  });
});
