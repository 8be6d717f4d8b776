import type { Payment } from '../../../shared/domain/payment/record.ts';
import type { SourceCharge } from '../../../shared/domain/subscription/change/coverage.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';

/** How the amount of one payment is divided. */
export interface PaymentShares {
  readonly payment: Payment;
  /** Refunded (also pending) and disputed cents. */
  readonly backCents: number;
  /** Cents that are neither ahead nor carried. */
  readonly usedCents: number;
  readonly aheadCents: number;
  readonly carriedCents: number;
  readonly shares: readonly SourceCharge[];
}

const total = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0);

const partOf = (payment: Payment, shares: readonly SourceCharge[]): number =>
  total(shares.filter(({ paymentId }) => paymentId === payment.id).map(({ shareCents }) => shareCents));

/** Cents of the payment in the service ahead. Before the first change there is no coverage record, and the initial payment funds it. */
const aheadOf = (payment: Payment, { coverage }: Subscription, serviceCents: number): number => {
  if (coverage !== null) return partOf(payment, coverage.charges);
  return payment.type === 'initial' ? serviceCents : 0;
};

/** Divides each payment. `serviceCents`: the amount of the service ahead. */
export const dividePayments = (
  {
    payments,
    subscription,
    backOf,
  }: { readonly payments: readonly Payment[]; readonly subscription: Subscription; readonly backOf: ReadonlyMap<string, number> },
  serviceCents: number,
): readonly PaymentShares[] => {
  const { coverage, carriedCredits } = subscription;
  const carried = carriedCredits.flatMap(({ charges }) => charges);
  return payments.map((payment) => {
    const aheadCents = aheadOf(payment, subscription, serviceCents);
    const carriedCents = partOf(payment, carried);
    return {
      payment,
      backCents: backOf.get(payment.id) ?? 0,
      usedCents: payment.amountCents - aheadCents - carriedCents,
      aheadCents,
      carriedCents,
      shares: [...(coverage?.charges ?? []), ...carried].filter(({ paymentId }) => paymentId === payment.id),
    };
  });
};

/** Spendable credit of a payment: returned cents reduce used service by the absorbed part, and credit by the rest. */
const spendableOf = ({ backCents, carriedCents, shares }: PaymentShares): number =>
  Math.max(0, carriedCents - Math.max(0, backCents - absorbedOf(shares)));

const absorbedOf = (shares: readonly SourceCharge[]): number => Math.max(0, ...shares.map(({ absorbedCents }) => absorbedCents));

const faultsOf = (holding: PaymentShares): readonly string[] => {
  const { payment, backCents, usedCents, aheadCents, carriedCents, shares } = holding;
  const absorbedCents = Math.min(backCents, absorbedOf(shares));
  const spendableCents = spendableOf(holding);
  const aheadValueCents = Math.max(0, aheadCents - Math.max(0, backCents - absorbedCents - carriedCents));
  const keptCents = payment.amountCents - backCents;
  const lossCents = usedCents - absorbedCents + aheadValueCents + spendableCents - keptCents;
  const rules: readonly (readonly [holds: boolean, what: string])[] = [
    [usedCents >= 0, `has shares that exceed it by ${-usedCents}`],
    [absorbedCents <= usedCents, `has ${absorbedCents} absorbed cents, but only ${usedCents} used`],
    [
      shares.every(({ returnedCents }) => Math.min(payment.amountCents, returnedCents) === backCents),
      `has ${backCents} returned cents, but its shares record ${shares.map(({ returnedCents }) => returnedCents)}`,
    ],
    [lossCents >= 0, `has ${-lossCents} cents that belong to no share`],
    [lossCents === 0 || spendableCents === 0, `has ${spendableCents} spendable cents in spite of a loss of ${lossCents}`],
  ];
  return rules.flatMap(([holds, what]) => (holds ? [] : [`${payment.id} ${what}`]));
};

/** Returns the payments whose amounts and shares do not agree. */
export const shareFaults = (holdings: readonly PaymentShares[]): readonly string[] => holdings.flatMap(faultsOf);
