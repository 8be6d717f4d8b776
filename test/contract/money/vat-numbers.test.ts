import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, type ApiObject, apiOf, type Client, fieldError, type Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { eventsAbout } from '../support/objects.ts';

const { baseUrl, createAccount } = service();

let api: Api;
let client: Client;
let customer: ApiObject;

beforeAll(async () => {
  api = apiOf(baseUrl);
  client = api.client((await createAccount()).testKey);
  customer = await client.post('/v1/customers', { name: 'Ada', country_code: 'NL' });
});

/** Sets a VAT number. In test mode, the digits 200 are invalid, 300 to 302 simulate an outage of the registry, all others are valid. */
const setVatNumber = (vat_number: unknown) => client.call('POST', `/v1/customers/${customer.id}/vat_number`, { vat_number });

describe('a customer’s VAT number', () => {
  it('[CUS-07] is set with its registered name, and cleared with null', async () => {
    const { body } = await setVatNumber('nl 100');
    expect(body).toMatchObject({ id: customer.id, vat_number: 'NL100', vat_name: 'Test Company', vat_verified_at: expect.any(Number) });
    expect(await client.get(`/v1/customers/${customer.id}`)).toEqual(body);
    const [, updated] = await eventsAbout(client, customer.id, 2);
    expect(updated).toMatchObject({
      type: 'customer.updated',
      previous_attributes: { vat_number: null, vat_name: null, vat_verified_at: null },
    });
    expect((await setVatNumber(null)).body).toMatchObject({ vat_number: null, vat_name: null, vat_verified_at: null });
  });

  it('[CUS-23] [CUS-24] that is invalid is rejected with 400 and changes nothing', async () => {
    await setVatNumber('NL100');
    const before = await client.get(`/v1/customers/${customer.id}`);
    const answer = await setVatNumber('NL200');
    expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'vat_number']);
    expect(answer.error?.reason).toBe('vat_number_invalid');
    expect(await client.get(`/v1/customers/${customer.id}`)).toEqual(before);
  });

  it('[EVT-71] has an audit entry for each verification with a result, and no separate event', async () => {
    const { id } = await client.post('/v1/customers', { name: 'Grace' });
    const setNumber = (vat_number: string) => client.call('POST', `/v1/customers/${id}/vat_number`, { vat_number });
    for (const [number, status] of [
      ['NL200', 400],
      ['NL300', 503],
      ['NL100', 200],
    ] as const) {
      expect((await setNumber(number)).status).toBe(status);
    }
    const entries = await client.list(`/v1/audit_logs?resource_id=${id}`);
    expect(entries.map(({ action }) => action)).toEqual(['customer.vat_verified', 'customer.vat_verification_failed', 'customer.created']);
    // Only the successful verification changed the customer.
    const events = await eventsAbout(client, id, 2);
    expect(events.map(({ type }) => type)).toEqual(['customer.created', 'customer.updated']);
    const types = await client.get('/v1/webhook_endpoints/event_types');
    expect((types.data as readonly Json[]).filter(({ type }) => /\bvat/.test(String(type)))).toEqual([]);
  });

  it.each(['NL300', 'EL301', 'XI302'])('that cannot be verified now (%s) is rejected with 503 and changes nothing', async (number) => {
    await setVatNumber('NL100');
    const before = await client.get(`/v1/customers/${customer.id}`);
    const answer = await setVatNumber(number);
    expect(answer).toMatchObject({ status: 503, error: { type: 'api_error', reason: 'vat_service_unavailable' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(await client.get(`/v1/customers/${customer.id}`)).toEqual(before);
  });

  it.each(['US123456789', 'GR100', 'NL', '100', 'NL1', 12, true, '', 'NL1234567890123'])('%j is rejected as malformed', async (number) => {
    expect(fieldError(await setVatNumber(number))).toEqual([400, 'parameter_invalid', 'vat_number']);
  });

  it('is a required field of the request', async () => {
    const answer = await client.call('POST', `/v1/customers/${customer.id}/vat_number`, {});
    expect(fieldError(answer)).toEqual([400, 'parameter_missing', 'vat_number']);
  });

  it('of a deleted customer cannot be set to any value', async () => {
    const deleted = await client.post('/v1/customers', {});
    await client.remove(`/v1/customers/${deleted.id}`);
    for (const number of ['NL100', 'NL200', 'NL300', null]) {
      const answer = await client.call('POST', `/v1/customers/${deleted.id}/vat_number`, { vat_number: number });
      expect(answer.status).toBe(404);
    }
  });
});
