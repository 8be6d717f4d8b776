import type { Payment } from '../../../shared/domain/payment/record.ts';
import type { SourceCharge } from '../../../shared/domain/subscription/change/coverage.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';

/** What a payment of a subscription means. */
export interface Holding {
  readonly payment: Payment;
  /** Refunded, on its way back or disputed, as the books say. */
  readonly backCents: number;
  /** Of what it paid, neither ahead nor carried. */
  readonly usedCents: number;
  readonly aheadCents: number;
  readonly carriedCents: number;
  readonly shares: readonly SourceCharge[];
}

const total = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0);

const partOf = (payment: Payment, shares: readonly SourceCharge[]): number =>
  total(shares.filter(({ paymentId }) => paymentId === payment.id).map(({ shareCents }) => shareCents));

/** Until something changes, the payment of the sale means the service ahead, and is not written down next to its invoice. */
const aheadOf = (payment: Payment, { coverage }: Subscription, serviceCents: number): number => {
  if (coverage !== null) return partOf(payment, coverage.charges);
  return payment.type === 'initial' ? serviceCents : 0;
};

/** `serviceCents`: what is paid ahead. */
export const holdingsOf = (
  {
    payments,
    subscription,
    backOf,
  }: { readonly payments: readonly Payment[]; readonly subscription: Subscription; readonly backOf: ReadonlyMap<string, number> },
  serviceCents: number,
): readonly Holding[] => {
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

/** What can be spent of a payment, by what came back of it: used service bears what it absorbed, credit the rest. */
const spendableOf = ({ backCents, carriedCents, shares }: Holding): number =>
  Math.max(0, carriedCents - Math.max(0, backCents - absorbedOf(shares)));

const absorbedOf = (shares: readonly SourceCharge[]): number => Math.max(0, ...shares.map(({ absorbedCents }) => absorbedCents));

const faultsOf = (holding: Holding): readonly string[] => {
  const { payment, backCents, usedCents, aheadCents, carriedCents, shares } = holding;
  const absorbedCents = Math.min(backCents, absorbedOf(shares));
  const spendableCents = spendableOf(holding);
  const aheadValueCents = Math.max(0, aheadCents - Math.max(0, backCents - absorbedCents - carriedCents));
  const heldCents = payment.amountCents - backCents;
  const lossCents = usedCents - absorbedCents + aheadValueCents + spendableCents - heldCents;
  const rules: readonly (readonly [holds: boolean, what: string])[] = [
    [usedCents >= 0, `means ${-usedCents} more than was paid`],
    [absorbedCents <= usedCents, `has ${absorbedCents} absorbed by ${usedCents} that are used`],
    [
      shares.every(({ returnedCents }) => Math.min(payment.amountCents, returnedCents) === backCents),
      `came back with ${backCents}, of which its parts say ${shares.map(({ returnedCents }) => returnedCents)}`,
    ],
    [lossCents >= 0, `holds ${-lossCents} that nobody has`],
    [lossCents === 0 || spendableCents === 0, `has ${spendableCents} to spend at a loss of ${lossCents}`],
  ];
  return rules.flatMap(([holds, what]) => (holds ? [] : [`${payment.id} ${what}`]));
};

/** Where a payment's money and what it means do not agree. */
export const lossFaults = (holdings: readonly Holding[]): readonly string[] => holdings.flatMap(faultsOf);
