import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { newPlan, sessionBody, subscribe } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const UNKNOWN = `cus_${'0'.repeat(26)}`;

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = apiOf(baseUrl).client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const messageOf = async (method: string, path: string, body?: unknown): Promise<unknown> =>
  (await client.call(method, path, body)).error?.message;

describe('the message of an error', () => {
  it.each([
    ['GET', `/v1/customers/${UNKNOWN}`],
    ['POST', `/v1/customers/${UNKNOWN}`],
    ['DELETE', `/v1/customers/${UNKNOWN}`],
    ['POST', `/v1/customers/${UNKNOWN}/purge`],
    ['POST', `/v1/customers/${UNKNOWN}/vat_number`],
  ])('contains the id of an unknown customer: %s %s', async (method, path) => {
    const body = path.endsWith('vat_number') ? { vat_number: null } : method === 'POST' ? {} : undefined;
    expect(await messageOf(method, path, body)).toBe(`No customer \`${UNKNOWN}\`.`);
  });

  it('contains a value of the body only if it is an id', async () => {
    const messageFor = (id: string) => messageOf('POST', '/v1/checkout/sessions', sessionBody(priceId, { customer_id: id }));
    expect(await messageFor(UNKNOWN)).toBe(`No customer \`${UNKNOWN}\`.`);
    expect(await messageFor('<b>me</b>')).toBe('No such customer.');
  });

  it('contains amounts with their currency', async () => {
    const { last_payment_id: paymentId } = await subscribe(client, priceId);
    expect(await messageOf('POST', '/v1/refunds', { payment_id: paymentId, amount_cents: 2000 })).toBe(
      '`amount_cents` exceeds the refundable amount of 19.99 EUR.',
    );
  });

  it('names EL as the prefix of Greek VAT numbers', async () => {
    const { id } = await client.post('/v1/customers', { country_code: 'GR' });
    expect(await messageOf('POST', `/v1/customers/${id}/vat_number`, { vat_number: 'GR 094259216' })).toBe(
      'The prefix of Greek VAT numbers is EL, not GR.',
    );
  });
});
