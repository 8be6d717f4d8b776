import { describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { given } from './billing.ts';

describe('another way to pay', () => {
  const switched = (uiMode: 'hosted' | 'embedded' = 'hosted') => {
    const billing = given();
    const session = billing.open({ uiMode });
    const first = billing.attempt(session.id, 'creditcard').payment;
    expect(billing.attempt(session.id, 'ideal')).toMatchObject({ step: 'withdraw', payment: { id: first.id } });
    return { billing, session, first };
  };

  it('leaves the attempt under way as it is until the provider was asked, however often it is chosen', () => {
    const { billing, session, first } = switched();
    expect(billing.attempt(session.id, 'ideal')).toMatchObject({ step: 'withdraw', payment: { id: first.id } });
    expect(billing.world.get(paymentAggregate, first.id).record.status).toBe('pending');
    expect(billing.session(session.id)).toMatchObject({ status: 'open', attempt: { paymentId: first.id, withdrawn: true } });
  });

  it('is refused before anything is withdrawn when the price does not take it', () => {
    const billing = given({ paymentMethods: ['creditcard'] });
    const session = billing.open();
    billing.attempt(session.id, 'creditcard');
    expect(() => billing.attempt(session.id, 'ideal')).toThrow('parameter_invalid');
    expect(billing.session(session.id).attempt).toMatchObject({ withdrawn: false });
  });

  it.each(['canceled', 'failed', 'expired'] as const)('the end of the withdrawn one (%s) does not end a hosted session', (outcome) => {
    const { billing, session, first } = switched();
    billing.failed(session.id, first.id, outcome);
    expect(billing.session(session.id).status).toBe('open');
    const second = billing.attempt(session.id, 'ideal');
    expect(second).toMatchObject({ step: 'pay', payment: { idempotencyKey: `${session.id}-2` } });
    billing.failed(session.id, second.payment.id);
    expect(billing.session(session.id).status).toBe('expired');
  });

  it('is not opened when the first one was paid: that completes the session', () => {
    const { billing, session, first } = switched();
    billing.paid(session.id, first.id);
    expect(() => billing.attempt(session.id, 'ideal')).toThrow('state_conflict');
    expect(billing.release(session.id).status).toBe('completed');
    expect(billing.world.get(paymentAggregate, first.id).record.status).toBe('succeeded');
  });

  it('names the attempt that was open when another one was paid after all', () => {
    const { billing, session, first } = switched();
    billing.release(session.id);
    const second = billing.attempt(session.id, 'ideal').payment;
    expect(billing.paid(session.id, first.id)).toMatchObject({ overpayment: false, supersededPaymentId: second.id });
  });
});
