import { Refusal } from '../../shared/domain/refusal.ts';
import type { PreparedRenewal } from '../../shared/domain/subscription/renewal/prepare.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Billing } from './billing.ts';

/** Ends of the first two periods of a sale on 31 January. */
export const FEB = Date.UTC(2026, 1, 28, 12) / 1000;
export const MAR = Date.UTC(2026, 2, 31, 12) / 1000;

/** The id of a renewal's payment. */
export const paymentOf = (prepared: PreparedRenewal | Refusal): string => {
  if (prepared instanceof Refusal || prepared.outcome !== 'charge') throw new Error(`no charge: ${JSON.stringify(prepared)}`);
  return prepared.payment.id;
};

export const viewOf = (billing: Billing, id: string) => billing.world.view(subscriptionAggregate, id);

/** Declines the due renewal and its retries, `times` charges in total. */
export const declineRenewals = (billing: Billing, id: string, times: number, code?: string): void => {
  for (let count = 0; count < times; count += 1) billing.decline(paymentOf(billing.renew(id)), code);
};

/** Code and reason of a refusal, or `['not refused']`. */
export const refusalOf = (outcome: unknown): readonly unknown[] =>
  outcome instanceof Refusal ? [outcome.code, outcome.reason] : ['not refused'];
