import { type CreditNote, creditNoteAggregate } from '../../domain/credit-note/record.ts';
import { customerAggregate } from '../../domain/customer/record.ts';
import { customerExists } from '../../domain/customer/update.ts';
import type { IdSource } from '../../domain/decision.ts';
import { type Invoice, invoiceAggregate } from '../../domain/invoice/record.ts';
import { type BillingParties, taxTreatmentFor } from '../../domain/parties.ts';
import { portalSessionAggregate } from '../../domain/portal-session/record.ts';
import type { OpenedPortal } from '../../domain/portal-session/view.ts';
import { productAggregate } from '../../domain/product/record.ts';
import { Refusal } from '../../domain/refusal.ts';
import { resumeDueCents } from '../../domain/subscription/lifecycle/resume.ts';
import { invoicedPricing, nextTaxPoint } from '../../domain/subscription/renewal/charges.ts';
import { canStillBeCharged, isMetered } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { sliceUnitOf } from '../../domain/subscription/usage/slices.ts';
import { openPeriod } from '../../domain/subscription/usage/usage.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { OpenUsage } from '../../domain/usage-record/summary.ts';
import { methodsOf } from '../../domain/wallet/record.ts';
import type { Page } from '../../store/core/pages.ts';
import type { Store } from '../../store/writer/store.ts';
import { fetchAccount } from '../accounts/fetch.ts';
import { buildWalletView, loadWallet } from '../checkout/wallet.ts';
import { fetchPricing, fetchUsageCounters } from '../subscriptions/usage.ts';
import { loadBreakdown } from '../subscriptions/usage-breakdown.ts';
import { loadWithdrawalRefund } from '../subscriptions/withdrawal.ts';
import { loadTaxRate } from './parties.ts';

/** Ids of a portal session and of the subscription and customer that it gives access to. */
export interface PortalKeys {
  readonly sessionId: string;
  readonly subscriptionId: string;
  readonly customerId: string;
}

/** Maximum number of invoices in the portal. */
const MAX_INVOICES = 24;
/** Number of the customer's credit notes that are read together with the invoices. */
const FIRST_CREDIT_NOTES = 24;
/** Maximum number of older credit notes that are read in addition; an invoice can have several. */
const MAX_OLDER_CREDIT_NOTES = 100;

const CUSTOMER_DELETED = new Refusal('resource_missing', 'The customer of this portal session was deleted.');

const sumOf = (amountsCents: readonly number[]): number => amountsCents.reduce((sum, cents) => sum + cents, 0);

/**
 * Returns the credit notes of these invoices of a customer, newest first. `first`: the customer's latest credit notes, also of other
 * subscriptions. Reads older ones if `first` does not cover the amounts credited on the invoices.
 */
const loadCreditNotes = async (
  store: Store,
  tenant: Tenant,
  customerId: string,
  { invoices, first }: { readonly invoices: readonly Invoice[]; readonly first: Page<CreditNote> },
): Promise<readonly CreditNote[]> => {
  const invoiceIds = new Set(invoices.map(({ id }) => id));
  const where = ({ invoiceId }: CreditNote): boolean => invoiceIds.has(invoiceId);
  const found = first.items.map(({ record }) => record).filter(where);
  const missingCents =
    sumOf(invoices.map(({ amountCreditedCents }) => amountCreditedCents)) - sumOf(found.map(({ totalCents }) => totalCents));
  if (!first.hasMore || missingCents <= 0) return found;
  const startingAfter = first.items.at(-1)?.record.id;
  const query = { limit: MAX_OLDER_CREDIT_NOTES, by: { customerId }, startingAfter, where };
  const older = await store.page(creditNoteAggregate, tenant, query);
  return [...found, ...older.items.map(({ record }) => record)];
};

/** Maximum number of usage records and events that the portal reads. With more, it shows the stored sums by day or month. */
const MAX_USAGE_ENTRIES = 1000;

/**
 * Loads the usage of the open period by day or, if the period is longer than 31 days, by month, at the prices that are charged to the
 * customer. `breakdown` is `null` if neither the entries nor their stored sums can be used. Returns `null` for a subscription that is not
 * metered or can no longer be charged. `now`: Unix seconds.
 */
const loadOpenUsage = async (
  store: Store,
  tenant: Tenant,
  { subscription, parties, now }: { readonly subscription: Subscription; readonly parties: BillingParties; readonly now: number },
): Promise<OpenUsage | null> => {
  if (!isMetered(subscription) || !canStillBeCharged(subscription)) return null;
  const [usage, listed] = await Promise.all([
    fetchUsageCounters(store, tenant, subscription.id),
    fetchPricing(store, tenant, subscription.price),
  ]);
  const pricing = invoicedPricing(listed, taxTreatmentFor(parties, nextTaxPoint(subscription)));
  const state = { subscription, usage, pricing, now };
  const interval = sliceUnitOf(openPeriod(subscription));
  const breakdown = await loadBreakdown(store, tenant, { interval, groupBy: null }, state, MAX_USAGE_ENTRIES);
  return { usage, pricing, breakdown: breakdown instanceof Refusal ? null : breakdown };
};

/**
 * Loads the data that the portal shows. `now`: Unix seconds, real time. Refuses with 404 if the customer was deleted. Also
 * returns a refusal of `loadWallet`.
 */
export const loadPortal = async (
  store: Store,
  tenant: Tenant,
  { sessionId, subscriptionId, customerId }: PortalKeys,
  { ids, now }: { readonly ids: IdSource; readonly now: number },
): Promise<OpenedPortal | Refusal> => {
  const loadSubscription = async () => {
    const stored = await store.get(subscriptionAggregate, tenant, subscriptionId);
    return {
      subscription: stored,
      product: stored === null ? null : await store.get(productAggregate, tenant, stored.record.price.productId),
    };
  };
  const loadBuyer = async () => {
    const [account, customer] = await Promise.all([fetchAccount(store, tenant), store.get(customerAggregate, tenant, customerId)]);
    return { account, customer, taxRate: customer === null ? null : await loadTaxRate(store, tenant, account.record, customer.record) };
  };
  const [session, { account, customer, taxRate }, { subscription, product }, latestInvoices, first, wallet] = await Promise.all([
    store.get(portalSessionAggregate, tenant, sessionId),
    loadBuyer(),
    loadSubscription(),
    store.page(invoiceAggregate, tenant, { limit: MAX_INVOICES, by: { parentId: subscriptionId } }),
    store.page(creditNoteAggregate, tenant, { limit: FIRST_CREDIT_NOTES, by: { customerId } }),
    loadWallet(store, tenant, sessionId),
  ]);
  // While a session is valid, its record and its subscription exist, so only the customer can be missing.
  if (session === null || subscription === null || !customerExists(customer)) return CUSTOMER_DELETED;
  if (wallet instanceof Refusal) return wallet;
  const parties = { account: account.record, customer: customer.record, taxRate };
  const invoices = latestInvoices.items.map(({ record }) => record);
  const creditNotes = await loadCreditNotes(store, tenant, customerId, { invoices, first });
  return {
    session: session.record,
    ...parties,
    subscription: subscription.record,
    product: product?.record ?? null,
    invoices,
    creditNotes,
    hasMoreInvoices: latestInvoices.hasMore,
    wallet: buildWalletView(wallet, methodsOf(wallet, ids)),
    usage: await loadOpenUsage(store, tenant, { subscription: subscription.record, parties, now: wallet.clockTime ?? now }),
    resumeDueCents: resumeDueCents(subscription.record, parties, wallet.clockTime ?? now),
    withdrawalRefundCents: await loadWithdrawalRefund(store, tenant, subscription.record, wallet.clockTime ?? now),
  };
};
