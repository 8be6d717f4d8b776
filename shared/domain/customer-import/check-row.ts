import { DAY_SECONDS } from '../periods.ts';
import type { Price } from '../price/record.ts';
import type { Product } from '../product/record.ts';
import type { ImportEntry } from './reference.ts';
import type { RowFault, UploadedRow } from './rows.ts';

/** The price that a plan of the file is mapped to. */
export interface PlanPrice {
  readonly price: Price;
  readonly product: Product;
}

export interface RowFacts {
  /** `null`: no such price. */
  readonly plan: PlanPrice | null;
  /** Unix seconds. */
  readonly now: number;
}

/** Maximum time from now to `nextChargeAt`, the same as the maximum trial of a price. */
const MAX_AHEAD_SECONDS = 730 * DAY_SECONDS;

const planFault = (plan: PlanPrice | null): string | null => {
  if (plan === null) return 'matches no price. Choose one.';
  return plan.price.active && plan.product.active ? null : 'is matched to an archived price. Choose another one.';
};

const dateFault = (nextChargeAt: number, now: number): string | null => {
  if (nextChargeAt <= now) return 'must be in the future.';
  return nextChargeAt > now + MAX_AHEAD_SECONDS ? 'must be within two years.' : null;
};

/** Returns the faults of a row that depend on the current price and time. */
export const planAndDateFaultsOf = ({ subscription }: UploadedRow, { plan, now }: RowFacts): readonly RowFault[] => {
  if (subscription === null) return [];
  const [planMessage, dateMessage] = [planFault(plan), dateFault(subscription.nextChargeAt, now)];
  return [
    ...(planMessage === null ? [] : [{ column: 'plan' as const, message: planMessage }]),
    ...(dateMessage === null ? [] : [{ column: 'next_charge_date' as const, message: dateMessage }]),
  ];
};

/** What earlier imports recorded about the row's customer and subscription. */
export interface EarlierImports {
  /** `null`: the customer was not imported. */
  readonly customerId: string | null;
  /** Entry of the row's subscription reference; `null`: not imported, or the row has no subscription reference. */
  readonly subscriptionEntry: ImportEntry | null;
  /**
   * The customer's `unnamed_subscription` entry. With a `sessionId`: the customer's only imported subscription, which has no reference.
   * Without: a marker that all imported subscriptions of the customer have references. `null`: no subscription was imported.
   */
  readonly onlySubscriptionEntry: ImportEntry | null;
}

/**
 * Fault of a row's subscription reference that contradicts earlier imports: the reference belongs to another customer, it is missing
 * although the customer's other subscriptions have references, or it is set although the customer's imported subscription has none. `null`:
 * no fault.
 */
export const subscriptionReferenceFault = (
  { subscription }: UploadedRow,
  { customerId, subscriptionEntry, onlySubscriptionEntry }: EarlierImports,
): RowFault | null => {
  if (subscription === null) return null;
  const fault = (message: string): RowFault => ({ column: 'subscription_reference', message });
  if (subscriptionEntry !== null && subscriptionEntry.customerId !== customerId) {
    return fault('belongs to a subscription of another customer.');
  }
  if (onlySubscriptionEntry === null) return null;
  if (subscription.reference === null) {
    return onlySubscriptionEntry.sessionId === null ? fault('is missing: subscriptions of this customer were imported with one.') : null;
  }
  return onlySubscriptionEntry.sessionId === null ? null : fault('is new: the subscription of this customer was imported without one.');
};

/** Fault of a row with the same customer or subscription reference as an earlier row of the file. */
export const duplicateFault = ({ subscription }: UploadedRow, firstRow: number): RowFault => ({
  column: subscription?.reference == null ? 'reference' : 'subscription_reference',
  message: `is in row ${firstRow} already.`,
});
