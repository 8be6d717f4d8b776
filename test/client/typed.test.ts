import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf } from '../../scripts/support/api.ts';
import { type Billing, createBilling, InvalidRequestError, NotFoundError } from '../../shared/client/index.ts';
import { pay } from '../contract/support/objects.ts';
import { service } from '../support/service.ts';

vi.setConfig({ testTimeout: 120_000 });

const { baseUrl, createAccount } = service();
const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };

let billing: Billing;
let testKey: string;
beforeAll(async () => {
  ({ testKey } = await createAccount());
  billing = createBilling({ key: testKey, baseUrl });
});

describe('the typed client', () => {
  it('sells a subscription and reads the resulting objects', async () => {
    const product = await billing.products.create({ name: 'Plan' });
    const price = await billing.prices.create({ product_id: product.id, amount_cents: 1999, currency: 'EUR', interval: 'month' });
    const customer = await billing.customers.create({ name: 'Ada', email: 'ada@example.com' });
    const session = await billing.checkoutSessions.create({ price_id: price.id, customer_id: customer.id, ...PAGES });
    await pay(apiOf(baseUrl).client(testKey), session.id);
    const { data } = await billing.subscriptions.list({ customer_id: customer.id });
    expect(data).toMatchObject([{ status: 'active', price: { id: price.id } }]);
    const [invoice] = (await billing.invoices.list({ customer_id: customer.id })).data;
    const pdf = await billing.invoices.pdf(String(invoice?.id));
    expect(Buffer.from(pdf).toString('latin1', 0, 5)).toBe('%PDF-');
    const document = await billing.tenant.export();
    expect(document.invoices).toEqual([invoice]);
  });

  it('iterates over a list page by page', async () => {
    const createdIds: string[] = [];
    for (let count = 0; count < 5; count += 1) createdIds.push((await billing.products.create({ name: `Listed ${count}` })).id);
    const listedIds: string[] = [];
    for await (const { id } of billing.products.list({ limit: 2 })) listedIds.push(id);
    expect(listedIds.slice(0, 5)).toEqual(createdIds.toReversed());
  });

  it('throws typed errors with the invalid parameter', async () => {
    const error = await billing.prices
      .create({ product_id: 'prod_none', amount_cents: -1, currency: 'EUR', interval: 'month' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ status: 400, param: 'amount_cents', requestId: expect.stringMatching(/^req_/) });
    await expect(billing.customers.retrieve('cus_none')).rejects.toThrow(NotFoundError);
  });

  it('executes a write with the same idempotency key only once', async () => {
    const idempotencyKey = crypto.randomUUID();
    const create = () => billing.customers.create({ name: 'Once' }, { idempotencyKey });
    expect((await create()).id).toBe((await create()).id);
  });

  it('streams events as they are recorded', async () => {
    const events = billing.events.stream({ types: ['customer.created'] });
    const first = events.next();
    // The stream contains only events that are recorded after it opens. The test does not know when that is, so it creates customers
    // until the first event arrives.
    const createdIds: string[] = [];
    let firstId: string | null = null;
    first.then(({ value }) => {
      firstId = String(value.data.id);
    });
    while (firstId === null) createdIds.push((await billing.customers.create({ name: 'Streamed' })).id);
    const streamedIds: string[] = [firstId];
    while (streamedIds.at(-1) !== createdIds.at(-1)) streamedIds.push(String((await events.next()).value?.data.id));
    await events.return(undefined);
    expect(streamedIds).toEqual(createdIds.slice(createdIds.indexOf(firstId)));
  });
});
