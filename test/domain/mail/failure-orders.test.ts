import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import type { CreatePrice } from '../../../shared/domain/price/create.ts';
import { failChange, markChangePending } from '../../../shared/domain/subscription/change/pending.ts';
import type { Mode } from '../../../shared/domain/tenant.ts';
import { newBilling } from '../billing.ts';
import { anotherPrice, beginChange, declineChange, pendingChangeState, pendingChargeOf } from '../plan-changes.ts';
import { declineRenewals } from '../renewals.ts';

const subscribe = (customerEmails: boolean, mode: Mode = 'live', plan: Partial<CreatePrice> = {}) => {
  const billing = newBilling(plan, mode);
  billing.seller = { customerEmails };
  const { id } = billing.subscribe();
  billing.world.mails.splice(0);
  return { billing, id };
};

describe('the email about the end of collection', () => {
  it('is ordered once, when collection ends after a hard decline', () => {
    const { billing, id } = subscribe(true);
    declineRenewals(billing, id, 1, 'card_stolen');
    expect(billing.world.mails).toEqual([]);
    expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'gave_up' });
    const invoiceId = String(billing.world.all(invoiceAggregate).at(-1)?.id);
    expect(billing.world.mails).toEqual([
      {
        mailId: `collection_ended#${invoiceId}`,
        order: { kind: 'collection_ended', subscriptionId: id, invoiceId },
        customerId: billing.subscription(id).customerId,
      },
    ]);
  });

  it('is not ordered after the last retry, whose event dunning.email_required orders another email', () => {
    const { billing, id } = subscribe(true);
    declineRenewals(billing, id, 5);
    expect(billing.subscription(id).status).toBe('canceled');
    expect(billing.world.mails).toEqual([]);
  });

  it.each([
    [false, 'live'],
    [true, 'test'],
  ] as const)('is not ordered if the customer may not get it (customer_emails %s, %s mode)', (customerEmails, mode) => {
    const { billing, id } = subscribe(customerEmails, mode);
    declineRenewals(billing, id, 1, 'card_stolen');
    expect(billing.renew(id)).toMatchObject({ reason: 'gave_up' });
    expect(billing.world.mails).toEqual([]);
  });

  it('is not ordered for the last invoice of a subscription that was canceled before', () => {
    const { billing, id } = subscribe(true, 'live', { usageType: 'metered', unitAmountDecimal: '2.5' });
    billing.use(id, 1000);
    billing.cancel(id);
    declineRenewals(billing, id, 1, 'card_stolen');
    expect(billing.subscription(id).status).toBe('canceled');
    expect(billing.renew(id)).toMatchObject({ reason: 'gave_up' });
    expect(billing.world.mails).toEqual([]);
  });
});

describe('the email about a change whose charge failed', () => {
  const begin = (customerEmails: boolean, isPending: boolean) => {
    const { billing, id } = subscribe(customerEmails);
    const { id: paymentId } = pendingChargeOf(beginChange(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }) }));
    if (isPending) billing.world.do(markChangePending({ providerPaymentId: 'tr_1' }, pendingChangeState(billing, paymentId)));
    return { billing, id, paymentId };
  };

  it('is ordered if the charge was pending before it failed', () => {
    const { billing, id, paymentId } = begin(true, true);
    declineChange(billing, paymentId);
    expect(billing.world.mails).toEqual([
      {
        mailId: `change_failed#${paymentId}`,
        order: { kind: 'change_failed', subscriptionId: id, paymentId },
        customerId: billing.subscription(id).customerId,
      },
    ]);
  });

  it('is not ordered if the response to the caller reports the decline, or the account sends no customer emails', () => {
    for (const { billing, paymentId } of [begin(true, false), begin(false, true)]) {
      declineChange(billing, paymentId);
      expect(billing.world.mails).toEqual([]);
    }
  });

  it('is not ordered if the charge was canceled, or if the subscription has ended before', () => {
    const canceled = begin(true, true);
    const facts = { providerPaymentId: 'tr_1', failureCode: null, failureMessage: null };
    const { billing, paymentId } = canceled;
    billing.world.do(failChange({ outcome: 'canceled', ...facts }, pendingChangeState(billing, paymentId), billing.world.ctx()));
    const ended = begin(true, true);
    ended.billing.amend(ended.id, { status: 'canceled' });
    declineChange(ended.billing, ended.paymentId);
    expect([billing.world.mails, ended.billing.world.mails]).toEqual([[], []]);
  });
});
