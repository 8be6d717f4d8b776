import type { Payment } from '../../../shared/domain/payment/record.ts';
import type { SourceCharge } from '../../../shared/domain/subscription/change/coverage.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';

/** How the amount of one payment is divided. */
export interface PaymentShares {
  readonly payment: Payment;
  /** Refunded cents, also of pending refunds, and disputed cents. */
  readonly returnedCents: number;
  /** Cents that are neither ahead nor carried. */
  readonly usedCents: number;
  /** Cents in the service ahead: the latest service that is paid in advance. */
  readonly aheadCents: number;
  /** Cents in credit that plan changes left for later invoices. */
  readonly carriedCents: number;
  /** The parts of the service ahead and of credits that the payment funds. */
  readonly shares: readonly SourceCharge[];
}

const total = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0);

const partOf = (payment: Payment, shares: readonly SourceCharge[]): number =>
  total(shares.filter(({ paymentId }) => paymentId === payment.id).map(({ shareCents }) => shareCents));

/** Cents of the payment in the service ahead. Before the first change, no coverage is recorded: the initial payment funds the service. */
const aheadOf = (payment: Payment, { coverage }: Subscription, serviceCents: number): number => {
  if (coverage !== null) return partOf(payment, coverage.charges);
  return payment.type === 'initial' ? serviceCents : 0;
};

/** Divides each payment into used, ahead and carried cents. `serviceCents`: the amount of the service ahead. */
export const dividePayments = (
  {
    payments,
    subscription,
    returnedCents: returnedById,
  }: { readonly payments: readonly Payment[]; readonly subscription: Subscription; readonly returnedCents: ReadonlyMap<string, number> },
  serviceCents: number,
): readonly PaymentShares[] => {
  const { coverage, carriedCredits } = subscription;
  const carried = carriedCredits.flatMap(({ charges }) => charges);
  return payments.map((payment) => {
    const aheadCents = aheadOf(payment, subscription, serviceCents);
    const carriedCents = partOf(payment, carried);
    return {
      payment,
      returnedCents: returnedById.get(payment.id) ?? 0,
      usedCents: payment.amountCents - aheadCents - carriedCents,
      aheadCents,
      carriedCents,
      shares: [...(coverage?.charges ?? []), ...carried].filter(({ paymentId }) => paymentId === payment.id),
    };
  });
};

/** Spendable credit of a payment: its carried cents minus the returned cents that are not absorbed, at least 0. */
const spendableOf = ({ returnedCents, carriedCents, shares }: PaymentShares): number =>
  Math.max(0, carriedCents - Math.max(0, returnedCents - absorbedOf(shares)));

/** Returned cents that reduce used service instead of the service ahead or credit. */
const absorbedOf = (shares: readonly SourceCharge[]): number => Math.max(0, ...shares.map(({ absorbedCents }) => absorbedCents));

const violationsOf = (paymentShares: PaymentShares): readonly string[] => {
  const { payment, returnedCents, usedCents, aheadCents, carriedCents, shares } = paymentShares;
  const absorbedCents = Math.min(returnedCents, absorbedOf(shares));
  const spendableCents = spendableOf(paymentShares);
  const aheadValueCents = Math.max(0, aheadCents - Math.max(0, returnedCents - absorbedCents - carriedCents));
  const keptCents = payment.amountCents - returnedCents;
  // What the seller loses: the amount by which service and spendable credit exceed the kept cents.
  const lossCents = usedCents - absorbedCents + aheadValueCents + spendableCents - keptCents;
  const rules: readonly (readonly [isTrue: boolean, violation: string])[] = [
    [usedCents >= 0, `has shares that exceed it by ${-usedCents}`],
    [absorbedCents <= usedCents, `has ${absorbedCents} absorbed cents, but only ${usedCents} used`],
    [
      shares.every((share) => Math.min(payment.amountCents, share.returnedCents) === returnedCents),
      `has ${returnedCents} returned cents, but its shares record ${shares.map((share) => share.returnedCents)}`,
    ],
    [lossCents >= 0, `has ${-lossCents} kept cents that are neither used, ahead nor spendable`],
    [lossCents === 0 || spendableCents === 0, `has ${spendableCents} spendable cents in spite of a loss of ${lossCents}`],
  ];
  return rules.flatMap(([isTrue, violation]) => (isTrue ? [] : [`${payment.id} ${violation}`]));
};

/** Returns a description of each violation of rules 3 to 5 of `Conservation`. */
export const shareViolations = (payments: readonly PaymentShares[]): readonly string[] => payments.flatMap(violationsOf);
