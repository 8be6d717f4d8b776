import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { newPlan, openOneShot, openSession } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, runCommand } = service();
const host = `pay-${randomUUID()}.example.com`;

let client: Client;
let accountId: string;

beforeAll(async () => {
  const account = await createAccount();
  accountId = account.accountId;
  client = apiOf(baseUrl).client(account.testKey);
  await runCommand('domain verify', accountId, host);
});

/** Replaces the custom domain, which does not resolve in tests, with the base URL of the service. */
const withoutDomain = (url: string): string => url.replace(`https://${host}`, baseUrl);

const post = (url: string, form: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(withoutDomain(url), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

describe('the hosted pages of an account with a verified domain', () => {
  it('use the domain, also in the redirect back from the bank; existing sessions keep their URL after the domain is removed', async () => {
    const { priceId } = await newPlan(client);
    const session = await openSession(client, priceId);
    const oneShot = await openOneShot(client);
    const checkoutUrl = `https://${host}/checkout/${accountId}/test`;
    expect([session.url, oneShot.url]).toEqual([`${checkoutUrl}/${session.id}`, `${checkoutUrl}/${oneShot.id}`]);
    for (const { url } of [session, oneShot]) {
      const page = await (await fetch(withoutDomain(String(url)))).text();
      expect(page).toContain(`<form id="pay-form" method="post" action="${String(url)}/pay">`);
      expect(page).not.toContain(`action="${baseUrl}`);
    }
    const redirect = await post(`${String(session.url)}/pay`, { method: 'creditcard' });
    const outcome = await post(String(redirect.headers.get('location')), { outcome: 'failed' });
    expect([outcome.status, outcome.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(`${String(session.url)}/return?payment=pay_`),
    ]);

    await runCommand('domain remove', accountId);
    expect(await client.get(`/v1/checkout/sessions/${session.id}`)).toMatchObject({ url: session.url });
    expect((await openSession(client, priceId)).url).toContain(baseUrl);
  });
});
