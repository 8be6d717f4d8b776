import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { charge, kind, newCustomer, payment, type Sandbox, startSandbox, value } from './support.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const byCard = (customerId: string, given: object = {}) => payment({ customerId, cardToken: 'tkn_1', ...given });
const pay = async (customerId: string, given: object = {}) => value(await sandbox.provider.createPayment(byCard(customerId, given)));

describe('a card that the buyer entered at the shop', () => {
  it('is charged at once and leaves its mandate', async () => {
    const customerId = await newCustomer(sandbox);
    const paid = await pay(customerId);
    expect(paid).toMatchObject({ status: 'paid', checkoutUrl: null, method: 'creditcard' });
    const [mandate] = value(await sandbox.provider.listMandates(customerId));
    expect(mandate).toMatchObject({ id: paid.mandateId, status: 'valid', method: 'creditcard', details: paid.details });
    expect(value(await sandbox.provider.createPayment(charge(customerId, paid.mandateId))).status).toBe('paid');
    expect(sandbox.webhooks.map(({ id }) => id)).toContain(paid.id);
  });

  it('[ELM-15] leads to a page where the bank asks the buyer, and is paid there', async () => {
    const customerId = await newCustomer(sandbox);
    await sandbox.behave(customerId, { charges: 'authentication_required' });
    const opened = await pay(customerId);
    expect(opened).toMatchObject({ status: 'open', mandateId: null });
    expect(opened.checkoutUrl).toContain(opened.id);
    await sandbox.settle(opened.id, 'paid');
    expect(value(await sandbox.provider.listMandates(customerId))).toHaveLength(1);
  });

  it.each(['insufficient_funds', 'card_expired'] as const)('is refused at once: %s', async (charges) => {
    const customerId = await newCustomer(sandbox);
    await sandbox.behave(customerId, { charges });
    expect(await pay(customerId)).toMatchObject({ status: 'failed', failureReason: charges, checkoutUrl: null, mandateId: null });
    expect(value(await sandbox.provider.listMandates(customerId))).toEqual([]);
  });

  it('may be decided later', async () => {
    const customerId = await newCustomer(sandbox);
    await sandbox.behave(customerId, { charges: 'pending' });
    const pending = await pay(customerId);
    expect(pending.status).toBe('pending');
    await sandbox.settle(pending.id, 'paid');
    expect(value(await sandbox.provider.listMandates(customerId))[0]?.status).toBe('valid');
  });

  it('whose token is of no use is no payment', async () => {
    const customerId = await newCustomer(sandbox);
    await sandbox.behave(customerId, { charges: 'mandate_gone' });
    expect(kind(await sandbox.provider.createPayment(byCard(customerId)))).toBe('refused');
    expect(kind(await sandbox.provider.createPayment(byCard(customerId, { method: 'ideal' })))).toBe('refused');
    expect(value(await sandbox.provider.listPayments(customerId))).toEqual([]);
  });

  it('whose answer is lost is found by its metadata and under its key', async () => {
    const customerId = await newCustomer(sandbox);
    await sandbox.behave(customerId, { charges: 'timeout_after_charge' });
    const asked = byCard(customerId, { metadata: { payment_id: 'py_card' } });
    expect(kind(await sandbox.provider.createPayment(asked))).toBe('unavailable');
    const query = { metadataKey: 'payment_id', metadataValue: 'py_card', notBefore: sandbox.clock.now - 60 };
    const found = value(await sandbox.provider.findPayment(customerId, query));
    expect(found?.status).toBe('paid');
    expect(value(await sandbox.provider.createPayment(asked)).id).toBe(found?.id);
    await sandbox.behave(customerId, { charges: 'unreachable' });
    expect(kind(await sandbox.provider.createPayment(byCard(customerId)))).toBe('unavailable');
    expect(value(await sandbox.provider.listPayments(customerId))).toHaveLength(1);
  });

  it('pays once without a mandate', async () => {
    const opened = value(await sandbox.provider.createPayment(payment({ cardToken: 'tkn_1', sequenceType: 'oneoff' })));
    expect(opened).toMatchObject({ status: 'paid', mandateId: null });
  });
});
