import type * as v from 'valibot';
import type { AccountBilling } from '../../shared/api/objects/account.ts';
import { planOf } from '../../shared/domain/account/plans.ts';
import type { Account } from '../../shared/domain/account/record.ts';
import type { UsageAmount } from '../../shared/flows/accounts/facts.ts';

/** Builds the response of `account.billing`. Plans of this service are free, so the amount is 0 and there is no subscription. */
export const billingView = ({ planId }: Account, usage: readonly UsageAmount[]): v.InferOutput<typeof AccountBilling> => ({
  object: 'account.billing',
  plan: { object: 'account.plan', ...planOf(planId), amount_cents: 0, currency: 'EUR' },
  subscription: null,
  next_invoice: null,
  usage: usage.map(({ key, mode, quantity, limit }) => ({
    object: 'account.usage_meter',
    key,
    livemode: mode === 'live',
    quantity,
    limit,
  })),
  collection_available: false,
  billing_authorized: false,
});
