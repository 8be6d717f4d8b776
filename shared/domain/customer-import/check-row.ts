import { DAY_SECONDS } from '../periods.ts';
import type { Price } from '../price/record.ts';
import type { Product } from '../product/record.ts';
import type { ImportedReference } from './reference.ts';
import type { RowFault, UploadedRow } from './rows.ts';

/** What a plan of the file means; `null`: nothing that is there. */
export interface PlanPrice {
  readonly price: Price;
  readonly product: Product;
}

export interface RowFacts {
  readonly plan: PlanPrice | null;
  /** Unix seconds. */
  readonly now: number;
}

/** As far ahead as a trial of a price may last. */
const FURTHEST_SECONDS = 730 * DAY_SECONDS;

const planFault = (plan: PlanPrice | null): string | null => {
  if (plan === null) return 'matches no price. Choose one.';
  return plan.price.active && plan.product.active ? null : 'is matched to a price that is not on sale any more.';
};

const dateFault = (nextChargeAt: number, now: number): string | null => {
  if (nextChargeAt <= now) return 'must be in the future.';
  return nextChargeAt > now + FURTHEST_SECONDS ? 'must be within two years.' : null;
};

/** What is wrong with a row as things stand, next to what its own texts show. */
export const faultsOf = ({ subscription }: UploadedRow, { plan, now }: RowFacts): readonly RowFault[] => {
  if (subscription === null) return [];
  const [plans, dates] = [planFault(plan), dateFault(subscription.nextChargeAt, now)];
  return [
    ...(plans === null ? [] : [{ column: 'plan' as const, message: plans }]),
    ...(dates === null ? [] : [{ column: 'next_charge_date' as const, message: dates }]),
  ];
};

/** What is known of the row's subscription from imports before. */
export interface KnownSubscription {
  readonly customerId: string | null;
  /** Of the name that the row gives it. */
  readonly named: ImportedReference | null;
  /** Of the customer's subscription without a name. */
  readonly unnamed: ImportedReference | null;
}

/**
 * Where the row and former imports do not call the subscription the same: it would be taken for another one, or for that of somebody else.
 */
export const namingFault = ({ subscription }: UploadedRow, { customerId, named, unnamed }: KnownSubscription): RowFault | null => {
  if (subscription === null) return null;
  const fault = (message: string): RowFault => ({ column: 'subscription_reference', message });
  if (named !== null && named.customerId !== customerId) return fault('belongs to a subscription of another customer.');
  if (unnamed === null) return null;
  if (subscription.reference === null) {
    return unnamed.sessionId === null ? fault('is missing: subscriptions of this customer were imported with one.') : null;
  }
  return unnamed.sessionId === null ? null : fault('is new: the subscription of this customer was imported without one.');
};

/** A row that names what another of the file names too. */
export const repeated = ({ subscription }: UploadedRow, firstRow: number): RowFault => ({
  column: subscription?.reference == null ? 'reference' : 'subscription_reference',
  message: `is in row ${firstRow} already.`,
});
