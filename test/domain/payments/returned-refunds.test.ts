import { describe, expect, it } from 'vitest';
import { entriesOfRefund } from '../../../shared/domain/accounting/entries.ts';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { refundEligibility } from '../../../shared/domain/refund/eligibility.ts';
import { type Refund, refundAggregate } from '../../../shared/domain/refund/record.ts';
import { failSucceededRefund } from '../../../shared/domain/refund/settle.ts';
import { type Billing, newBilling, newSubscription } from '../billing.ts';
import { newOneShots } from '../one-shots.ts';
import { anotherPrice, MID_PERIOD, previewChange } from '../plan-changes.ts';
import { firstRefundOf, PARTIAL_REFUND_SETTINGS, refundsOf, sell, withdraw } from '../withdrawals.ts';
import { DAY, START } from '../world.ts';

/** Tests refunds that fail after the provider had reported their success, because the customer's bank returned the money. */

const PRICE_CENTS = 1000;

/** A subscription whose first payment is refunded, in part (`amountCents`) or in full (`null`). */
const refunded = (amountCents: number | null) => {
  const { billing, id } = newSubscription();
  const paymentId = String(billing.subscription(id).lastPaymentId);
  const refund = billing.settleRefund(billing.refund(paymentId, amountCents));
  return { billing, id, paymentId, refund, payment: (): Payment => billing.world.get(paymentAggregate, paymentId).record };
};

/** The same, after the money of the refund came back. */
const returned = (amountCents: number | null) => {
  const result = refunded(amountCents);
  result.billing.world.takeEvents();
  return { ...result, failed: result.billing.failSucceededRefund(result.refund) };
};

const refundAgain = (billing: Billing, paymentId: string, amountCents: number | null): Refund =>
  billing.settleRefund(billing.refund(paymentId, amountCents));

const notesOf = (billing: Billing): readonly number[] => billing.world.all(creditNoteAggregate).map(({ totalCents }) => totalCents);

describe('a refund that fails after it had succeeded', () => {
  it('[EVT-42] is failed, and its amount can be refunded again', () => {
    const { billing, failed, refund, payment } = returned(300);
    expect(failed).toEqual({ ...refund, status: 'failed', failureReason: 'provider_failed', succeededAt: refund.settledAt });
    expect(billing.world.takeEvents()).toEqual(['refund.failed']);
    expect(payment()).toMatchObject({ amountRefundedCents: 0, amountReturnedCents: 0 });
    const terms = { windowDays: 14, now: billing.world.now, subscription: null };
    expect(refundEligibility(payment(), terms)).toMatchObject({ amountCents: PRICE_CENTS, obstacle: null });
  });

  it('fails once, even if the failure is reported again', () => {
    const { billing, failed, payment } = returned(300);
    billing.world.takeEvents();
    const before = payment();
    expect(billing.failSucceededRefund(failed)).toEqual(failed);
    expect([billing.world.takeEvents(), payment()]).toEqual([[], before]);
  });

  it('cannot be changed if it, its payment or a related record does not exist', () => {
    const { billing, refund } = refunded(300);
    const state = billing.refundState(refund);
    for (const missing of [{ refund: null }, { payment: null }, { relatedRecords: null }]) {
      const decision = failSucceededRefund({ failureReason: 'provider_failed' }, { ...state, ...missing }, billing.world.ctx());
      expect(decision).toMatchObject({ code: 'resource_missing' });
    }
  });

  it('keeps its credit note, which the next refund pays out without a second note', () => {
    const { billing, paymentId, refund, payment } = returned(300);
    expect(payment().unreturnedCredits).toEqual([{ creditNoteId: refund.creditNoteId, amountCents: 300 }]);
    const next = refundAgain(billing, paymentId, 300);
    expect(next).toMatchObject({ status: 'succeeded', creditNoteId: refund.creditNoteId });
    expect(notesOf(billing)).toEqual([300]);
    expect(payment()).toMatchObject({ amountRefundedCents: 300, amountReturnedCents: 300 });
    expect(payment()).not.toHaveProperty('unreturnedCredits');
    expect(billing.world.all(invoiceAggregate)).toMatchObject([{ amountCreditedCents: 300 }]);
  });

  it('is paid out in parts, and a larger refund is credited only for the amount that exceeds the note', () => {
    const { billing, paymentId, refund, payment } = returned(300);
    expect(refundAgain(billing, paymentId, 100)).toMatchObject({ creditNoteId: refund.creditNoteId });
    expect(payment().unreturnedCredits).toEqual([{ creditNoteId: refund.creditNoteId, amountCents: 200 }]);
    const larger = refundAgain(billing, paymentId, 450);
    expect(notesOf(billing)).toEqual([300, 250]);
    expect(larger.creditNoteId).toBe(billing.world.all(creditNoteAggregate)[1]?.id);
    expect(payment()).toMatchObject({ amountReturnedCents: 550 });
  });

  it.each(['before', 'after'])('is not repeated by another refund that was pending and succeeds %s the failure', (order) => {
    const { billing, paymentId, refund, payment } = refunded(300);
    const other = billing.refund(paymentId, 200);
    if (order === 'before') billing.settleRefund(other);
    billing.failSucceededRefund(refund);
    if (order === 'after') billing.settleRefund(other);
    expect(notesOf(billing)).toEqual([300, 200]);
    expect(payment()).toMatchObject({
      amountRefundedCents: 200,
      amountReturnedCents: 200,
      unreturnedCredits: [{ creditNoteId: refund.creditNoteId, amountCents: 300 }],
    });
  });

  it('owes the credited money again if the refund that repeats it fails, too', () => {
    const { billing, paymentId, refund, payment } = returned(300);
    const next = billing.refund(paymentId, 200);
    const credit = (amountCents: number) => ({ creditNoteId: refund.creditNoteId, amountCents });
    expect(next.repeats).toEqual([credit(200)]);
    expect(payment().unreturnedCredits).toEqual([credit(100)]);
    billing.settleRefund(next, { status: 'failed', failureReason: 'provider_failed' });
    expect(payment()).toMatchObject({ amountRefundedCents: 0, unreturnedCredits: [credit(200), credit(100)] });
  });

  it('can fail again, with the refund that replaced it', () => {
    const { billing, paymentId, payment } = returned(300);
    const larger = refundAgain(billing, paymentId, 500);
    billing.failSucceededRefund(larger);
    const [firstNote, secondNote] = billing.world.all(creditNoteAggregate).map(({ id }) => id);
    expect(larger).toMatchObject({ creditNoteId: secondNote, repeats: [{ creditNoteId: firstNote, amountCents: 300 }] });
    expect(payment()).toMatchObject({
      amountRefundedCents: 0,
      unreturnedCredits: [
        { creditNoteId: firstNote, amountCents: 300 },
        { creditNoteId: secondNote, amountCents: 200 },
      ],
    });
    refundAgain(billing, paymentId, null);
    expect(notesOf(billing)).toEqual([300, 200, 500]);
    expect(payment()).toMatchObject({ amountReturnedCents: PRICE_CENTS });
  });

  it('leaves the subscription that it ended canceled, and can be repeated after the refund window', () => {
    const { billing, id, paymentId, payment, refund } = returned(null);
    expect(billing.subscription(id)).toMatchObject({ status: 'canceled', cancellationReason: 'refund_issued' });
    const terms = { now: START + 20 * DAY, subscription: billing.subscription(id) };
    expect(refundEligibility(payment(), { ...terms, windowDays: 14 })).toMatchObject({ amountCents: PRICE_CENTS, obstacle: null });
    expect(refundEligibility(payment(), { ...terms, windowDays: 0 })).toMatchObject({ amountCents: PRICE_CENTS, obstacle: null });
    billing.world.takeEvents();
    expect(refundAgain(billing, paymentId, null)).toMatchObject({ creditNoteId: refund.creditNoteId });
    expect(billing.world.takeEvents()).toEqual(['refund.created', 'refund.succeeded']);
    expect(notesOf(billing)).toEqual([PRICE_CENTS]);
  });

  it('can be repeated after the refund window only up to the credited amount', () => {
    const { billing, id, payment } = returned(300);
    const terms = { windowDays: 14, now: START + 20 * DAY, subscription: billing.subscription(id) };
    expect(refundEligibility(payment(), terms)).toMatchObject({ amountCents: 300, obstacle: null });
  });
});

describe('the credit of a plan change', () => {
  const creditAfter = (change: (billing: Billing, paymentId: string) => void): number => {
    const { billing, id, paymentId } = refunded(300);
    const priceId = anotherPrice(billing, { amountCents: 5000 });
    change(billing, paymentId);
    billing.world.now = MID_PERIOD;
    return previewChange(billing, id, { priceId }).credit_cents;
  };

  it('excludes the credited amount while its refund has failed, is repeated, or has succeeded', () => {
    const fail = (billing: Billing): void => {
      const [refund] = billing.world.all(refundAggregate) as [Refund];
      billing.failSucceededRefund(refund);
    };
    const expected = creditAfter(() => {});
    expect(creditAfter(fail)).toBe(expected);
    expect(
      creditAfter((billing, paymentId) => {
        fail(billing);
        billing.refund(paymentId, 300);
      }),
    ).toBe(expected);
    expect(
      creditAfter((billing, paymentId) => {
        fail(billing);
        refundAgain(billing, paymentId, 300);
      }),
    ).toBe(expected);
    // Without the refund, the credit is larger.
    const { billing, id } = newSubscription();
    billing.world.now = MID_PERIOD;
    expect(previewChange(billing, id, { priceId: anotherPrice(billing, { amountCents: 5000 }) }).credit_cents).toBeGreaterThan(expected);
  });
});

describe('other refunds that fail after they had succeeded', () => {
  it('[EVT-48] of a one-off payment: it is no longer refunded, until the next full refund', () => {
    const billing = newOneShots();
    const { id } = billing.createAccepted();
    const { payment } = billing.settleOneShot(id, billing.startPayment(id).id);
    const refund = billing.settleRefund(billing.refund(payment.id));
    billing.world.takeEvents();
    billing.failSucceededRefund(refund);
    expect(billing.view(id)).toMatchObject({ status: 'succeeded', amount_refunded_cents: 0 });
    refundAgain(billing, payment.id, null);
    expect(billing.view(id)).toMatchObject({ status: 'refunded', amount_refunded_cents: payment.amountCents });
    expect(billing.world.takeEvents()).toEqual(['refund.failed', 'refund.created', 'refund.succeeded', 'one_shot_payment.refunded']);
  });

  it('of an overpayment: it is repeated', () => {
    const billing = newBilling();
    const { refund, overpayment } = billing.payTwice();
    billing.settleRefund(refund);
    billing.world.takeEvents();
    billing.failSucceededRefund(refund);
    expect(billing.world.takeEvents()).toEqual(['refund.failed', 'refund.created']);
    const payment = () => billing.world.get(paymentAggregate, overpayment.id).record;
    expect(payment()).toMatchObject({ amountRefundedCents: PRICE_CENTS, amountReturnedCents: 0 });
    const [, next] = billing.world.all(refundAggregate) as [Refund, Refund];
    expect(next).toMatchObject({ status: 'pending', amountCents: PRICE_CENTS, overpayment: true, nextTryAt: billing.world.now + DAY });
    billing.settleRefund(next);
    expect(payment()).toMatchObject({ amountRefundedCents: PRICE_CENTS, amountReturnedCents: PRICE_CENTS });
    expect(notesOf(billing)).toEqual([]);
  });
});

describe('a withdrawal from the contract', () => {
  const sellWithRefund = () => {
    const { billing, id, paymentId } = sell(PARTIAL_REFUND_SETTINGS, { immediateService: true });
    return { billing, id, refund: billing.settleRefund(billing.refund(paymentId, 200)) };
  };

  it('also returns the credited money of a refund that failed before', () => {
    const [intact, failed] = [sellWithRefund(), sellWithRefund()];
    failed.billing.failSucceededRefund(failed.refund);
    for (const { billing, id } of [intact, failed]) {
      billing.world.now = START + 7 * DAY;
      withdraw(billing, id);
    }
    const [, expected] = refundsOf(intact.billing);
    expect(expected?.amountCents).toBeGreaterThan(0);
    expect(refundsOf(failed.billing).slice(1)).toEqual([{ ...expected, amountCents: Number(expected?.amountCents) + 200 }]);
  });

  it('before which a refund had succeeded: the service repeats the refund if it fails later', () => {
    const { billing, id, refund } = sellWithRefund();
    billing.world.now = START + 7 * DAY;
    withdraw(billing, id);
    const [, unused] = refundsOf(billing);
    billing.failSucceededRefund(refund);
    expect(refundsOf(billing)).toEqual([
      { amountCents: 200, reason: null, status: 'failed' },
      unused,
      { amountCents: 200, reason: 'withdrawal', status: 'pending' },
    ]);
  });

  it('is refunded again if its refund fails after it had succeeded, with one credit note', () => {
    const { billing, id } = sell(PARTIAL_REFUND_SETTINGS, { immediateService: true });
    billing.world.now = START + 7 * DAY;
    withdraw(billing, id);
    billing.failSucceededRefund(billing.settleRefund(firstRefundOf(billing)));
    const [failed, next] = billing.world.all(refundAggregate) as [Refund, Refund];
    expect(next).toMatchObject({ status: 'pending', amountCents: 750, withdrawal: true });
    expect(billing.settleRefund(next)).toMatchObject({ status: 'succeeded', creditNoteId: failed.creditNoteId });
    expect(notesOf(billing)).toEqual([750]);
  });
});

describe('the journal of a refund that failed after it had succeeded', () => {
  it('has the refund when it succeeded, and the reversal when it failed', () => {
    const { billing, refund } = refunded(300);
    const succeededAt = Number(refund.settledAt);
    billing.world.now += 5 * DAY;
    const failed = billing.failSucceededRefund(refund);
    const postings = [
      { account: 'receivables', tax: null, amountCents: 300 },
      { account: 'provider_cash', tax: null, amountCents: -300 },
    ];
    const reversed = postings.map((posting) => ({ ...posting, amountCents: -posting.amountCents }));
    expect(entriesOfRefund(failed)).toMatchObject([
      { kind: 'refund', at: succeededAt, documentId: refund.id, postings },
      { kind: 'refund_reversed', at: succeededAt + 5 * DAY, documentId: refund.id, postings: reversed },
    ]);
    const neverSucceeded: Refund = { ...refund, status: 'failed' };
    expect(entriesOfRefund(neverSucceeded)).toEqual([]);
  });
});
