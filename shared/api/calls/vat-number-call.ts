import { type Customer, customerAggregate } from '../../domain/customer/record.ts';
import { withCustomerRepricing } from '../../domain/customer/repricing.ts';
import { customerExists } from '../../domain/customer/update.ts';
import { type SetVatNumber, setVatNumber } from '../../domain/customer/vat.ts';
import { Refusal } from '../../domain/refusal.ts';
import { vatPrefixProblem } from '../../domain/tax/vat-id.ts';
import type { Mode } from '../../domain/tenant.ts';
import { lookUpVatNumber } from '../../flows/customers/vat-lookup.ts';
import { countUncanceledSubscriptions, repriceNow } from '../../flows/subscriptions/reprice.ts';
import { clock } from '../../runtime/services.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import { ApiError } from '../errors/errors.ts';
import { awaitRateLimitToken } from '../pipeline/admit.ts';
import { replayIfRemembered } from '../pipeline/idempotency.ts';
import type { CallerContext } from '../serve/handler.ts';

/**
 * Validates the number with the VAT registry; throws 400 for a malformed number, 503 if the registry is not available. Returns `null` for
 * `text: null`, which clears the number.
 */
const checkVatNumber = async (mode: Mode, text: string | null): Promise<SetVatNumber> => {
  if (text === null) return null;
  const lookup = await lookUpVatNumber(mode, text);
  if (lookup.kind === 'checked') return lookup;
  if (lookup.kind === 'unreadable') {
    throw new ApiError('parameter_invalid', {
      message: vatPrefixProblem(text) ?? 'Invalid vat_number: expected a VAT number of the EU with its country prefix.',
      param: 'vat_number',
    });
  }
  throw new ApiError('at_capacity', {
    message: 'The EU VAT validation service is not available. Nothing was changed. Try again later.',
    reason: 'vat_service_unavailable',
    headers: { 'retry-after': '60' },
  });
};

/**
 * Sets or clears (`text: null`) a customer's VAT number. Throws 400 if the number is malformed or the registry rejects it, 503 if the
 * registry is not available; the customer is then unchanged.
 */
export const changeVatNumber = async <View>(
  { tenant, store, run, request }: CallerContext,
  customerId: string,
  text: string | null,
  view: (customer: Customer) => View,
): Promise<View> => {
  // A replayed or rate-limited request does not call the registry, whose limits all accounts share.
  await replayIfRemembered(request);
  await awaitRateLimitToken(request);
  let check: Promise<SetVatNumber> | undefined;
  return run({
    load: async () => {
      const [customer, subscriptionCount] = await Promise.all([
        store.get(customerAggregate, tenant, customerId),
        countUncanceledSubscriptions(store, tenant, customerId),
      ]);
      if (customerExists(customer)) check ??= checkVatNumber(tenant.mode, text);
      const [now, command] = await Promise.all([fetchClockTime(store, tenant, customer?.record.testClockId ?? null), check ?? null]);
      return { customer, subscriptionCount, command, now };
    },
    nowOf: ({ now }) => now,
    decide: (state, context) => withCustomerRepricing(setVatNumber(state.command, state, context), state, context),
    answer: ({ changed }) => (changed instanceof Refusal ? changed : view(changed)),
    afterCommit: async ({ needsRepricing }) => {
      if (needsRepricing) await repriceNow(store, clock.nowMs, tenant, customerId);
    },
  });
};
