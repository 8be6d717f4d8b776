import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX } from '../../shared/domain/payment/provider.ts';
import { createMollieProvider } from '../../shared/provider/mollie/adapter.ts';
import type { PaymentProvider } from '../../shared/provider/port.ts';
import { sandboxToken } from '../../shared/sandbox/token.ts';
import { ACCOUNT, failureKindOf, firstPaymentRequest, recurringPaymentRequest, type Sandbox, startSandbox, value } from './support.ts';
import { type CheckExchange, type Exchange, hasMollieOpenApi, MOLLIE_OPENAPI_MISSING, openWireSchema } from './wire-schema.ts';

const parsed = (text: string): unknown => (text === '' ? null : (JSON.parse(text) as unknown));

/** Creates a provider client for the sandbox; the client records all requests and responses. */
const recordingProvider = (sandbox: Sandbox, apiKey: string) => {
  const exchanges: Exchange[] = [];
  const recordingFetch: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const text = await answer.clone().text();
    exchanges.push({
      method: init?.method ?? 'GET',
      path: new URL(String(input)).pathname,
      requestBody: typeof init?.body === 'string' ? parsed(init.body) : null,
      status: answer.status,
      answerBody: parsed(text),
    });
    return answer;
  };
  const provider = createMollieProvider({ name: SANDBOX, baseUrl: sandbox.url, apiKey, deadlineMs: 5_000, fetch: recordingFetch });
  return { provider, exchanges };
};

describe.skipIf(!hasMollieOpenApi)(hasMollieOpenApi ? 'the wire format' : MOLLIE_OPENAPI_MISSING, () => {
  let sandbox: Sandbox;
  let check: CheckExchange;
  beforeAll(async () => {
    sandbox = await startSandbox();
    check = openWireSchema();
  });
  afterAll(() => sandbox.close());

  /** Sends requests to the sandbox; returns the differences between these exchanges and Mollie's OpenAPI description. */
  const problems = async (run: (provider: PaymentProvider) => Promise<unknown>, apiKey = sandboxToken(ACCOUNT, 'correct-horse')) => {
    const { provider, exchanges } = recordingProvider(sandbox, apiKey);
    await run(provider);
    expect(exchanges).not.toHaveLength(0);
    return exchanges.flatMap((exchange) => check(exchange));
  };

  const newCustomer = async (provider: PaymentProvider, name: string | null = 'Ada Buyer'): Promise<string> => {
    const request = { name, email: name === null ? null : 'ada@example.com', metadata: { customer_id: 'cus_1' } };
    return value(await provider.createCustomer({ ...request, idempotencyKey: `customer-${Math.random()}` })).id;
  };

  /** Creates a customer with a mandate, by a paid first payment. */
  const createMandate = async (provider: PaymentProvider, method: string) => {
    const customerId = await newCustomer(provider);
    const opened = value(await provider.createPayment(firstPaymentRequest({ customerId, method })));
    await sandbox.settle(opened.id, 'paid');
    const first = value(await provider.getPayment(opened.id));
    return { customerId, first, mandateId: String(first.mandateId) };
  };

  /** A query that matches no payment. */
  const attemptQuery = { metadataKey: 'payment_id', metadataValue: 'py_none', notBefore: 0 };

  it('of customers and mandates matches the OpenAPI description', async () => {
    expect(
      await problems(async (provider) => {
        const { customerId, mandateId } = await createMandate(provider, 'creditcard');
        value(await provider.listMandates(customerId));
        value(await provider.getMandate(customerId, mandateId));
        value(await provider.revokeMandate(customerId, mandateId));
        value(await provider.deleteCustomer(customerId));
        await newCustomer(provider, null);
      }),
    ).toEqual([]);
  });

  it.each(['creditcard', 'paypal', 'ideal', 'directdebit', 'bancontact', 'applepay'])(
    'of a first payment by %s and its charges matches the OpenAPI description',
    async (method) => {
      expect(
        await problems(async (provider) => {
          const { customerId, mandateId } = await createMandate(provider, method);
          value(await provider.listMandates(customerId));
          for (const charges of ['paid', 'pending', 'insufficient_funds'] as const) {
            await sandbox.behave(customerId, { charges });
            value(await provider.createPayment(recurringPaymentRequest(customerId, mandateId)));
          }
          value(await provider.listPayments(customerId));
          value(await provider.findPayment(customerId, attemptQuery));
        }),
      ).toEqual([]);
    },
  );

  it.each(['pending', 'failed', 'canceled', 'expired'] as const)(
    'of a payment that is %s matches the OpenAPI description',
    async (outcome) => {
      expect(
        await problems(async (provider) => {
          const customerId = await newCustomer(provider);
          const opened = value(await provider.createPayment(firstPaymentRequest({ customerId, method: null })));
          await sandbox.settle(opened.id, outcome);
          value(await provider.getPayment(opened.id));
        }),
      ).toEqual([]);
    },
  );

  it('of one-off payments matches the OpenAPI description', async () => {
    expect(
      await problems(async (provider) => {
        value(await provider.createPayment(firstPaymentRequest({ sequenceType: 'oneoff', method: 'banktransfer' })));
        const opened = value(await provider.createPayment(firstPaymentRequest({ sequenceType: 'oneoff', method: null, currency: 'JPY' })));
        value(await provider.cancelPayment(opened.id));
        value(await provider.createPayment(firstPaymentRequest({ sequenceType: 'oneoff', cardToken: 'tkn_1' })));
        value(await provider.createPayment(firstPaymentRequest({ sequenceType: 'oneoff', method: 'ideal', issuer: 'ideal_INGBNL2A' })));
        value(await provider.findPayment(null, attemptQuery));
      }),
    ).toEqual([]);
  });

  it('of refunds and chargebacks matches the OpenAPI description', async () => {
    expect(
      await problems(async (provider) => {
        const { customerId, first } = await createMandate(provider, 'directdebit');
        const request = { paymentId: first.id, amountCents: 500, currency: 'EUR', description: 're_1', metadata: { refund_id: 're_1' } };
        for (const refunds of ['refunded', 'pending'] as const) {
          await sandbox.behave(customerId, { refunds });
          const refund = value(await provider.createRefund({ ...request, idempotencyKey: `refund-${first.id}-${refunds}` }));
          value(await provider.getRefund(first.id, refund.id));
        }
        value(await provider.listRefunds(first.id));
        await sandbox.settle(first.id, 'charged_back');
        value(await provider.listChargebacks(first.id));
        await sandbox.settle(first.id, 'chargeback_reversed');
        value(await provider.listChargebacks(first.id));
        value(await provider.getPayment(first.id));
      }),
    ).toEqual([]);
  });

  it('of payment methods and the profile matches the OpenAPI description', async () => {
    expect(
      await problems(async (provider) => {
        for (const sequenceType of ['first', 'recurring', 'oneoff'] as const) value(await provider.listMethods(sequenceType));
        value(await provider.getProfile());
      }),
    ).toEqual([]);
  });

  it('of refused requests matches the OpenAPI description', async () => {
    expect(
      await problems(async (provider) => {
        const { customerId, mandateId, first } = await createMandate(provider, 'creditcard');
        const refund = {
          paymentId: first.id,
          amountCents: 500,
          currency: 'EUR',
          description: 're_1',
          metadata: {},
          idempotencyKey: first.id,
        };
        expect(failureKindOf(await provider.getPayment('tr_none'))).toBe('not_found');
        expect(failureKindOf(await provider.getMandate(customerId, 'mdt_none'))).toBe('not_found');
        expect(failureKindOf(await provider.cancelPayment(first.id))).toBe('refused');
        expect(failureKindOf(await provider.createRefund({ ...refund, amountCents: 99_999 }))).toBe('refused');
        await sandbox.behave(customerId, { refunds: 'duplicate', charges: 'mandate_gone' });
        expect(failureKindOf(await provider.createRefund(refund))).toBe('duplicate');
        expect(failureKindOf(await provider.createPayment(recurringPaymentRequest(customerId, mandateId)))).toBe('mandate_gone');
      }),
    ).toEqual([]);
    expect(await problems((provider) => provider.getProfile(), 'test_wrong')).toEqual([]);
  });

  it('is checked strictly: each difference from the description is found', () => {
    const exchange = { method: 'POST', path: '/v2/payments/tr_1/refunds', status: 201, answerBody: null };
    const amount = { currency: 'EUR', value: '5.00' };
    const body = { amount, metadata: {}, description: 'Some of it' };
    expect(check({ ...exchange, requestBody: body })).toEqual([]);
    // A misspelled field.
    expect(check({ ...exchange, requestBody: { ...body, descripton: 'Some of it' } })).not.toEqual([]);
    expect(check({ ...exchange, requestBody: { ...body, amount: '5.00' } })).not.toEqual([]);
    expect(check({ ...exchange, requestBody: { metadata: {}, description: 'Some of it' } })).not.toEqual([]);
    expect(check({ ...exchange, requestBody: body, answerBody: { resource: 'refund', id: 're_1' } })).not.toEqual([]);
    // A misspelled path.
    expect(check({ ...exchange, path: '/v2/paymints', requestBody: null })).not.toEqual([]);
  });
});
