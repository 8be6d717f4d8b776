import type { ActivationFacts } from '../../domain/account/activation.ts';
import { ATTENTION_COUNT_MAX, type AttentionFacts } from '../../domain/account/attention.ts';
import { type Account, taxModeOf } from '../../domain/account/record.ts';
import { isBillingProfileComplete } from '../../domain/account/update-billing-profile.ts';
import type { Aggregate, BaseRecord } from '../../domain/aggregate.ts';
import { billingHoldAggregate, isStillOnHold } from '../../domain/billing-hold/record.ts';
import { customerAggregate, VAT_REGISTERED_LIST } from '../../domain/customer/record.ts';
import { missingInAccount } from '../../domain/e-invoice/account-missing.ts';
import { INVOICE_SERIES, type Invoice, invoiceAggregate } from '../../domain/invoice/record.ts';
import { lacksReverseCharge } from '../../domain/parties.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { priceAggregate } from '../../domain/price/record.ts';
import { productAggregate } from '../../domain/product/record.ts';
import { providerCredentialAggregate } from '../../domain/provider-credential/record.ts';
import { OWED_REFUND_LIST, refundAggregate } from '../../domain/refund/record.ts';
import { CREDIT_LEFT_LIST, PAST_DUE_LIST } from '../../domain/subscription/state.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import { isInVatAreaOfEu } from '../../domain/tax/areas.ts';
import { untaxedCountry } from '../../domain/tax/missing.ts';
import { countryClaim, taxRateAggregate } from '../../domain/tax-rate/record.ts';
import type { Mode, Tenant } from '../../domain/tenant.ts';
import { hasFailedLately } from '../../domain/webhook-delivery/record.ts';
import { ENDPOINT_COUNTER, MAX_ENDPOINTS } from '../../domain/webhook-endpoint/create.ts';
import { webhookEndpointAggregate } from '../../domain/webhook-endpoint/record.ts';
import type { Page } from '../../store/core/pages.ts';
import { deliveryStoreOf } from '../../store/deliveries/delivery-store.ts';
import { isCardTestingSuspected } from '../../store/limits/card-testing.ts';
import type { Store } from '../../store/writer/store.ts';
import { sumThresholdSales } from './eu-sales.ts';
import { fetchAccount } from './fetch.ts';

/** Records per read, and maximum number of reads, when matching records of a list are counted. */
const PAGE = 100;
const MAX_READS = 10;
/** Number of latest deliveries that are checked per endpoint. */
const LATEST_DELIVERIES = 10;

const MODES: readonly Mode[] = ['live', 'test'];

const inMode = ({ accountId }: Tenant, mode: Mode): Tenant => ({ accountId, mode });

/** True if the tenant has at least one record of this kind. */
const exists = async <R extends BaseRecord>(store: Store, aggregate: Aggregate<R>, tenant: Tenant): Promise<boolean> =>
  (await store.page(aggregate, tenant, { limit: 1 })).items.length > 0;

const existsInEitherMode = async <R extends BaseRecord>(store: Store, aggregate: Aggregate<R>, tenant: Tenant): Promise<boolean> =>
  (await Promise.all(MODES.map((mode) => exists(store, aggregate, inMode(tenant, mode))))).includes(true);

/**
 * Counts the matches in a list, up to `most`. Reads further pages until there are `most` matches, the list ends, or `MAX_READS` is reached.
 * `countOnPage`: reads the page after an id (`undefined`: the first) and counts its matches; `lastId: null`: it is the last page.
 */
const countUpTo = async (
  most: number,
  countOnPage: (after: string | undefined) => Promise<{ readonly count: number; readonly lastId: string | null }>,
): Promise<number> => {
  let total = 0;
  let after: string | undefined;
  for (let read = 0; read < MAX_READS && total < most; read += 1) {
    const { count, lastId } = await countOnPage(after);
    total += count;
    if (lastId === null) break;
    after = lastId;
  }
  return Math.min(total, most);
};

const lastIdOf = <R extends BaseRecord>({ items, hasMore }: Page<R>): string | null => (hasMore ? (items.at(-1)?.record.id ?? null) : null);

/** True if there is a subscription (normally from a completed checkout), or if one of the latest thousand payments has succeeded. */
const hasSucceededPayment = async (store: Store, tenant: Tenant): Promise<boolean> => {
  if (await exists(store, subscriptionAggregate, tenant)) return true;
  const succeeded = await countUpTo(1, async (startingAfter) => {
    const page = await store.page(paymentAggregate, tenant, { limit: PAGE, startingAfter });
    return { count: page.items.filter(({ record }) => record.status === 'succeeded').length, lastId: lastIdOf(page) };
  });
  return succeeded > 0;
};

const isConnected = async (store: Store, tenant: Tenant): Promise<boolean> =>
  (await store.get(providerCredentialAggregate, inMode(tenant, 'live'), tenant.accountId)) !== null;

/**
 * Loads the activation checklist with about ten small reads, mostly concurrent; needs more reads if many payments exist and none succeeded.
 */
export const loadActivationFacts = async (store: Store, tenant: Tenant): Promise<ActivationFacts> => {
  const [account, hasProduct, hasPrice, hasWebhook, hasTestPayment, providerConnected] = await Promise.all([
    fetchAccount(store, tenant),
    existsInEitherMode(store, productAggregate, tenant),
    existsInEitherMode(store, priceAggregate, tenant),
    existsInEitherMode(store, webhookEndpointAggregate, tenant),
    hasSucceededPayment(store, inMode(tenant, 'test')),
    isConnected(store, tenant),
  ]);
  const billingProfileComplete = isBillingProfileComplete(account.record);
  const domainVerified = account.record.domain !== null;
  return { hasProduct, hasPrice, hasWebhook, hasTestPayment, providerConnected, billingProfileComplete, domainVerified };
};

const loadEndpointFacts = async (store: Store, tenant: Tenant, nowMs: number) => {
  const { items } = await store.page(webhookEndpointAggregate, tenant, { limit: MAX_ENDPOINTS });
  const enabled = items.filter(({ record }) => record.status === 'enabled');
  const deliveryStore = deliveryStoreOf(store.table, () => nowMs);
  const latest = await Promise.all(enabled.map(({ record }) => deliveryStore.list(tenant, record.id, { limit: LATEST_DELIVERIES })));
  const failing = latest.filter((page) => page.items.some((delivery) => hasFailedLately(delivery, Math.floor(nowMs / 1000))));
  return { failingEndpoints: failing.length, disabledEndpoints: items.length - enabled.length };
};

const countBillingHolds = (store: Store, tenant: Tenant): Promise<number> =>
  countUpTo(ATTENTION_COUNT_MAX, async (startingAfter) => {
    const page = await store.page(billingHoldAggregate, tenant, { limit: PAGE, startingAfter });
    const holds = page.items.map(({ record }) => record);
    const subscriptions = await store.getEach(
      subscriptionAggregate,
      tenant,
      holds.map(({ id }) => id),
    );
    const current = holds.filter((hold) => {
      const subscription = subscriptions.get(hold.id);
      // A subscription that cannot be read cannot be billed either.
      return subscription instanceof Error || isStillOnHold(hold, subscription?.record ?? null);
    });
    return { count: current.length, lastId: lastIdOf(page) };
  });

/**
 * Counts the customers that are charged tax only because the account has no VAT number, among the first thousand customers with a VAT
 * number. Reads nothing if the account has a VAT number.
 */
const countWithoutReverseCharge = async (store: Store, tenant: Tenant, account: Account): Promise<number> => {
  if (account.vatId !== null) return 0;
  return countUpTo(ATTENTION_COUNT_MAX, async (after) => {
    const ids = await store.idsInSparseIndex(customerAggregate, tenant, VAT_REGISTERED_LIST, PAGE, after);
    const customers = [...(await store.getEach(customerAggregate, tenant, ids)).values()];
    const affected = customers.filter((each) => !(each instanceof Error) && lacksReverseCharge(account, each.record));
    return { count: affected.length, lastId: ids.length < PAGE ? null : (ids.at(-1) ?? null) };
  });
};

/** Countries of the untaxed sales in `invoices` for which the account has no tax rate. Empty unless the tax mode is `manual`. */
const loadUntaxedCountries = async (store: Store, tenant: Tenant, account: Account, invoices: readonly Invoice[]) => {
  if (taxModeOf(account) !== 'manual') return [];
  const countries = new Set(invoices.map(untaxedCountry).filter((country) => country !== null));
  const owners = await Promise.all([...countries].map((country) => store.ownerOf(tenant, countryClaim(country))));
  return [...countries].filter((_country, index) => owners[index] === null).sort();
};

/**
 * True for a seller in the EU who has prices, but has chosen neither a tax mode nor tax rates nor an exemption. Reads nothing if the
 * account has chosen a tax mode or an exemption.
 */
const isTaxNotSetUp = async (store: Store, tenant: Tenant, account: Account): Promise<boolean> => {
  const { countryCode, address, eInvoicing } = account;
  if (taxModeOf(account) !== 'manual' || !isInVatAreaOfEu({ countryCode, postalCode: address?.postalCode ?? null })) return false;
  if ((eInvoicing?.exemption ?? null) !== null) return false;
  const [hasPrice, hasTaxRate] = await Promise.all([exists(store, priceAggregate, tenant), exists(store, taxRateAggregate, tenant)]);
  return hasPrice && !hasTaxRate;
};

/** Loads the attention facts. The number of reads is limited, regardless of the number of customers. */
export const loadAttentionFacts = async (store: Store, tenant: Tenant, nowMs: number): Promise<AttentionFacts> => {
  const [account, latestInvoices, endpoints, pastDue, creditsLeft, billingHolds, owedRefunds, providerConnected, cardTestingSuspected] =
    await Promise.all([
      fetchAccount(store, tenant),
      store.page(invoiceAggregate, tenant, { limit: PAGE }),
      loadEndpointFacts(store, tenant, nowMs),
      store.idsInSparseIndex(subscriptionAggregate, tenant, PAST_DUE_LIST, ATTENTION_COUNT_MAX),
      store.idsInSparseIndex(subscriptionAggregate, tenant, CREDIT_LEFT_LIST, ATTENTION_COUNT_MAX),
      countBillingHolds(store, tenant),
      store.idsInSparseIndex(refundAggregate, tenant, OWED_REFUND_LIST, ATTENTION_COUNT_MAX),
      isConnected(store, tenant),
      isCardTestingSuspected(store.table, tenant, nowMs),
    ]);
  const billingProfileComplete = isBillingProfileComplete(account.record);
  const invoices = latestInvoices.items.map(({ record }) => record);
  const [customersWithoutReverseCharge, untaxedCountries, thresholdSales, taxNotSetUp] = await Promise.all([
    countWithoutReverseCharge(store, tenant, account.record),
    loadUntaxedCountries(store, tenant, account.record, invoices),
    sumThresholdSales(store, tenant, account.record, nowMs),
    isTaxNotSetUp(store, tenant, account.record),
  ]);
  return {
    ...endpoints,
    pastDueSubscriptions: pastDue.length,
    billingHolds,
    owedRefunds: owedRefunds.length,
    creditsLeft: creditsLeft.length,
    cardTestingSuspected,
    customersWithoutReverseCharge,
    untaxedCountries,
    euThresholdPercent: thresholdSales?.percent ?? null,
    uncountedCurrencies: thresholdSales?.uncountedCurrencies ?? [],
    isEuThresholdSummed: thresholdSales?.isComplete ?? true,
    taxNotSetUp,
    eInvoices: missingInAccount(account.record, invoices),
    providerConnected,
    billingProfileComplete,
  };
};

/** How much of one resource, such as webhook endpoints, the account uses in one mode, and the limit. */
export interface UsageAmount {
  readonly key: string;
  readonly mode: Mode;
  readonly quantity: number;
  /** `null`: unlimited. */
  readonly limit: number | null;
}

/** The resources whose use is counted, by key: the store's counter and the limit. */
const COUNTED_RESOURCES = {
  invoices_issued: { counter: INVOICE_SERIES, limit: null },
  webhook_endpoints: { counter: ENDPOINT_COUNTER, limit: MAX_ENDPOINTS },
} as const;

/** Keys of the usage amounts. */
export const COUNTED_RESOURCE_KEYS = Object.keys(COUNTED_RESOURCES);

/** Reads the usage from the store's counters: four concurrent reads of one item each. */
export const loadUsageAmounts = (store: Store, tenant: Tenant): Promise<readonly UsageAmount[]> => {
  const each = Object.entries(COUNTED_RESOURCES).flatMap(([key, { counter, limit }]) =>
    MODES.map(async (mode) => ({ key, mode, limit, quantity: await store.counter(inMode(tenant, mode), counter) })),
  );
  return Promise.all(each);
};
