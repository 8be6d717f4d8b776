import { describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { OWED_REFUND_LIST, type Refund, refundAggregate } from '../../../shared/domain/refund/record.ts';
import { failRefundAfterChargeback, postponeRefund, settleRefund } from '../../../shared/domain/refund/settle.ts';
import { newBilling } from '../billing.ts';
import { DAY } from '../world.ts';

/** Returns the pending refund of an overpayment. */
const refundOverpayment = () => {
  const billing = newBilling();
  const { refund } = billing.payTwice();
  billing.world.takeEvents();
  return { billing, refund };
};

describe('a refund', () => {
  it('[REF-04] [REF-05] [EVT-41] succeeds once, even if other outcomes are reported later', () => {
    const { billing, refund } = refundOverpayment();
    expect(billing.settleRefund(refund, { status: 'pending' })).toMatchObject({
      status: 'pending',
      providerRefundId: 're_1',
      settledAt: null,
    });
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.settleRefund(refund, {})).toMatchObject({ status: 'succeeded', settledAt: billing.world.now, nextTryAt: null });
    billing.settleRefund(refund, {});
    billing.settleRefund(refund, { status: 'failed' });
    expect(billing.world.takeEvents()).toEqual(['refund.succeeded']);
    expect(billing.world.view(refundAggregate, refund.id)).toMatchObject({ object: 'refund', status: 'succeeded', reason: 'overpayment' });
  });

  it('[EVT-42] of an overpayment is repeated a day after it fails, and the new refund is in the list of owed refunds', () => {
    const { billing, refund } = refundOverpayment();
    billing.settleRefund(refund, { status: 'failed', failureReason: 'provider_failed' });
    expect(billing.world.takeEvents()).toEqual(['refund.failed', 'refund.created']);
    const refunds = billing.world.all(refundAggregate);
    expect(refunds).toHaveLength(2);
    expect(refunds[0]).toMatchObject({ status: 'failed', failureReason: 'provider_failed', nextTryAt: null });
    expect(refunds[1]).toMatchObject({ status: 'pending', providerRefundId: null, nextTryAt: billing.world.now + DAY });
    expect(refunds.map((each) => refundAggregate.sparseIndexKeysOf?.(each))).toEqual([[], [OWED_REFUND_LIST]]);
    const [, next] = refunds as [Refund, Refund];
    const listed = (fields: Partial<Refund>) => refundAggregate.sparseIndexKeysOf?.({ ...next, ...fields });
    expect(listed({ overpayment: false, withdrawal: true })).toEqual([OWED_REFUND_LIST]);
    // Neither a refund that exists at the provider, nor one that has failed, nor a refund by the account is owed.
    expect(listed({ providerRefundId: 're_provider' })).toEqual([]);
    expect(listed({ status: 'failed' })).toEqual([]);
    expect(listed({ overpayment: false })).toEqual([]);
    const payment = billing.world.get(paymentAggregate, refund.paymentId).record;
    expect(payment.amountRefundedCents).toBe(payment.amountCents);
  });

  it('without a provider response is retried with increasing delays, without limit', () => {
    const { billing, refund } = refundOverpayment();
    const waits: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      const after = billing.world.do(postponeRefund(null, billing.refundState(refund), billing.world.ctx()));
      waits.push(Number(after.nextTryAt) - billing.world.now);
    }
    expect(waits).toEqual([60, 300, 1800, 3600, 21_600, 86_400, 86_400]);
    expect(refundAggregate.dueOf?.(billing.world.get(refundAggregate, refund.id).record)).toMatchObject({ kind: 'refund', clockId: null });
  });

  it('of an overpayment is created at the provider within a minute', () => {
    const { billing, refund } = refundOverpayment();
    expect(refund.nextTryAt).toBe(billing.world.now + 60);
  });

  it('is not retried once it is settled', () => {
    const { billing, refund } = refundOverpayment();
    const settled = billing.settleRefund(refund);
    expect(billing.world.do(postponeRefund(null, billing.refundState(refund), billing.world.ctx()))).toEqual(settled);
  });

  it('has a failure reason only if it failed, and keeps its id at the provider if the outcome contains no id', () => {
    const succeeded = refundOverpayment();
    succeeded.billing.settleRefund(succeeded.refund, { status: 'pending', providerRefundId: 're_9' });
    expect(succeeded.billing.settleRefund(succeeded.refund, { providerRefundId: null, failureReason: 'x' })).toMatchObject({
      providerRefundId: 're_9',
      failureReason: null,
    });
  });

  it('that is pending at the provider is polled a day later', () => {
    const { billing, refund } = refundOverpayment();
    expect(billing.settleRefund(refund, { status: 'pending' })).toMatchObject({ nextTryAt: billing.world.now + DAY });
    expect(billing.world.get(refundAggregate, refund.id).record.nextTryAt).toBe(billing.world.now + DAY);
  });

  it('adds its amount to the returned amount of the payment when it succeeds', () => {
    const { billing, refund } = refundOverpayment();
    billing.world.amend(paymentAggregate, refund.paymentId, { amountReturnedCents: 7 });
    billing.settleRefund(refund);
    expect(billing.world.get(paymentAggregate, refund.paymentId).record.amountReturnedCents).toBe(7 + refund.amountCents);
  });

  it('cannot be changed if it, its payment or a related record does not exist', () => {
    const { billing, refund } = refundOverpayment();
    const { world } = billing;
    const state = billing.refundState(refund);
    const outcome = { status: 'succeeded', providerRefundId: null, failureReason: null } as const;
    const missing = { code: 'resource_missing' };
    expect(world.apply(settleRefund(outcome, { ...state, refund: null }, world.ctx()))).toMatchObject(missing);
    expect(world.apply(settleRefund(outcome, { ...state, payment: null }, world.ctx()))).toMatchObject(missing);
    expect(world.apply(settleRefund(outcome, { ...state, relatedRecords: null }, world.ctx()))).toMatchObject(missing);
    expect(world.apply(failRefundAfterChargeback(null, { ...state, refund: null }, world.ctx()))).toMatchObject(missing);
    expect(world.apply(failRefundAfterChargeback(null, { ...state, payment: null }, world.ctx()))).toMatchObject(missing);
    expect(world.apply(postponeRefund(null, { refund: null }, world.ctx()))).toMatchObject(missing);
  });
});

describe('a refund of an overpayment of 10.00, at a check for a chargeback,', () => {
  const failAfterChargeback = (disputedCents: number, refundFields: Partial<Refund> = {}) => {
    const { billing, refund } = refundOverpayment();
    const { world } = billing;
    const refundedCents = refundFields.amountCents ?? 1000;
    world.amend(paymentAggregate, refund.paymentId, { amountDisputedCents: disputedCents, amountRefundedCents: refundedCents });
    world.amend(refundAggregate, refund.id, refundFields);
    const result = world.do(failRefundAfterChargeback(null, billing.refundState(refund), world.ctx()));
    const { amountRefundedCents } = world.get(paymentAggregate, refund.paymentId).record;
    return { result, amountRefundedCents, rest: world.all(refundAggregate).slice(1), events: world.takeEvents(), now: world.now };
  };

  it('fails with the reason charged_back if the whole amount is charged back', () => {
    const { result, amountRefundedCents, rest, events, now } = failAfterChargeback(1000);
    expect(result).toMatchObject({ status: 'failed', failureReason: 'charged_back', settledAt: now, nextTryAt: null });
    expect([amountRefundedCents, rest, events]).toEqual([0, [], ['refund.failed']]);
  });

  it.each([
    [1, 999],
    [400, 600],
    [999, 1],
  ])('is replaced by a refund of the rest if %i cents are charged back', (disputedCents, restCents) => {
    const { result, amountRefundedCents, rest, events, now } = failAfterChargeback(disputedCents);
    expect(result).toMatchObject({ status: 'failed', failureReason: 'charged_back' });
    expect([amountRefundedCents, events]).toEqual([restCents, ['refund.failed', 'refund.created']]);
    const pending = { status: 'pending', amountCents: restCents, overpayment: true, reason: 'overpayment', nextTryAt: now + 60 };
    expect(rest).toMatchObject([pending]);
  });

  it.each<[string, number, Partial<Refund>]>([
    ['there is no chargeback', 0, {}],
    ['the provider has the refund', 1000, { providerRefundId: 're_1' }],
    ['the account requested it', 1000, { overpayment: false }],
    ['it is settled', 1000, { status: 'succeeded' }],
    ['the payment covers both the refund and the chargeback', 400, { amountCents: 600 }],
  ])('does not change if %s', (_name, disputedCents, fields) => {
    const { result, amountRefundedCents, rest, events } = failAfterChargeback(disputedCents, fields);
    expect(result).toMatchObject({ status: fields.status ?? 'pending', failureReason: null });
    expect([amountRefundedCents, rest, events]).toEqual([fields.amountCents ?? 1000, [], []]);
  });
});
