import { sum } from '../../amounts/money.ts';
import type { CarriedRevenue } from '../../invoice/record.ts';
import type { Period } from '../../periods.ts';
import { withoutExclusiveTaxCents } from '../../tax/tax.ts';
import type { ForfeitedCredit, Subscription } from '../types.ts';
import { type Credit, toSpendableCredits } from './coverage.ts';

/** The liability of a credit in the journal is its net amount, because invoices have already posted its VAT. */

const netOf = (amountCents: number, { taxRateBasisPoints }: Credit): number =>
  withoutExclusiveTaxCents(amountCents, taxRateBasisPoints, 'exclusive');

const liabilityOf = ({ liabilityCents }: Credit): number => liabilityCents ?? 0;

const totalOf = (credits: readonly Credit[]): number => sum(credits.map(liabilityOf));

/** The credit that no invoice used, including disputed amounts and pending refunds: these amounts can become usable again. */
const unspentCents = (credits: readonly Credit[]): number => sum(credits.map(({ amountCents }) => amountCents));

const withLiability = (credit: Credit, liabilityCents: number): Credit => ({ ...credit, liabilityCents });

/**
 * Credit that a plan change carries to later invoices, and the revenue that becomes a liability. `spendableCents`: the usable part of the
 * credit.
 */
export const carryCredit = (
  credit: Credit,
  spendableCents: number,
  { start, end }: Period,
): { readonly credit: Credit; readonly carriedRevenue: CarriedRevenue | null } => {
  const netCents = netOf(spendableCents, credit);
  if (netCents === 0) return { credit, carriedRevenue: null };
  return { credit: withLiability(credit, netCents), carriedRevenue: { netCents, periodStart: start, periodEnd: end } };
};

/**
 * Liability that an invoice releases when it uses `usedCents` of the `spendableCents` of a credit: the net amount of `usedCents` or, if it
 * uses all `spendableCents`, the whole liability that is left. `null`: the credit was never posted as a liability.
 */
export const releasedLiabilityCents = (credit: Credit, usedCents: number, spendableCents: number): number | null => {
  const { liabilityCents } = credit;
  if (liabilityCents === undefined) return null;
  return usedCents === spendableCents ? liabilityCents : Math.min(liabilityCents, netOf(usedCents, credit));
};

/** The credit with its liability reduced by the released amount. `releasedCents: null`: unchanged. */
export const withReducedLiability = (credit: Credit, releasedCents: number | null): Credit =>
  releasedCents === null ? credit : withLiability(credit, liabilityOf(credit) - releasedCents);

/**
 * Reduces the liabilities of the credits for which `isReduced` is true, by `cents` in total. Begins with the last credit, because refunds
 * reduce the last credit first (`toSpendableCredits`).
 */
const reduceLiabilities = (credits: readonly Credit[], cents: number, isReduced: (credit: Credit) => boolean): readonly Credit[] => {
  let restCents = cents;
  return credits
    .toReversed()
    .map((credit) => {
      const reducedCents = isReduced(credit) ? Math.min(restCents, liabilityOf(credit)) : 0;
      restCents -= reducedCents;
      return reducedCents === 0 ? credit : withReducedLiability(credit, reducedCents);
    })
    .toReversed();
};

export interface CreditTakeBack {
  /** Net amount of credit that the refund took back; 0: none. */
  readonly releasedCents: number;
  readonly subscription: Subscription;
}

/** The field `forfeitedCredits` with rewritten credits; no field if there are none. */
export const withForfeited = (
  forfeited: readonly ForfeitedCredit[],
  rewrite: (credits: readonly Credit[]) => readonly Credit[],
): Pick<Subscription, 'forfeitedCredits'> =>
  forfeited.length === 0 ? {} : { forfeitedCredits: forfeited.map(({ invoiceId, left }) => ({ invoiceId, left: rewrite(left) })) };

/**
 * Releases the liability for credit that a refund of the payment has made unusable, at most `maxCents`. The refund is already part of
 * `returnedCents` of the charges.
 */
export const takeBackCredit = (subscription: Subscription, paymentId: string, maxCents: number): CreditTakeBack => {
  const { carriedCredits, renewal, pendingChange, forfeitedCredits = [] } = subscription;
  const isOfPayment = ({ charges }: Credit): boolean => charges.some((charge) => charge.paymentId === paymentId);
  const afterRenewal = renewal?.credited.left;
  const afterChange = pendingChange?.change.becomes.carriedCredits;
  const unusable = toSpendableCredits(afterRenewal ?? carriedCredits).map(({ credit, amountCents }) =>
    isOfPayment(credit) ? Math.max(0, liabilityOf(credit) - netOf(amountCents, credit)) : 0,
  );
  const available = [carriedCredits, afterRenewal, afterChange, ...forfeitedCredits.map(({ left }) => left)].flatMap((credits) =>
    credits === undefined ? [] : [totalOf(credits.filter(isOfPayment))],
  );
  const releasedCents = Math.max(0, Math.min(sum(unusable), maxCents, ...available));
  if (releasedCents === 0) return { releasedCents, subscription };
  const reduced = (credits: readonly Credit[]): readonly Credit[] => reduceLiabilities(credits, releasedCents, isOfPayment);
  return {
    releasedCents,
    subscription: {
      ...subscription,
      carriedCredits: reduced(carriedCredits),
      ...withForfeited(forfeitedCredits, reduced),
      renewal: renewal === null ? null : { ...renewal, credited: { ...renewal.credited, left: reduced(renewal.credited.left) } },
      pendingChange:
        pendingChange === null || afterChange === undefined
          ? pendingChange
          : {
              ...pendingChange,
              change: { ...pendingChange.change, becomes: { ...pendingChange.change.becomes, carriedCredits: reduced(afterChange) } },
            },
    },
  };
};

/**
 * Used when the invoice of the renewal becomes uncollectible. The subscription keeps the credits that the invoice used, but their liability
 * is reduced by the amount that the invoice released. If the invoice is paid later, `withLatePayment` removes these credits.
 */
export const forfeitCredit = (subscription: Subscription): Subscription => {
  const { carriedCredits, renewal } = subscription;
  if (renewal === null) return subscription;
  const { invoiceId, credited } = renewal;
  const releasedCents = Math.max(0, totalOf(carriedCredits) - totalOf(credited.left));
  if (releasedCents === 0 && credited.charges.length === 0) return subscription;
  // `reduceLiabilities` begins with the last credit. The list is reversed, because here the first credit is reduced first.
  const reduced = reduceLiabilities(carriedCredits.toReversed(), releasedCents, () => true).toReversed();
  const forfeitedCredits = [...(subscription.forfeitedCredits ?? []), { invoiceId, left: credited.left }];
  return { ...subscription, carriedCredits: reduced, forfeitedCredits };
};

/**
 * The subscription after its uncollectible invoice was paid: without the credits that the invoice used. If a later invoice has used some of
 * these credits, too, the subscription keeps the smaller of the two remaining credits.
 */
export const withLatePayment = (subscription: Subscription, invoiceId: string): Subscription => {
  const { forfeitedCredits = [], ...rest } = subscription;
  const forfeited = forfeitedCredits.find((each) => each.invoiceId === invoiceId);
  if (forfeited === undefined) return subscription;
  const others = forfeitedCredits.filter((each) => each !== forfeited);
  const isLess = unspentCents(forfeited.left) < unspentCents(rest.carriedCredits);
  return {
    ...rest,
    carriedCredits: isLess ? forfeited.left : rest.carriedCredits,
    ...(others.length === 0 ? {} : { forfeitedCredits: others }),
  };
};
