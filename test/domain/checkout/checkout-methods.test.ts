import { describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { newBilling } from '../billing.ts';

describe('a change of the payment method', () => {
  /** Starts an attempt, and requests another payment method, which withdraws the attempt. */
  const switchMethod = () => {
    const billing = newBilling();
    const session = billing.open();
    const first = billing.attempt(session.id, 'creditcard').payment;
    expect(billing.attempt(session.id, 'ideal')).toMatchObject({ step: 'withdraw', payment: { id: first.id } });
    return { billing, session, first };
  };

  it('keeps the first attempt until the provider confirms its cancellation, also if the change is requested again', () => {
    const { billing, session, first } = switchMethod();
    expect(billing.attempt(session.id, 'ideal')).toMatchObject({ step: 'withdraw', payment: { id: first.id } });
    expect(billing.world.get(paymentAggregate, first.id).record.status).toBe('pending');
    expect(billing.session(session.id)).toMatchObject({ status: 'open', attempt: { paymentId: first.id, withdrawn: true } });
  });

  it('is refused without canceling the first attempt if the price does not accept the method', () => {
    const billing = newBilling({ paymentMethods: ['creditcard'] });
    const session = billing.open();
    billing.attempt(session.id, 'creditcard');
    expect(() => billing.attempt(session.id, 'ideal')).toThrow('parameter_invalid');
    expect(billing.session(session.id).attempt).toMatchObject({ withdrawn: false });
  });

  it('is refused without canceling the first attempt if the amount is below the minimum of the method', () => {
    const billing = newBilling({ amountCents: 99 });
    const session = billing.open();
    billing.attempt(session.id, 'creditcard');
    expect(() => billing.attempt(session.id, 'eps')).toThrow('The minimum amount for eps is 1.00 EUR.');
    expect(billing.session(session.id).attempt).toMatchObject({ withdrawn: false });
  });

  it.each(['canceled', 'failed', 'expired'] as const)('keeps a hosted session open when the first attempt ends as %s', (outcome) => {
    const { billing, session, first } = switchMethod();
    billing.failCheckout(session.id, first.id, outcome);
    expect(billing.session(session.id).status).toBe('open');
    const second = billing.attempt(session.id, 'ideal');
    expect(second).toMatchObject({ step: 'pay', payment: { idempotencyKey: `${session.id}-2` } });
    // The second attempt was not withdrawn, so its failure ends the session.
    billing.failCheckout(session.id, second.payment.id);
    expect(billing.session(session.id).status).toBe('expired');
  });

  it('is refused if the first attempt was paid, which completes the session', () => {
    const { billing, session, first } = switchMethod();
    billing.settleCheckout(session.id, first.id);
    expect(() => billing.attempt(session.id, 'ideal')).toThrow('state_conflict');
    expect(billing.releaseAttempt(session.id).status).toBe('completed');
    expect(billing.world.get(paymentAggregate, first.id).record.status).toBe('succeeded');
  });

  it('reports the second attempt as superseded if the first attempt is paid later', () => {
    const { billing, session, first } = switchMethod();
    billing.releaseAttempt(session.id);
    const second = billing.attempt(session.id, 'ideal').payment;
    expect(billing.settleCheckout(session.id, first.id)).toMatchObject({ overpayment: false, supersededPaymentId: second.id });
  });
});
