import { describe, expect, it } from 'vitest';
import { collectionStepOf } from '../../../../shared/domain/subscription/renewal/collection-step.ts';
import { type Billing, newSubscription } from '../../billing.ts';
import { declineRenewals, FEB, lastInvoice, paymentIdOf } from '../../renewals.ts';
import { DAY } from '../../world.ts';

const stepOf = (billing: Billing, id: string) => collectionStepOf(billing.subscription(id), lastInvoice(billing).id);

describe('the step after a failed attempt at a renewal', () => {
  it('is the next attempt: 2, 7, 14 and 21 days after the first failure, and nothing after the last', () => {
    const { billing, id } = newSubscription();
    const steps = [1, 2, 3, 4, 5].map(() => {
      declineRenewals(billing, id, 1);
      return stepOf(billing, id);
    });
    expect(steps).toEqual([...[2, 7, 14, 21].map((days) => ({ kind: 'attempt', at: FEB + days * DAY })), null]);
  });

  it('is the end of collection after a hard decline', () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 1, 'card_stolen');
    expect(stepOf(billing, id)).toEqual({ kind: 'end', at: FEB + 21 * DAY });
  });

  it('does not exist before the first failure, during an attempt, for an earlier invoice, and once the invoice is paid', () => {
    const { billing, id } = newSubscription();
    const firstInvoice = lastInvoice(billing);
    expect(stepOf(billing, id)).toBeNull();
    declineRenewals(billing, id, 1);
    expect(collectionStepOf(billing.subscription(id), firstInvoice.id)).toBeNull();
    const paymentId = paymentIdOf(billing.renew(id));
    expect(stepOf(billing, id)).toBeNull();
    billing.settle(paymentId);
    expect(stepOf(billing, id)).toBeNull();
  });
});
