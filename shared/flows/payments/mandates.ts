import { invoiceAggregate } from '../../domain/invoice/record.ts';
import { type Mandate, mandateOf, sameMandate } from '../../domain/payment/mandate.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { applyMandateReport, type MandateReport, type MandateReportState } from '../../domain/subscription/renewal/mandate-status.ts';
import { canStillBeCharged } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { walletAggregate, walletIdOf } from '../../domain/wallet/record.ts';
import { removeMethodOfMandate } from '../../domain/wallet/remove.ts';
import { logNotice } from '../../platform/log-lines.ts';
import type { MandateSnapshot, Outcome } from '../../provider/port.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import type { FlowDeps } from '../deps.ts';
import { loadAll } from '../load/records.ts';
import { openProvider } from '../provider.ts';

/** Whether the mandate is valid; `null`: not known yet. */
const validity = (answer: Outcome<MandateSnapshot>): boolean | null => {
  if (!answer.ok) return answer.kind === 'mandate_gone' || answer.kind === 'not_found' ? false : null;
  return answer.value.status === 'pending' ? null : answer.value.status === 'valid';
};

/**
 * Fetches the status of a mandate that was not confirmed yet, and applies it to the subscriptions that are charged to the mandate. An
 * invalid mandate is removed from the wallet. `undecided`: fetch again later. Idempotent.
 */
export const syncMandate = async (
  deps: FlowDeps,
  tenant: Tenant,
  { customerId }: Payment,
  mandate: Mandate,
): Promise<'decided' | 'undecided'> => {
  const provider = await openProvider(deps, tenant, mandate.provider);
  const valid = provider === null ? null : validity(await provider.getMandate(mandate.providerCustomerId, mandate.mandateId));
  if (valid === null) return 'undecided';
  const subscriptions = await loadAll(deps.store, subscriptionAggregate, tenant, { customerId });
  for (const subscription of subscriptions.filter((each) => isChargedTo(each, mandate))) {
    await applyToSubscription(deps, tenant, subscription.id, { mandate, valid });
  }
  if (!valid) await removeFromWallet(deps, tenant, customerId, mandate);
  return 'decided';
};

const isChargedTo = (subscription: Subscription, mandate: Mandate): boolean => {
  const chargedMandate = mandateOf(subscription);
  return canStillBeCharged(subscription) && chargedMandate !== null && sameMandate(chargedMandate, mandate);
};

const applyToSubscription = async ({ store }: FlowDeps, tenant: Tenant, subscriptionId: string, report: MandateReport): Promise<void> => {
  await store.run<MandateReportState & { readonly clockTime: number | null }, Subscription>({
    tenant,
    actor: SYSTEM,
    load: async () => {
      const subscription = await store.get(subscriptionAggregate, tenant, subscriptionId);
      const { renewal = null, clockId = null } = subscription?.record ?? {};
      const [invoice, payment, clockTime] = await Promise.all([
        renewal === null ? null : store.get(invoiceAggregate, tenant, renewal.invoiceId),
        renewal === null ? null : store.get(paymentAggregate, tenant, renewal.paymentId),
        fetchClockTime(store, tenant, clockId),
      ]);
      return { subscription, invoice, payment, clockTime };
    },
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => applyMandateReport(report, state, context),
  });
};

const removeFromWallet = async ({ store }: FlowDeps, tenant: Tenant, customerId: string, mandate: Mandate): Promise<void> => {
  logNotice('mandate_refused', { account: tenant.accountId, mode: tenant.mode, customer: customerId });
  await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ wallet: await store.get(walletAggregate, tenant, walletIdOf(customerId)) }),
    nowOf: () => null,
    decide: (state, context) => removeMethodOfMandate(mandate, state, context),
  });
};
