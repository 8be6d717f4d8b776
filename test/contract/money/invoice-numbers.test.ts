import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiObject, type Client, clientOf, fieldError } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { newPlan, subscribe } from '../support/objects.ts';

const { baseUrl, createAccount } = service();

describe('an invoice', () => {
  let client: Client;
  let invoices: readonly ApiObject[];

  beforeAll(async () => {
    client = clientOf(baseUrl, (await createAccount()).testKey);
    const { priceId } = await newPlan(client);
    for (const name of ['Ada', 'Grace']) {
      const customer = await client.post('/v1/customers', { name });
      await subscribe(client, priceId, { customer_id: customer.id });
    }
    invoices = await client.list('/v1/invoices');
  }, 120_000);

  const idsOf = async (query: string): Promise<readonly string[]> => (await client.list(`/v1/invoices?${query}`)).map(({ id }) => id);

  it('is found by its exact number', async () => {
    expect(invoices.map(({ number }) => number)).toEqual(['TEST-000002', 'TEST-000001']);
    for (const { id, number } of invoices) expect(await idsOf(`number=${number}`)).toEqual([id]);
    expect(await idsOf('number=TEST-000003')).toEqual([]);
    expect(await idsOf('number=TEST-00000')).toEqual([]);
  });

  it('is found by its number only if it also matches the other filters', async () => {
    const [latest, first] = invoices;
    expect(await idsOf(`number=TEST-000002&status=paid&customer_id=${latest?.['customer_id']}`)).toEqual([latest?.id]);
    expect(await idsOf(`number=TEST-000002&subscription_id=${latest?.['subscription_id']}`)).toEqual([latest?.id]);
    for (const filter of ['status=void', `customer_id=${first?.['customer_id']}`, `subscription_id=${first?.['subscription_id']}`]) {
      expect(await idsOf(`number=TEST-000002&${filter}`)).toEqual([]);
    }
    expect(await idsOf(`number=TEST-000002&starting_after=${latest?.id}`)).toEqual([]);
  });

  it('of another account is not found by its number', async () => {
    const other = clientOf(baseUrl, (await createAccount()).testKey);
    expect(await other.list('/v1/invoices?number=TEST-000001')).toEqual([]);
  });

  it('cannot be searched by a number of more than 32 characters', async () => {
    const answer = await client.call('GET', `/v1/invoices?number=${'9'.repeat(33)}`);
    expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'number']);
  });
});
