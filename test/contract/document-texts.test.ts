import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { newPlan, subscribe } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

describe('expand=document', () => {
  let client: Client;
  let invoice: ApiObject;
  beforeAll(async () => {
    const { testKey } = await createAccount();
    client = apiOf(baseUrl).client(testKey);
    const customer = await client.post('/v1/customers', { name: 'Grace', email: 'grace@example.com', language: 'de', country_code: 'DE' });
    const { priceId } = await newPlan(client, { amount_cents: 123_456 });
    await subscribe(client, priceId, { customer_id: customer.id });
    [invoice] = (await client.list(`/v1/invoices?customer_id=${customer.id}`)) as [ApiObject];
  });

  it('returns the texts of the PDF of an invoice in the language of the customer; without `expand`, there is no `document`', async () => {
    const path = `/v1/invoices/${invoice.id}`;
    expect(await client.get(path)).not.toHaveProperty('document');
    const { document } = await client.get(`${path}?expand=document,tax_evidence`);
    expect(document).toMatchObject({ language: 'de', title: 'Rechnung', buyer: { lines: expect.arrayContaining(['Grace']) } });
    const { totals, facts, lines } = document as Record<string, readonly ApiObject[]>;
    expect(facts?.map(({ value }) => value)).toContain(invoice['number']);
    expect(lines).toHaveLength(1);
    // Intl separates the amount and the currency by a no-break space.
    expect(totals?.at(-1)).toMatchObject({ amount: '1.234,56\u00a0€', emphasized: true });
  });

  it('returns the texts of a credit note, without quantities; `expand=tax_evidence` is refused', async () => {
    await client.post('/v1/refunds', { payment_id: invoice['payment_id'], amount_cents: 1000 });
    const [note] = await eventually(
      () => client.list(`/v1/credit_notes?invoice_id=${invoice.id}`),
      ({ length }) => length > 0,
    );
    const path = `/v1/credit_notes/${String(note?.id)}`;
    expect(await client.get(path)).not.toHaveProperty('document');
    const { document } = await client.get(`${path}?expand=document`);
    expect(document).toMatchObject({ line_headings: { quantity: '', unit_price: '' } });
    expect(fieldError(await client.call('GET', `${path}?expand=tax_evidence`))).toEqual([400, 'parameter_invalid', 'expand']);
  });
});
