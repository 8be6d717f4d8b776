import { type Invoice, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { PreparedRenewal } from '../../shared/domain/subscription/renewal/prepare.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Billing } from './billing.ts';

/** The ends of the first two periods of a monthly subscription that is sold at `START`, 31 January. */
export const FEB = Date.UTC(2026, 1, 28, 12) / 1000;
export const MAR = Date.UTC(2026, 2, 31, 12) / 1000;

/** The id of the payment that a renewal charges. */
export const paymentIdOf = (prepared: PreparedRenewal | Refusal): string => {
  if (prepared instanceof Refusal || prepared.outcome !== 'charge') throw new Error(`no charge: ${JSON.stringify(prepared)}`);
  return prepared.payment.id;
};

/** Runs and pays `count` renewals. Returns the charged cents of each; 0: no charge. */
export const runRenewals = (billing: Billing, id: string, count: number): readonly number[] =>
  Array.from({ length: count }, () => {
    const prepared = billing.renew(id);
    if (prepared instanceof Refusal) throw new Error(prepared.message);
    if (prepared.outcome !== 'charge') return 0;
    billing.settle(prepared.payment.id);
    return prepared.payment.amountCents;
  });

/** The newest invoice. */
export const lastInvoice = ({ world }: Billing): Invoice => {
  const invoice = world.all(invoiceAggregate).at(-1);
  if (invoice === undefined) throw new Error('There is no invoice.');
  return invoice;
};

/** The subscription as the API shows it. */
export const viewOf = (billing: Billing, id: string) => billing.world.view(subscriptionAggregate, id);

/** Makes `times` attempts of the renewal, each when it is due, and declines each charge. */
export const declineRenewals = (billing: Billing, id: string, times: number, code?: string): void => {
  for (let count = 0; count < times; count += 1) billing.decline(paymentIdOf(billing.renew(id)), code);
};

/** Code and reason of a refusal, or `['not refused']`. */
export const refusalOf = (outcome: unknown): readonly unknown[] =>
  outcome instanceof Refusal ? [outcome.code, outcome.reason] : ['not refused'];
