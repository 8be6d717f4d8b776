import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewRefund } from '../../../shared/provider/port.ts';
import { createMandate, failureKindOf, type Sandbox, startSandbox, value } from '../support.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

let keyCount = 0;
const refund = (paymentId: string, overrides: Partial<NewRefund> = {}): NewRefund => {
  keyCount += 1;
  return {
    paymentId,
    amountCents: 1000,
    currency: 'EUR',
    description: 'Refund',
    metadata: { refund_id: `re_${keyCount}` },
    idempotencyKey: `refund-${keyCount}`,
    ...overrides,
  };
};

describe('a refund', () => {
  it('succeeds and lowers the refundable amount', async () => {
    const { first } = await createMandate(sandbox);
    const created = value(await sandbox.provider.createRefund(refund(first.id)));
    expect(created).toMatchObject({ paymentId: first.id, status: 'succeeded', amountCents: 1000, currency: 'EUR' });
    expect(value(await sandbox.provider.getRefund(first.id, created.id))).toEqual(created);
    expect(value(await sandbox.provider.getPayment(first.id)).refundedCents).toBe(1000);
    // 9.99 of 19.99 EUR are still refundable.
    expect(failureKindOf(await sandbox.provider.createRefund(refund(first.id)))).toBe('refused');
    expect(value(await sandbox.provider.createRefund(refund(first.id, { amountCents: 999 }))).status).toBe('succeeded');
  });

  it('that is pending can fail later, which makes its amount refundable again', async () => {
    const { first, customerId } = await createMandate(sandbox);
    await sandbox.behave(customerId, { refunds: 'pending' });
    const pending = value(await sandbox.provider.createRefund(refund(first.id, { amountCents: 1999 })));
    expect(pending.status).toBe('pending');
    expect(await sandbox.settleRefund(first.id, pending.id, 'failed')).toMatchObject({ ok: true });
    expect(value(await sandbox.provider.getRefund(first.id, pending.id)).status).toBe('failed');
    expect(value(await sandbox.provider.getPayment(first.id)).refundedCents).toBe(0);
    // One webhook for the payment, and one for the failed refund.
    expect(sandbox.webhooks.filter((call) => call.id === first.id)).toHaveLength(2);
    expect(await sandbox.settleRefund(first.id, pending.id, 'refunded')).toMatchObject({ ok: false, kind: 'conflict' });
  });

  it('that the provider already has means `duplicate`', async () => {
    const { first, customerId } = await createMandate(sandbox);
    await sandbox.behave(customerId, { refunds: 'duplicate' });
    expect(failureKindOf(await sandbox.provider.createRefund(refund(first.id)))).toBe('duplicate');
  });

  it('that the provider refuses changes nothing', async () => {
    const { first, customerId } = await createMandate(sandbox);
    await sandbox.behave(customerId, { refunds: 'refused' });
    expect(failureKindOf(await sandbox.provider.createRefund(refund(first.id)))).toBe('refused');
    expect(value(await sandbox.provider.getPayment(first.id)).refundedCents).toBe(0);
  });

  it('whose response was lost is found by its metadata, and by its idempotency key', async () => {
    const { first, customerId } = await createMandate(sandbox);
    await sandbox.behave(customerId, { refunds: 'timeout_after_refund' });
    const request = refund(first.id, { metadata: { refund_id: 're_lost' } });
    expect(failureKindOf(await sandbox.provider.createRefund(request))).toBe('unavailable');
    const query = { metadataKey: 'refund_id', metadataValue: 're_lost', notBefore: sandbox.clock.now - 60 };
    const match = value(await sandbox.provider.findRefund(first.id, query));
    expect(match).toMatchObject({ amountCents: 1000, status: 'succeeded' });
    expect(value(await sandbox.provider.createRefund(request)).id).toBe(match?.id);
    expect(value(await sandbox.provider.getPayment(first.id)).refundedCents).toBe(1000);
  });

  it('of a missing payment means `not_found`', async () => {
    expect(failureKindOf(await sandbox.provider.createRefund(refund('tr_nothing')))).toBe('not_found');
  });
});

describe('a chargeback', () => {
  it('is shown on the payment, blocks refunds, and is reversed without a webhook', async () => {
    const { first } = await createMandate(sandbox, 'ideal');
    await sandbox.settle(first.id, 'charged_back');
    expect(value(await sandbox.provider.getPayment(first.id)).hasChargebacks).toBe(true);
    const [open] = value(await sandbox.provider.listChargebacks(first.id));
    expect(open).toMatchObject({ paymentId: first.id, amountCents: 1999, currency: 'EUR', reversedAt: null, reason: expect.any(String) });
    expect(failureKindOf(await sandbox.provider.createRefund(refund(first.id)))).toBe('refused');
    const webhookCount = sandbox.webhooks.length;
    await sandbox.settle(first.id, 'chargeback_reversed');
    expect(sandbox.webhooks).toHaveLength(webhookCount);
    expect(value(await sandbox.provider.listChargebacks(first.id))[0]?.reversedAt).toBe(sandbox.clock.now);
    expect(value(await sandbox.provider.getPayment(first.id)).hasChargebacks).toBe(true);
    expect(await sandbox.settle(first.id, 'charged_back')).toMatchObject({ ok: false, kind: 'conflict' });
  });
});
