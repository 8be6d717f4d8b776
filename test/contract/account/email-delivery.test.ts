import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { eventsAbout, newPlan, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, runCommand, mails, mailsTo } = service();
const api = apiOf(baseUrl);

let accountId: string;
let client: Client;
let priceId: string;
beforeAll(async () => {
  const account = await createAccount();
  accountId = account.accountId;
  client = api.client(account.testKey);
  // Turns off the emails about orders and subscriptions, because these tests count mails. `customer-emails.test.ts` tests those emails.
  await api.client(account.liveKey).post('/v1/tenant/billing_profile', { customer_emails: false });
  ({ priceId } = await newPlan(client));
});

/** Adds a member with an address of the mailbox simulator, because only members get mail in test mode. Returns the address. */
const addSimulatorMember = async (kind: 'bounce' | 'complaint'): Promise<string> => {
  const email = `${kind}+${randomUUID()}@simulator.amazonses.com`;
  await runCommand('members add', accountId, email);
  return email;
};

const newCustomer = (email: string): Promise<ApiObject> => client.post('/v1/customers', { name: 'Ada', email });

/** Sells a subscription to the customer; the service then sends a receipt. */
const sellTo = (customer: ApiObject): Promise<ApiObject> => subscribe(client, priceId, { customer_id: customer.id });

const receiptsTo = (email: string) => mailsTo(email, /^Your receipt/);

const deliveryOf = async ({ id }: ApiObject) => (await client.get(`/v1/customers/${id}`)).email_delivery as Json | null;
const waitForDelivery = (customer: ApiObject) =>
  eventually(
    () => deliveryOf(customer),
    (delivery) => delivery !== null,
  );

describe('`email_delivery` of a customer', () => {
  it('is null for a new customer', async () => {
    const customer = await newCustomer(`ada-${randomUUID()}@example.com`);
    expect(customer.email_delivery).toBeNull();
  });

  it.runIf(mails !== null).each([
    ['bounce', 'bounced'],
    ['complaint', 'complained'],
  ] as const)('reports a %s, which an event and an audit entry record; the customer gets no further mail', async (kind, status) => {
    const email = await addSimulatorMember(kind);
    const customer = await newCustomer(email);
    await sellTo(customer);
    expect(await waitForDelivery(customer)).toEqual({ status, email, reported_at: expect.any(Number) });
    const events = await eventsAbout(client, customer.id, 2);
    const event = events.find(({ type }) => type === 'customer.updated');
    expect(event).toMatchObject({ data: { email_delivery: { status, email } }, previous_attributes: { email_delivery: null } });
    const [entry] = await client.list(`/v1/audit_logs?action=customer.email_${status}&resource_id=${customer.id}`);
    expect(entry).toMatchObject({ actor_type: 'system', resource_type: 'customer' });

    await sellTo(customer);
    // By the time a later mail to another customer has been processed, the suppressed mail has been processed, too.
    const other = await newCustomer(await addSimulatorMember(kind));
    await sellTo(other);
    await waitForDelivery(other);
    expect(await receiptsTo(email)).toHaveLength(1);
  });

  it.runIf(mails !== null)('is cleared when an email address is set, even the same address; mail is then sent again', async () => {
    const email = await addSimulatorMember('bounce');
    const customer = await newCustomer(email);
    await sellTo(customer);
    await waitForDelivery(customer);
    const path = `/v1/customers/${customer.id}`;
    expect((await client.post(path, { name: 'Ada de Vries' })).email_delivery).toMatchObject({ status: 'bounced' });
    expect((await client.post(path, { email })).email_delivery).toBeNull();
    await sellTo(customer);
    await waitForDelivery(customer);
    expect(await receiptsTo(email)).toHaveLength(2);
    const changed = await client.post(path, { email: `ada-${randomUUID()}@example.com` });
    expect(changed.email_delivery).toBeNull();
    const types = (await eventsAbout(client, customer.id, 6)).map(({ type }) => type);
    // Bounce, new name, same address, second bounce, new address.
    expect(types.filter((type) => type === 'customer.updated')).toHaveLength(5);
  });
});
