import { describe, expect, it } from 'vitest';
import { plainMethod } from '../../../shared/domain/payment/methods.ts';
import { withCreatedMandate } from '../../../shared/domain/payment/poll.ts';
import { SANDBOX } from '../../../shared/domain/payment/provider.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { recordProviderPayment } from '../../../shared/domain/payment/record-provider.ts';
import { canceledPayment, failedPayment, pendingPayment, succeededPayment } from '../../../shared/domain/payment/transitions.ts';
import { refundAggregate } from '../../../shared/domain/refund/record.ts';
import { newBilling } from '../billing.ts';
import { DAY, migrate, START, World } from '../world.ts';

const HOUR = 3600;
const NOT_REPORTED = { providerPaymentId: null, failureCode: null, failureMessage: null };

const PENDING: Payment = {
  ...pendingPayment({
    id: 'pay_1',
    created: START,
    type: 'initial',
    amountCents: 1000,
    currency: 'EUR',
    customerId: 'cus_1',
    priceId: 'price_1',
    idempotencyKey: 'cs_1-1',
    provider: SANDBOX,
    pollsFrom: START + HOUR,
  }),
  providerPaymentId: 'tr_1',
};

describe('the provider’s payment', () => {
  const setup = () => {
    const billing = newBilling();
    const session = billing.open();
    const { id } = billing.attempt(session.id).payment;
    const record = (checkoutUrl: string | null) =>
      recordProviderPayment(
        { providerPaymentId: 'tr_1', checkoutUrl },
        { payment: billing.world.get(paymentAggregate, id) },
        billing.world.ctx(),
      );
    return { billing, session, id, record, stored: () => billing.world.get(paymentAggregate, id).record };
  };

  it('is stored once with the URL of its page, without an event', () => {
    const { billing, record, stored } = setup();
    const before = stored();
    billing.world.do(record('https://pay.example/1'));
    expect(stored()).toEqual({ ...before, providerPaymentId: 'tr_1', providerCheckoutUrl: 'https://pay.example/1' });
    expect(record('https://pay.example/1')).toMatchObject({ changes: [] });
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('is stored without the URL of its page if the payment has ended in the meantime', () => {
    const { billing, session, id, record, stored } = setup();
    billing.failCheckout(session.id, id);
    billing.world.do(record('https://pay.example/1'));
    expect(stored()).toMatchObject({ status: 'failed', providerPaymentId: 'tr_1', providerCheckoutUrl: null });
  });
});

describe('the mandate of a first payment', () => {
  const created = { providerCustomerId: 'cst_1', mandateId: 'mdt_1' };
  const ctx = { ...new World().ctx(), realNow: START + DAY };

  it.each(['directdebit', 'ideal', 'eps'])('by %s is stored, and first polled an hour later, since the bank can refuse it', (method) => {
    const paid = succeededPayment(PENDING, { providerPaymentId: 'tr_1', method: plainMethod(method) }, START);
    const mandate = { provider: SANDBOX, ...created };
    expect(withCreatedMandate(paid, created, ctx)).toEqual({ ...paid, mandate, pollsFrom: START + DAY + HOUR });
  });

  it('by card, PayPal or an unknown method is neither stored nor polled; nothing is stored if no mandate was created', () => {
    for (const method of [plainMethod('creditcard'), plainMethod('paypal'), null]) {
      const paid = succeededPayment(PENDING, { providerPaymentId: 'tr_1', method }, START);
      expect(withCreatedMandate(paid, created, ctx)).toEqual(paid);
    }
    const paid = succeededPayment(PENDING, { providerPaymentId: 'tr_1', method: plainMethod('ideal') }, START);
    for (const none of [{ mandateId: null }, { providerCustomerId: null }])
      expect(withCreatedMandate(paid, { ...created, ...none }, ctx)).toEqual(paid);
  });
});

describe('the end of a payment', () => {
  it('replaces the stored `providerPaymentId` only if the report contains one', () => {
    expect(failedPayment(PENDING, NOT_REPORTED)).toMatchObject({ status: 'failed', providerPaymentId: 'tr_1', pollsFrom: null });
    expect(canceledPayment(PENDING, NOT_REPORTED)).toMatchObject({ status: 'canceled', providerPaymentId: 'tr_1' });
    expect(failedPayment(PENDING, { ...NOT_REPORTED, providerPaymentId: 'tr_2' }).providerPaymentId).toBe('tr_2');
    expect(canceledPayment(PENDING, { providerPaymentId: 'tr_2' }).providerPaymentId).toBe('tr_2');
  });

  it('by cancellation stops the polls only if the provider has confirmed the cancellation', () => {
    expect(canceledPayment(PENDING, { providerPaymentId: null }).pollsFrom).toBe(START + HOUR);
    expect(canceledPayment(PENDING, { providerPaymentId: 'tr_1' }).pollsFrom).toBeNull();
  });

  it.each([null, undefined])('keeps a known country of the card if the country in the report is %s', (countryCode) => {
    const location = { ipCountryCode: 'DE', paymentCountryCode: 'FR', confirmedCountryCode: null };
    const facts = { providerPaymentId: 'tr_1', method: null, ...(countryCode === undefined ? {} : { countryCode }) };
    expect(succeededPayment({ ...PENDING, location }, facts, START).location).toEqual(location);
  });
});

describe('a payment', () => {
  it('[PAY-08] of a checkout has a subscription when it is paid', () => {
    const billing = newBilling();
    const session = billing.open();
    const { id } = billing.attempt(session.id).payment;
    expect(billing.world.view(paymentAggregate, id)).not.toHaveProperty('subscription_id');
    const { subscription } = billing.settleCheckout(session.id, id);
    expect(billing.world.view(paymentAggregate, id)).toMatchObject({ type: 'initial', subscription_id: subscription?.id });
  });

  it('is found by the last digits of its card if it is one-off; a subscription’s payment is found through the subscription', () => {
    const termsOf = (patch: Partial<Payment>) =>
      paymentAggregate.searchTermsOf?.({ ...PENDING, paymentMethod: { ...plainMethod('creditcard'), last4: '4242' }, ...patch });
    expect(termsOf({ type: 'one_shot' })).toEqual(['4242']);
    expect(termsOf({ type: 'one_shot', subscriptionId: 'sub_1' })).toEqual([]);
    expect(termsOf({ type: 'initial' })).toEqual([]);
    expect(termsOf({ type: 'one_shot', paymentMethod: null })).toEqual([]);
  });

  it('of an earlier release keeps its lock and its refunds', () => {
    const stored = { id: 'pay_1', created: START, lockedBy: 're_1', amountReturnedCents: 300 };
    expect(migrate(paymentAggregate, stored)).toMatchObject({ ...stored, mandate: null, setupId: null, parties: null });
    expect(migrate(paymentAggregate, { id: 'pay_1', created: START })).toMatchObject({ lockedBy: null, amountReturnedCents: 0 });
  });
});

describe('a refund of an earlier release', () => {
  it('counts as the refund of a verification charge only if it was stored as such', () => {
    const stored = { id: 're_1', created: START };
    expect(migrate(refundAggregate, stored)).toMatchObject({ ...stored, verification: false });
    expect(migrate(refundAggregate, { ...stored, verification: true } as typeof stored)).toMatchObject({ verification: true });
  });
});
