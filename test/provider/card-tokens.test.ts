import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureKindOf, firstPaymentRequest, newCustomer, recurringPaymentRequest, type Sandbox, startSandbox, value } from './support.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const cardPayment = (customerId: string, overrides: object = {}) => firstPaymentRequest({ customerId, cardToken: 'tkn_1', ...overrides });
const pay = async (customerId: string, overrides: object = {}) =>
  value(await sandbox.provider.createPayment(cardPayment(customerId, overrides)));

describe('a payment with a card token', () => {
  it('is charged immediately and creates a mandate', async () => {
    const customerId = await newCustomer(sandbox);
    const paid = await pay(customerId);
    expect(paid).toMatchObject({ status: 'paid', checkoutUrl: null, method: 'creditcard' });
    const [mandate] = value(await sandbox.provider.listMandates(customerId));
    expect(mandate).toMatchObject({ id: paid.mandateId, status: 'valid', method: 'creditcard', details: paid.details });
    expect(value(await sandbox.provider.createPayment(recurringPaymentRequest(customerId, paid.mandateId))).status).toBe('paid');
    expect(sandbox.webhooks.map(({ id }) => id)).toContain(paid.id);
  });

  it("[ELM-15] that requires authentication is paid on the provider's page", async () => {
    const customerId = await newCustomer(sandbox);
    await sandbox.behave(customerId, { charges: 'authentication_required' });
    const opened = await pay(customerId);
    expect(opened).toMatchObject({ status: 'open', mandateId: null });
    expect(opened.checkoutUrl).toContain(opened.id);
    await sandbox.settle(opened.id, 'paid');
    expect(value(await sandbox.provider.listMandates(customerId))).toHaveLength(1);
  });

  it.each(['insufficient_funds', 'card_expired'] as const)('fails immediately with %s', async (charges) => {
    const customerId = await newCustomer(sandbox);
    await sandbox.behave(customerId, { charges });
    expect(await pay(customerId)).toMatchObject({ status: 'failed', failureReason: charges, checkoutUrl: null, mandateId: null });
    expect(value(await sandbox.provider.listMandates(customerId))).toEqual([]);
  });

  it('can be pending first, and creates a valid mandate once it is paid', async () => {
    const customerId = await newCustomer(sandbox);
    await sandbox.behave(customerId, { charges: 'pending' });
    const pending = await pay(customerId);
    expect(pending.status).toBe('pending');
    await sandbox.settle(pending.id, 'paid');
    expect(value(await sandbox.provider.listMandates(customerId))[0]?.status).toBe('valid');
  });

  it('is refused if the token is invalid or the method is not a card', async () => {
    const customerId = await newCustomer(sandbox);
    // For a payment with a card token, this setting makes the token invalid.
    await sandbox.behave(customerId, { charges: 'mandate_gone' });
    expect(failureKindOf(await sandbox.provider.createPayment(cardPayment(customerId)))).toBe('refused');
    expect(failureKindOf(await sandbox.provider.createPayment(cardPayment(customerId, { method: 'ideal' })))).toBe('refused');
    expect(value(await sandbox.provider.listPayments(customerId))).toEqual([]);
  });

  it('is found by its metadata, and by its idempotency key, if its response is lost', async () => {
    const customerId = await newCustomer(sandbox);
    await sandbox.behave(customerId, { charges: 'timeout_after_charge' });
    const request = cardPayment(customerId, { metadata: { payment_id: 'py_card' } });
    expect(failureKindOf(await sandbox.provider.createPayment(request))).toBe('unavailable');
    const query = { metadataKey: 'payment_id', metadataValue: 'py_card', notBefore: sandbox.clock.now - 60 };
    const match = value(await sandbox.provider.findPayment(customerId, query));
    expect(match?.status).toBe('paid');
    expect(value(await sandbox.provider.createPayment(request)).id).toBe(match?.id);
    await sandbox.behave(customerId, { charges: 'unreachable' });
    expect(failureKindOf(await sandbox.provider.createPayment(cardPayment(customerId)))).toBe('unavailable');
    expect(value(await sandbox.provider.listPayments(customerId))).toHaveLength(1);
  });

  it('creates no mandate if it is a one-off payment', async () => {
    const opened = value(await sandbox.provider.createPayment(firstPaymentRequest({ cardToken: 'tkn_1', sequenceType: 'oneoff' })));
    expect(opened).toMatchObject({ status: 'paid', mandateId: null });
  });
});
