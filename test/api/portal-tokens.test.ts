import { beforeEach, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { updateCustomer } from '../../shared/domain/customer/update.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { newBilling } from '../domain/billing.ts';
import { lastInvoice } from '../domain/renewals.ts';
import { accountWithFakeTime, DAY_MS, MINUTE_MS, openStore } from './account-with-fake-time.ts';
import { callFunction, storeRecords } from './functions.ts';

/** Tests the lifetime of portal tokens. Runs the handlers in this process, with a fake clock. */

const FIRST_EMAIL = 'first@example.com';

const { account, travel } = accountWithFakeTime({ PUBLIC_BASE_URL: 'https://billing.example', SANDBOX_ENABLED: '1' });
let tenant: Tenant;
let saleIds: { readonly subscriptionId: string; readonly customerId: string };

beforeEach(async () => {
  tenant = { accountId: account().accountId, mode: 'test' };
  const billing = newBilling();
  const subscription = billing.subscribe();
  const customer = { ...billing.catalogue.customer.record, email: FIRST_EMAIL };
  await storeRecords(await openStore(), tenant, [
    change(customerAggregate, null, customer),
    change(subscriptionAggregate, null, subscription),
    change(invoiceAggregate, null, lastInvoice(billing)),
  ]);
  saleIds = { subscriptionId: subscription.id, customerId: customer.id };
});

/** Changes the customer's email address. */
const changeEmail = async (email: string): Promise<void> => {
  const store = await openStore();
  const outcome = await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ customer: await store.get(customerAggregate, tenant, saleIds.customerId) }),
    nowOf: () => null,
    decide: (state, context) => updateCustomer({ email }, state, context),
  });
  expect(outcome.kind).toBe('done');
};

/** Returns the token of a portal link in an email to this address. */
const mailedToken = async (to = FIRST_EMAIL): Promise<string> => {
  const { createLinkUrl } = await import('../../shared/mail/link-urls.ts');
  const { secrets } = await import('../../shared/runtime/services.ts');
  const { fetchAccount } = await import('../../shared/flows/accounts/fetch.ts');
  const store = await openStore();
  const deps = { store, secrets, decryptToken: async (text: string) => text, baseUrl: 'https://billing.example' };
  const url = await createLinkUrl(deps, tenant, (await fetchAccount(store, tenant)).record, { ...saleIds, emailChangeId: null }, to);
  const [, token] = url.split('https://billing.example/portal#');
  return String(token);
};

/** Creates a portal session as the API does. Returns its token. `sealedToken`: the encrypted token, if the API also mails the link. */
const createdToken = async (sealedToken: string | null = null): Promise<string> => {
  const { mintToken } = await import('../../shared/platform/credentials.ts');
  const { createPortalSession } = await import('../../shared/domain/portal-session/create.ts');
  const { secrets } = await import('../../shared/runtime/services.ts');
  const { token, stored: storedToken } = mintToken('portal', await (await secrets()).apiKeyPeppers());
  const store = await openStore();
  const outcome = await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({
      subscription: await store.get(subscriptionAggregate, tenant, saleIds.subscriptionId),
      customer: await store.get(customerAggregate, tenant, saleIds.customerId),
    }),
    nowOf: () => null,
    decide: (state, context) =>
      createPortalSession({ returnUrl: 'https://shop.example/', token: storedToken, sealedToken }, state, context),
  });
  expect(outcome.kind).toBe('done');
  return token;
};

const openPortal = async (token: string) => {
  const { status, text } = await callFunction('portal/retrieve', token, { method: 'GET', path: '/portal/session' });
  const body = JSON.parse(text) as { readonly error?: { readonly reason?: string }; readonly limited?: boolean };
  return [status, body.error?.reason ?? body.limited];
};

/** The lookup item of the token, and all portal sessions of the account. */
const lookupAndSessions = async (token: string) => {
  const { hashCredential } = await import('../../shared/platform/credentials.ts');
  const { lookupKey } = await import('../../shared/store/core/keys.ts');
  const { portalTokenLookup } = await import('../../shared/domain/portal-session/record.ts');
  const { table } = await openStore();
  const lookup = await table.get(lookupKey(portalTokenLookup('1', hashCredential(token, { version: '1', value: 'pepper' }))));
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': `A#${tenant.accountId}#test#portal_session` },
  });
  return [lookup, ...items];
};

describe('a portal token', () => {
  it('with a typo is refused', async () => {
    const token = await createdToken();
    const wrongLetter = token.endsWith('a') ? 'b' : 'a';
    expect(await openPortal(token.slice(0, -1) + wrongLetter)).toEqual([401, undefined]);
  });

  it('in an email is valid only while the customer has the email address to which it was sent', async () => {
    const token = await mailedToken();
    await changeEmail(' First@Example.com ');
    expect(await openPortal(token)).toEqual([200, true]);
    await changeEmail('second@example.com');
    expect(await openPortal(token)).toEqual([401, 'portal_session_revoked']);
    expect(await openPortal(await mailedToken('second@example.com'))).toEqual([200, true]);
    await changeEmail(FIRST_EMAIL);
    expect(await openPortal(token)).toEqual([200, true]);
  });

  it('that is created through the API stays valid after a change of the email address', async () => {
    const token = await createdToken();
    await changeEmail('second@example.com');
    expect(await openPortal(token)).toEqual([200, false]);
  });

  it('that is created and mailed through the API is valid only while the customer has the email address to which it was sent', async () => {
    const token = await createdToken('sealed');
    expect(await openPortal(token)).toEqual([200, false]);
    await changeEmail('second@example.com');
    expect(await openPortal(token)).toEqual([401, 'portal_session_revoked']);
  });

  // This and the next test must run after all others that open the portal: each ends with a failed attempt at an advanced time, after which
  // the rate limit of failed attempts refuses every request at an earlier time.
  it('[PRT-13] is valid for one hour of real time', async () => {
    travel(0);
    const token = await createdToken();
    travel(59 * MINUTE_MS);
    expect(await openPortal(token)).toEqual([200, false]);
    travel(60 * MINUTE_MS);
    expect(await openPortal(token)).toEqual([401, 'portal_session_expired']);
  });

  it('[LIM-14] [PRT-15] in an email of the service is valid for 90 days', async () => {
    travel(0);
    const token = await mailedToken();
    travel(89 * DAY_MS);
    expect(await openPortal(token)).toEqual([200, true]);
    travel(91 * DAY_MS);
    expect(await openPortal(token)).toEqual([401, 'portal_session_expired']);
  });

  it('is stored only as a hash, with a TTL after its expiry', async () => {
    const token = await createdToken();
    const [lookup, session] = await lookupAndSessions(token);
    expect(lookup).toMatchObject({ t: 'lookup', session_id: session?.sk });
    const { expiresAt } = JSON.parse(String(session?.json)) as { readonly expiresAt: number };
    for (const item of [lookup, session]) {
      expect(Number(item?.ttl)).toBeGreaterThan(expiresAt);
      expect(JSON.stringify(item)).not.toContain(token.slice(11));
    }
  });

  it('is different in each email', async () => {
    expect(await mailedToken()).not.toBe(await mailedToken());
  });
});
