import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { openOneShot, payOneShot } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const PATH = '/v1/checkout/one_shot';

let client: Client;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
});

const openEmbedded = (fields: Json = {}): Promise<ApiObject> =>
  openOneShot(client, { ui_mode: 'embedded', payment_method: undefined, ...fields });
const confirm = (oneShot: ApiObject, body: Json = { method: 'creditcard' }, headers?: Readonly<Record<string, string>>): Promise<Answer> =>
  api.client(String(oneShot.client_secret)).call('POST', `${PATH}/${oneShot.id}/confirm`, body, headers);

describe('confirming an embedded one-off payment', () => {
  it('[OSP-11] [OSP-12] starts the payment, which the buyer completes after the redirect', async () => {
    const oneShot = await openEmbedded();
    const answer = await confirm(oneShot);
    expect(answer.body).toEqual({
      object: 'checkout_confirmation',
      session_id: oneShot.id,
      status: 'open',
      payment_status: 'pending',
      redirect_url: expect.stringMatching(/^https?:/),
    });
    expect((await confirm(oneShot)).body).toEqual(answer.body);
    const paid = await payOneShot(client, oneShot.id);
    expect(paid).toMatchObject({ status: 'succeeded', payment_method: 'creditcard' });
    expect(await client.list(`/v1/payments?customer_id=${String(oneShot.customer_id)}`)).toHaveLength(1);
    expect(statusAndCode(await confirm(oneShot))).toEqual([409, 'state_conflict']);
  });

  it('[AUD-14] records an audit entry with the one-off payment as actor', async () => {
    const oneShot = await openEmbedded();
    await confirm(oneShot, { method: 'ideal' });
    const { payment_id: paymentId } = await client.get(`${PATH}/${oneShot.id}`);
    expect(await client.list(`/v1/audit_logs?actor_id=${oneShot.id}`)).toMatchObject([
      {
        actor_type: 'one_shot_payment',
        actor_id: oneShot.id,
        action: 'payment.confirmed',
        resource_id: paymentId,
        metadata: { one_shot_payment_id: oneShot.id, method: 'ideal' },
      },
    ]);
  });

  it('is replayed for the same idempotency key', async () => {
    const oneShot = await openEmbedded();
    const key = { 'idempotency-key': randomUUID() };
    const first = await confirm(oneShot, { method: 'creditcard' }, key);
    const replay = await confirm(oneShot, { method: 'creditcard' }, key);
    expect(replay.body).toEqual(first.body);
    expect(replay.headers['idempotent-replayed']).toBe('true');
  });

  it('sets the country of a customer without a country, and charges the tax of the country', async () => {
    await client.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900, display_name: 'MwSt' });
    const oneShot = await openEmbedded({ amount_cents: 11_900 });
    await confirm(oneShot, { method: 'creditcard', country: 'DE' });
    const { invoice_id: invoiceId } = await payOneShot(client, oneShot.id);
    expect(await client.get(`/v1/invoices/${String(invoiceId)}`)).toMatchObject({ tax_cents: 1900, buyer: { country_code: 'DE' } });
  });

  it.each<[string, Json, readonly unknown[]]>([
    ['a direct debit', { method: 'directdebit' }, [400, 'parameter_invalid', 'method']],
    ['no method', {}, [400, 'parameter_missing', 'method']],
    ['a bank transfer', { method: 'banktransfer' }, [400, 'parameter_invalid', 'method']],
  ])('is rejected with %s', async (_name, body, expected) => {
    expect(fieldError(await confirm(await openEmbedded(), body))).toEqual(expected);
  });

  it('rejects API keys and the client secret of another one-off payment', async () => {
    const [oneShot, other] = [await openEmbedded(), await openEmbedded()];
    expect(statusAndCode(await client.call('POST', `${PATH}/${oneShot.id}/confirm`, { method: 'creditcard' }))).toEqual([
      401,
      'invalid_api_key',
    ]);
    expect(statusAndCode(await confirm({ ...oneShot, client_secret: other.client_secret }))).toEqual([404, 'resource_missing']);
  });
});
