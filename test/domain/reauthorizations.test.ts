import { describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { PaidWithMandate } from '../../shared/domain/payment/transitions.ts';
import { type Reauthorize, reauthorize } from '../../shared/domain/payment-method-setup/reauthorize.ts';
import { REAUTHORIZATION_SECONDS, setupAggregate, setupIdFor } from '../../shared/domain/payment-method-setup/record.ts';
import { failSetup, settleSetup } from '../../shared/domain/payment-method-setup/settle.ts';
import { SANDBOX } from '../../shared/domain/provider.ts';
import { refundAggregate } from '../../shared/domain/refund/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { walletAggregate, walletIdOf } from '../../shared/domain/wallet/record.ts';
import { type Billing, given } from './billing.ts';
import { failTimes, paymentOf, refusalOf, show } from './renewals.ts';
import { card } from './wallet.ts';
import { World } from './world.ts';

const sold = (price: Parameters<typeof given>[0] = {}) => {
  const billing = given(price);
  const { id } = billing.subscribe();
  return { billing, id };
};

const stateOf = ({ world }: Billing, id: string, madeAt: number) => {
  const subscription = world.get(subscriptionAggregate, id);
  const setup = world.find(setupAggregate, setupIdFor(id));
  return {
    subscription,
    setup,
    payment: world.find(paymentAggregate, setup?.record.attempt?.paymentId),
    madeAt,
    customer: world.get(customerAggregate, subscription.record.customerId),
    clock: null,
  };
};

const ask = (billing: Billing, id: string, command: Partial<Reauthorize> = {}, madeAt = billing.world.ctx().realNow) =>
  billing.world.apply(
    reauthorize({ method: 'creditcard', choice: 'card', provider: SANDBOX, ...command }, stateOf(billing, id, madeAt), billing.world.ctx()),
  );

/** The payment that proves the method. */
const asked = (billing: Billing, id: string, command: Partial<Reauthorize> = {}): string => {
  const begun = ask(billing, id, command);
  if (begun instanceof Refusal || begun.step !== 'pay') throw new Error(`not begun: ${JSON.stringify(begun)}`);
  return begun.payment.id;
};

const settleState = ({ world }: Billing, paymentId: string) => {
  const payment = world.get(paymentAggregate, paymentId);
  const setup = world.get(setupAggregate, payment.record.setupId);
  const subscription = world.get(subscriptionAggregate, setup.record.subscriptionId);
  const collected = world.find(invoiceAggregate, subscription.record.renewal?.invoiceId);
  const { customerId } = payment.record;
  const wallet = world.find(walletAggregate, walletIdOf(customerId));
  return {
    setup,
    payment,
    wallet,
    customer: world.get(customerAggregate, customerId),
    clock: null,
    reauthorizes: { subscription, collected },
  };
};

const paid = (billing: Billing, paymentId: string, mandateId = 'mdt_new') => {
  const facts: PaidWithMandate = { providerPaymentId: `tr_${paymentId}`, method: card('4242'), mandateId, providerCustomerId: 'cst_1' };
  return billing.world.do(settleSetup(facts, settleState(billing, paymentId), billing.world.ctx()));
};

const declined = (billing: Billing, paymentId: string) => {
  const facts = { providerPaymentId: `tr_${paymentId}`, failureCode: 'card_declined', failureMessage: 'Declined.' };
  return billing.world.do(failSetup({ outcome: 'failed', ...facts }, settleState(billing, paymentId), billing.world.ctx()));
};

describe('asking for another payment method', () => {
  it('[SUB-12] opens a verification charge, which sells nothing', () => {
    const { billing, id } = sold();
    const paymentId = asked(billing, id);
    expect(billing.world.view(paymentAggregate, paymentId)).toMatchObject({
      type: 'setup',
      status: 'pending',
      amount_cents: 1,
      subscription_id: id,
      invoice_id: null,
    });
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.world.audits.at(-1)).toBe('subscription.reauthorization_requested');
  });

  it('continues with the same charge as long as its page stays open, and withdraws it for another', () => {
    const { billing, id } = sold();
    const first = asked(billing, id);
    expect(asked(billing, id)).toBe(first);
    const begunAt = billing.world.ctx().realNow - REAUTHORIZATION_SECONDS;
    expect(ask(billing, id, {}, begunAt)).toMatchObject({ step: 'withdraw', payment: { id: first } });
    expect(ask(billing, id, { choice: 'another' })).toMatchObject({ step: 'withdraw', payment: { id: first } });
    expect(ask(billing, id, { provider: 'pfl_1' })).toMatchObject({ step: 'withdraw', payment: { id: first } });
    declined(billing, first);
    const second = asked(billing, id);
    expect(billing.world.get(paymentAggregate, second).record.idempotencyKey).toBe(`${setupIdFor(id)}-2`);
  });

  it('is refused for what is not there, is canceled, or takes no such method, and for a customer who goes', () => {
    const nothing = { subscription: null, setup: null, payment: null, madeAt: 0, customer: null, clock: null };
    const command = { method: null, choice: 'any', provider: SANDBOX };
    expect(refusalOf(reauthorize(command, nothing, new World().ctx()))).toEqual(['resource_missing', undefined]);
    const { billing, id } = sold();
    expect(ask(billing, id, { method: 'banktransfer' })).toMatchObject({ code: 'parameter_invalid', param: 'method' });
    const { world } = billing;
    const customer = world.get(customerAggregate, billing.subscription(id).customerId);
    world.do({ changes: [change(customerAggregate, customer, { ...customer.record, closedForSale: true })], events: [], result: null });
    expect(refusalOf(ask(billing, id))).toEqual(['operation_pending', undefined]);
    billing.cancel(id);
    billing.due(id);
    expect(refusalOf(ask(billing, id))).toEqual(['state_conflict', 'subscription_canceled']);
  });
});

describe('the method that was authorised', () => {
  it('[SUB-51] [EVT-29] is what the subscription is charged to from then on, reported once', () => {
    const { billing, id } = sold();
    const before = show(billing, id);
    const paymentId = asked(billing, id);
    paid(billing, paymentId);
    expect(show(billing, id)).toEqual({ ...before, payment_method: expect.objectContaining({ type: 'creditcard', last4: '4242' }) });
    expect(billing.subscription(id).mandateId).toBe('mdt_new');
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.payment_method_updated', 'payment.succeeded']);
    paid(billing, paymentId);
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.due(id)).toMatchObject({ payment: { mandate: { mandateId: 'mdt_new' } } });
  });

  it('leaves a pause as it is', () => {
    const { billing, id } = sold();
    billing.pause(id);
    paid(billing, asked(billing, id));
    expect(show(billing, id)).toMatchObject({ renewal_state: 'paused', serves_customer: false, payment_method: { last4: '4242' } });
  });

  it('is charged at once for a renewal that failed, also where that had been given up on', () => {
    for (const code of ['insufficient_funds', 'mandate_gone']) {
      const { billing, id } = sold();
      failTimes(billing, id, 1, code);
      billing.world.now += 3600;
      paid(billing, asked(billing, id));
      expect(show(billing, id)).toMatchObject({ status: 'past_due', next_payment_attempt: billing.world.now });
      const { now } = billing.world;
      billing.settle(paymentOf(billing.due(id)));
      expect([billing.world.now, show(billing, id).status, show(billing, id).payment_count]).toEqual([now, 'active', 2]);
    }
  });

  it('is charged once the attempt under way has failed, which keeps its own', () => {
    const { billing, id } = sold();
    const attempt = paymentOf(billing.due(id));
    paid(billing, asked(billing, id));
    expect(show(billing, id)).toMatchObject({ renewal_state: 'processing', payment_method: { last4: '4242' } });
    billing.decline(attempt, 'mandate_gone');
    expect(show(billing, id)).toMatchObject({ status: 'past_due', next_payment_attempt: billing.world.now });
    expect(billing.due(id)).toMatchObject({ payment: { mandate: { mandateId: 'mdt_new' } } });
  });

  it('goes into the wallet where a later choice was paid before it', () => {
    const { billing, id } = sold();
    const first = asked(billing, id);
    declined(billing, first);
    paid(billing, asked(billing, id, { choice: 'another' }), 'mdt_later');
    billing.world.takeEvents();
    paid(billing, first, 'mdt_first');
    expect(billing.subscription(id).mandateId).toBe('mdt_later');
    expect(billing.world.takeEvents()).toEqual(['payment.succeeded']);
    expect(billing.world.all(walletAggregate)[0]?.kept.map(({ mandate }) => mandate.mandateId)).toEqual(['mdt_first']);
  });

  it('is not used once the subscription has ended: the money goes back', () => {
    const { billing, id } = sold();
    const paymentId = asked(billing, id);
    billing.cancel(id);
    billing.due(id);
    const before = show(billing, id);
    billing.world.takeEvents();
    expect(paid(billing, paymentId).refund).not.toBeNull();
    expect(show(billing, id)).toEqual(before);
    expect(billing.world.all(refundAggregate)).toMatchObject([{ paymentId, overpayment: true }]);
  });

  it('stays what it was when the authorisation is refused', () => {
    const { billing, id } = sold();
    const before = show(billing, id);
    declined(billing, asked(billing, id));
    expect(show(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual(['payment.failed']);
  });
});
