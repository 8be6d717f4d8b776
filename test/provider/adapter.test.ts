import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireMethod } from '../../shared/provider/mollie/adapter.ts';
import { failureOfResponse, failureReasonOf } from '../../shared/provider/mollie/failures.ts';
import { sandboxToken } from '../../shared/sandbox/token.ts';
import {
  ACCOUNT,
  failureKindOf,
  firstPaymentRequest,
  newCustomer,
  providerAt,
  recurringPaymentRequest,
  type Sandbox,
  serve,
  startSandbox,
  value,
} from './support.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const failureKindsFor = async (status: number, body: string, headers: Record<string, string> = {}) => {
  const server = await serve((_, response) => void response.writeHead(status, headers).end(body));
  const provider = providerAt(server.url, 'live_key');
  const outcomes = {
    read: await provider.getPayment('tr_1'),
    charge: await provider.createPayment(recurringPaymentRequest('cst_1', 'mdt_1')),
    refund: await provider.createRefund({
      paymentId: 'tr_1',
      amountCents: 1,
      currency: 'EUR',
      description: '',
      metadata: {},
      idempotencyKey: 'k',
    }),
  };
  await server.close();
  return { read: failureKindOf(outcomes.read), charge: failureKindOf(outcomes.charge), refund: failureKindOf(outcomes.refund) };
};

/** Builds an error body of the provider. */
const errorBody = (status: number): string => JSON.stringify({ status, title: 'x', detail: 'Something happened', _links: {} });
/** Failure kinds of a read, a charge and a refund that all fail in the same way. */
const allKinds = (kind: string) => ({ read: kind, charge: kind, refund: kind });

describe('a response of the provider', () => {
  it.each([
    [401, allKinds('unauthorized')],
    [403, allKinds('unauthorized')],
    [404, allKinds('not_found')],
    [410, allKinds('mandate_gone')],
    [429, allKinds('rate_limited')],
    [400, { read: 'unavailable', charge: 'refused', refund: 'refused' }],
    [405, { read: 'unavailable', charge: 'refused', refund: 'refused' }],
    [422, { read: 'unavailable', charge: 'refused', refund: 'refused' }],
    [409, { read: 'unavailable', charge: 'unavailable', refund: 'duplicate' }],
    [408, allKinds('unavailable')],
    [500, allKinds('unavailable')],
    [502, allKinds('unavailable')],
    [503, allKinds('unavailable')],
    [504, allKinds('unavailable')],
  ])('with status %i gives the right failure kind for a read, a charge and a refund', async (status, expected) => {
    expect(await failureKindsFor(status, errorBody(status))).toEqual(expected);
  });

  it.each<readonly [string, number, string]>([
    ['malformed JSON', 200, '{"id": "tr_1", '],
    ['an array', 200, '[]'],
    ['an object without required fields', 200, '{"id":"tr_1","status":"paid"}'],
    [
      'an unknown status',
      200,
      '{"id":"tr_1","status":"teleported","amount":{"value":"1.00","currency":"EUR"},"createdAt":"2026-01-01T00:00:00Z"}',
    ],
    [
      'an invalid amount',
      200,
      '{"id":"tr_1","status":"paid","amount":{"value":"1.0","currency":"EUR"},"createdAt":"2026-01-01T00:00:00Z"}',
    ],
    ['an empty body', 200, ''],
    ['an HTML page of a gateway', 502, '<html>Bad gateway</html>'],
    ...[400, 401, 403, 404, 409, 410, 413, 422].map((status) => ['an HTML page', status, '<html>No</html>'] as const),
    ['an error that is not of the provider', 404, '{"message":"Not Found"}'],
    ['an error with another status', 404, errorBody(410)],
  ])('with %s means `unavailable`', async (_, status, text) => {
    expect(await failureKindsFor(status, text)).toEqual(allKinds('unavailable'));
  });

  it('that is a redirect is not followed', async () => {
    expect(await failureKindsFor(302, '', { location: sandbox.url })).toEqual(allKinds('unavailable'));
  });

  it('with 422 about the mandate means `mandate_gone` for charges only', () => {
    const noMandate = { detail: 'No suitable mandates found for customer', field: null };
    expect(failureOfResponse(422, noMandate, 'charge', 5).kind).toBe('mandate_gone');
    expect(failureOfResponse(422, noMandate, 'write', 5).kind).toBe('refused');
    expect(failureOfResponse(422, { detail: 'x', field: 'mandateId' }, 'charge', 5).kind).toBe('mandate_gone');
  });

  it.each(['charge', 'payment_of_customer', 'write', 'read'] as const)(
    'with 422 about the webhook URL of the service means `rate_limited` for the intent %s: it says nothing about the customer',
    (intent) => {
      const error = { detail: 'The webhook URL is invalid because it is unreachable', field: 'webhookUrl' };
      expect(failureOfResponse(422, error, intent, 5)).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 5 });
    },
  );

  it('with an error about the idempotency key means `unavailable`', () => {
    for (const status of [400, 409, 422]) {
      expect(failureOfResponse(status, { detail: 'A request with this idempotency key is running', field: null }, 'refund', 5).kind).toBe(
        'unavailable',
      );
    }
  });

  it('gives its failure reason, else the reason that belongs to its bank code, else the bank code', () => {
    expect(failureReasonOf(null, 'AC04')).toBe('account_closed');
    expect(failureReasonOf(null, 'XX99')).toBe('XX99');
    expect(failureReasonOf('card_expired', 'AM04')).toBe('card_expired');
    expect(failureReasonOf(null, null)).toBeNull();
  });

  it('that never arrives means `unavailable`', async () => {
    const closed = await serve(() => undefined);
    await closed.close();
    expect(failureKindOf(await providerAt(closed.url).getProfile())).toBe('unavailable');
  });
});

describe('the API key', () => {
  it('identifies the profile', async () => {
    expect(value(await sandbox.provider.getProfile())).toMatchObject({ mode: 'test', id: 'pfl_sandbox' });
  });

  it.each([sandboxToken(ACCOUNT, 'wrong'), sandboxToken('acct_other', 'correct-horse'), 'test_0123456789', 'sandbox_'])(
    '%s is unauthorized',
    async (key) => {
      expect(failureKindOf(await providerAt(sandbox.url, key).getProfile())).toBe('unauthorized');
    },
  );
});

describe('payment methods', () => {
  it('are listed by sequence type, with their minimum amount', async () => {
    const first = value(await sandbox.provider.listMethods('first'));
    const recurring = value(await sandbox.provider.listMethods('recurring'));
    expect(first.map((method) => method.id)).toEqual(expect.arrayContaining(['creditcard', 'ideal', 'paypal', 'eps', 'applepay']));
    expect(first.map((method) => method.id)).not.toContain('directdebit');
    expect(recurring.map((method) => method.id).toSorted()).toEqual(['creditcard', 'directdebit', 'paypal']);
    const minimumOf = (methodId: string) => first.find(({ id }) => id === methodId)?.minimum;
    expect(minimumOf('creditcard')).toEqual({ amountCents: 1, currency: 'EUR' });
    expect(minimumOf('eps')).toEqual({ amountCents: 100, currency: 'EUR' });
  });

  it('are sent as chosen, or not at all for recurring charges; a first payment by direct debit sends other bank methods instead', () => {
    expect(wireMethod('creditcard', 'first')).toBe('creditcard');
    expect(wireMethod('applepay', 'recurring')).toBeUndefined();
    expect(wireMethod('directdebit', 'first')).toContain('ideal');
    expect(wireMethod(null, 'oneoff')).toBeUndefined();
    expect(wireMethod(['creditcard', 'directdebit', 'ideal'], 'first')).toEqual([
      'creditcard',
      'ideal',
      'bancontact',
      'eps',
      'belfius',
      'kbc',
    ]);
  });
});

describe('a customer', () => {
  it('is created once per idempotency key', async () => {
    const request = { name: 'Bo', email: null, metadata: { customer_id: 'cus_2' }, idempotencyKey: 'same' };
    const created = value(await sandbox.provider.createCustomer(request));
    expect(created).toEqual({ id: expect.stringMatching(/^cst_/), name: 'Bo', email: null, metadata: { customer_id: 'cus_2' } });
    expect(value(await sandbox.provider.createCustomer(request))).toEqual(created);
  });
});

describe('the payload of a payment', () => {
  it('[PAY-05] is the unchanged JSON of the provider', async () => {
    const opened = value(await sandbox.provider.createPayment(firstPaymentRequest({ customerId: await newCustomer(sandbox) })));
    const raw = await fetch(`${sandbox.url}/v2/payments/${opened.id}`, {
      headers: { authorization: `Bearer ${sandboxToken(ACCOUNT, 'correct-horse')}` },
    });
    expect(value(await sandbox.provider.getPaymentPayload(opened.id))).toEqual(await raw.json());
  });
});

describe('an error response of the sandbox', () => {
  it("has Mollie's format", async () => {
    const answer = await fetch(`${sandbox.url}/v2/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandboxToken(ACCOUNT, 'correct-horse')}` },
      body: '{"amount":{"value":"1.00","currency":"EUR"}}',
    });
    expect(answer.headers.get('content-type')).toContain('application/hal+json');
    expect(await answer.json()).toEqual({
      status: 422,
      title: 'Unprocessable Entity',
      detail: expect.any(String),
      field: 'description',
      _links: { documentation: { href: expect.any(String), type: 'text/html' } },
    });
  });

  it.each([
    ['POST', '/v2/payments', '{', 400],
    ['GET', '/v2/nothing', null, 404],
    ['DELETE', '/v2/methods', null, 405],
    ['GET', '/v2/payments?limit=0', null, 400],
    ['GET', '/v2/payments/tr_none', null, 404],
  ])('has the right status for %s %s', async (method, path, text, status) => {
    const headers = { authorization: `Bearer ${sandboxToken(ACCOUNT, 'correct-horse')}` };
    expect((await fetch(`${sandbox.url}${path}`, { method, headers, body: text })).status).toBe(status);
  });
});
