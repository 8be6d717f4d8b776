import { describe, expect, it } from 'vitest';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { SUBSCRIPTION_METHODS } from '../../../shared/domain/payment/methods.ts';
import { SANDBOX } from '../../../shared/domain/payment/provider.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { methodChoices, type Reauthorize, reauthorize } from '../../../shared/domain/payment-method-setup/reauthorize.ts';
import { REAUTHORIZATION_SECONDS, setupAggregate, setupIdFor } from '../../../shared/domain/payment-method-setup/record.ts';
import { refundAggregate } from '../../../shared/domain/refund/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { walletAggregate } from '../../../shared/domain/wallet/record.ts';
import { type Billing, newSubscription } from '../billing.ts';
import { declineRenewals, paymentIdOf, refusalOf, viewOf } from '../renewals.ts';
import { failSetupPayment, succeedSetup } from '../wallet.ts';
import { World } from '../world.ts';

/** `paymentCreatedAt`: when the provider created the pending payment. */
const stateOf = ({ world }: Billing, id: string, paymentCreatedAt: number) => {
  const subscription = world.get(subscriptionAggregate, id);
  const setup = world.find(setupAggregate, setupIdFor(id));
  return {
    subscription,
    setup,
    payment: world.find(paymentAggregate, setup?.record.attempt?.paymentId),
    paymentCreatedAt,
    customer: world.get(customerAggregate, subscription.record.customerId),
    clock: null,
  };
};

const request = (billing: Billing, id: string, command: Partial<Reauthorize> = {}, paymentCreatedAt = billing.world.ctx().realNow) =>
  billing.world.apply(
    reauthorize(
      { method: 'creditcard', choice: 'card', provider: SANDBOX, ...command },
      stateOf(billing, id, paymentCreatedAt),
      billing.world.ctx(),
    ),
  );

/** Requests a reauthorization. Returns the id of its setup payment. */
const beginSetup = (billing: Billing, id: string, command: Partial<Reauthorize> = {}): string => {
  const result = request(billing, id, command);
  if (result instanceof Refusal || result.step !== 'pay') throw new Error(`The reauthorization was not started: ${JSON.stringify(result)}`);
  return result.payment.id;
};

describe('requesting another payment method', () => {
  it('[SUB-12] creates a verification charge without an invoice', () => {
    const { billing, id } = newSubscription();
    const paymentId = beginSetup(billing, id);
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

  it('resumes the charge while its payment page is open; withdraws it if the page expired, or the request or the provider differs', () => {
    const { billing, id } = newSubscription();
    const first = beginSetup(billing, id);
    expect(beginSetup(billing, id)).toBe(first);
    const pageExpired = billing.world.ctx().realNow - REAUTHORIZATION_SECONDS;
    expect(request(billing, id, {}, pageExpired)).toMatchObject({ step: 'withdraw', payment: { id: first } });
    expect(request(billing, id, { choice: 'another' })).toMatchObject({ step: 'withdraw', payment: { id: first } });
    expect(request(billing, id, { provider: 'pfl_1' })).toMatchObject({ step: 'withdraw', payment: { id: first } });
    failSetupPayment(billing, first);
    const second = beginSetup(billing, id);
    expect(billing.world.get(paymentAggregate, second).record.idempotencyKey).toBe(`${setupIdFor(id)}-2`);
  });

  it('charges the verification amount of the requested method, whichever was requested before', () => {
    const paymentMethods = ['creditcard', 'eps'];
    const { billing, id } = newSubscription({ paymentMethods });
    const amounts = ['creditcard', 'eps', null].map((method) => {
      const paymentId = beginSetup(billing, id, { method, choice: String(method) });
      failSetupPayment(billing, paymentId);
      return billing.world.get(paymentAggregate, paymentId).record.amountCents;
    });
    expect(amounts).toEqual([1, 100, 1]);
  });

  it('without a method uses the method of the price if the price accepts only one', () => {
    const { billing, id } = newSubscription({ paymentMethods: ['creditcard'] });
    const paymentId = beginSetup(billing, id, { method: null });
    expect(billing.world.view(paymentAggregate, paymentId)).toMatchObject({ payment_method: { type: 'creditcard' } });
  });

  it.each([
    ['all methods', { paymentMethods: [...SUBSCRIPTION_METHODS], currency: 'EUR' }, 'NL', null],
    ['all methods that take the currency', { paymentMethods: ['creditcard', 'applepay', 'paypal'], currency: 'USD' }, 'US', null],
    ['some methods', { paymentMethods: ['creditcard', 'paypal'], currency: 'EUR' }, 'NL', ['creditcard', 'paypal']],
    ['methods of another country, too', { paymentMethods: ['creditcard', 'eps'], currency: 'EUR' }, 'NL', ['creditcard']],
    ['only methods of other countries', { paymentMethods: ['eps', 'ideal'], currency: 'EUR' }, 'FR', ['eps', 'ideal']],
    [
      'methods of some countries, and the country is unknown',
      { paymentMethods: ['eps', 'ideal'], currency: 'EUR' },
      null,
      ['eps', 'ideal'],
    ],
  ])('without a method leaves the choice to the customer: if the price accepts %s', (_, price, countryCode, choices) => {
    expect(methodChoices(price, { countryCode })).toEqual(choices);
  });

  it('is refused for an unknown or canceled subscription, an unsupported method, and a customer being deleted', () => {
    const unknown = { subscription: null, setup: null, payment: null, paymentCreatedAt: 0, customer: null, clock: null };
    const command = { method: null, choice: 'any', provider: SANDBOX };
    expect(refusalOf(reauthorize(command, unknown, new World().ctx()))).toEqual(['resource_missing', undefined]);
    const { billing, id } = newSubscription();
    expect(request(billing, id, { method: 'banktransfer' })).toMatchObject({ code: 'parameter_invalid', param: 'method' });
    const { world } = billing;
    world.amend(customerAggregate, billing.subscription(id).customerId, { closedForSale: true });
    expect(refusalOf(request(billing, id))).toEqual(['operation_pending', undefined]);
    billing.cancel(id);
    billing.renew(id);
    expect(refusalOf(request(billing, id))).toEqual(['state_conflict', 'subscription_canceled']);
  });
});

describe('the requested payment method', () => {
  it('[SUB-51] [EVT-29] is charged from its authorization on; reporting the authorization again emits no events', () => {
    const { billing, id } = newSubscription();
    const before = viewOf(billing, id);
    const paymentId = beginSetup(billing, id);
    succeedSetup(billing, paymentId);
    expect(viewOf(billing, id)).toEqual({ ...before, payment_method: expect.objectContaining({ type: 'creditcard', last4: '4242' }) });
    expect(billing.subscription(id).mandateId).toBe('mdt_new');
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.payment_method_updated', 'payment.succeeded']);
    succeedSetup(billing, paymentId);
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.renew(id)).toMatchObject({ payment: { mandate: { mandateId: 'mdt_new' } } });
  });

  it('does not end the pause of the subscription when it is authorized', () => {
    const { billing, id } = newSubscription();
    billing.pause(id);
    succeedSetup(billing, beginSetup(billing, id));
    expect(viewOf(billing, id)).toMatchObject({ renewal_state: 'paused', serves_customer: false, payment_method: { last4: '4242' } });
  });

  it('is charged at once for a failed renewal, also after a hard decline', () => {
    for (const code of ['insufficient_funds', 'mandate_gone']) {
      const { billing, id } = newSubscription();
      declineRenewals(billing, id, 1, code);
      billing.world.now += 3600;
      succeedSetup(billing, beginSetup(billing, id));
      expect(viewOf(billing, id)).toMatchObject({ status: 'past_due', next_payment_attempt: billing.world.now });
      const { now } = billing.world;
      billing.settle(paymentIdOf(billing.renew(id)));
      expect([billing.world.now, viewOf(billing, id).status, viewOf(billing, id).payment_count]).toEqual([now, 'active', 2]);
    }
  });

  it('is charged as soon as the pending attempt with the previous method fails', () => {
    const { billing, id } = newSubscription();
    const attempt = paymentIdOf(billing.renew(id));
    succeedSetup(billing, beginSetup(billing, id));
    expect(viewOf(billing, id)).toMatchObject({ renewal_state: 'processing', payment_method: { last4: '4242' } });
    billing.decline(attempt, 'mandate_gone');
    expect(viewOf(billing, id)).toMatchObject({ status: 'past_due', next_payment_attempt: billing.world.now });
    expect(billing.renew(id)).toMatchObject({ payment: { mandate: { mandateId: 'mdt_new' } } });
  });

  it('is added to the wallet but not used for the subscription, if the payment method of a later request was authorized first', () => {
    const { billing, id } = newSubscription();
    const first = beginSetup(billing, id);
    failSetupPayment(billing, first);
    succeedSetup(billing, beginSetup(billing, id, { choice: 'another' }), { mandateId: 'mdt_later' });
    billing.world.takeEvents();
    succeedSetup(billing, first, { mandateId: 'mdt_first' });
    expect(billing.subscription(id).mandateId).toBe('mdt_later');
    expect(billing.world.takeEvents()).toEqual(['payment.succeeded']);
    expect(billing.world.all(walletAggregate)[0]?.kept.map(({ mandate }) => mandate.mandateId)).toEqual(['mdt_first']);
  });

  it('is not used if it is authorized after the subscription ended, and its verification charge is refunded', () => {
    const { billing, id } = newSubscription();
    const paymentId = beginSetup(billing, id);
    billing.cancel(id);
    billing.renew(id);
    const before = viewOf(billing, id);
    billing.world.takeEvents();
    expect(succeedSetup(billing, paymentId).refund).not.toBeNull();
    expect(viewOf(billing, id)).toEqual(before);
    expect(billing.world.all(refundAggregate)).toMatchObject([{ paymentId, overpayment: true }]);
  });

  it('is not used if its authorization fails', () => {
    const { billing, id } = newSubscription();
    const before = viewOf(billing, id);
    failSetupPayment(billing, beginSetup(billing, id));
    expect(viewOf(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual(['payment.failed']);
  });
});
