import { change } from '../../../shared/domain/aggregate.ts';
import { newCustomer } from '../../../shared/domain/customer/create.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import type { DecisionContext } from '../../../shared/domain/decision.ts';
import { type TaxOf, taxOf } from '../../../shared/domain/parties.ts';
import { plainMethod } from '../../../shared/domain/payment/methods.ts';
import { SANDBOX } from '../../../shared/domain/payment/provider.ts';
import { addIntervals, type Interval, periodAt } from '../../../shared/domain/periods.ts';
import { type PriceSummary, summarize } from '../../../shared/domain/price/summary.ts';
import { startSubscription } from '../../../shared/domain/subscription/lifecycle/start.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { fetchAccount } from '../../../shared/flows/accounts/fetch.ts';
import type { FlowDeps } from '../../../shared/flows/deps.ts';
import { dynamoSandboxStore } from '../../../shared/sandbox/dynamo-store.ts';
import { instrumentOf } from '../../../shared/sandbox/instruments.ts';
import { buildWrite, type SandboxStore } from '../../../shared/sandbox/store.ts';
import { repeatConcurrently } from '../measure.ts';
import { newCatalogue, runRule } from './catalogue.ts';

/** Maximum number of items in a transaction. */
const TRANSACTION_ITEMS = 100;
/**
 * Items that are written for a subscription: customer with three search terms, subscription, a log entry for each of the two, and a
 * counter.
 */
const ITEMS_EACH = 8;
const CONCURRENCY = 4;
const METHOD = 'creditcard';
const NAME = 'Ada Lovelace';

export interface FilledSubscriptions {
  readonly tenant: Tenant;
  readonly subscriptionIds: readonly string[];
}

/** The billing anchor of a subscription, and the index of the current period counted from the anchor. */
export interface PeriodPosition {
  readonly anchor: number;
  readonly periodIndex: number;
}

/**
 * Returns the latest anchor with a period that ends exactly at `end` (Unix seconds): one interval before `end`, or two if `end` is on the
 * last day of a long month after a short one.
 */
export const periodEndingAt = (end: number, interval: Interval): PeriodPosition => {
  for (let periods = 1; ; periods += 1) {
    const anchor = addIntervals(end, interval, -periods);
    if (addIntervals(anchor, interval, periods) === end) return { anchor, periodIndex: periods - 1 };
  }
};

/** Splits `count` into the numbers of subscriptions per transaction. */
export const batchesOf = (count: number): readonly number[] => {
  const maxPerBatch = Math.floor(TRANSACTION_ITEMS / ITEMS_EACH);
  return Array.from({ length: Math.ceil(count / maxPerBatch) }, (_, index) => Math.min(maxPerBatch, count - index * maxPerBatch));
};

interface Mandate {
  readonly providerCustomerId: string;
  readonly mandateId: string;
}

/** Creates a customer of the sandbox provider with a valid card. */
const newMandate = async (sandbox: SandboxStore, suffix: string, now: number): Promise<Mandate> => {
  const [providerCustomerId, mandateId] = [`cst_${suffix}`, `mdt_${suffix}`];
  const customer = {
    id: providerCustomerId,
    name: NAME,
    email: null,
    metadata: null,
    createdAt: now,
    deletedAt: null,
    idempotencyKey: null,
  };
  const details = instrumentOf(METHOD, mandateId, NAME, now);
  const mandate = { id: mandateId, customerId: providerCustomerId, status: 'valid', method: METHOD, details, createdAt: now } as const;
  await sandbox.commit([
    buildWrite('customer', providerCustomerId, customer, 0),
    buildWrite('mandate', `${providerCustomerId}/${mandateId}`, mandate, 0),
  ]);
  return { providerCustomerId, mandateId };
};

/** Builds a subscription as a checkout starts it, in the period that ends at `dueAt`. */
const subscriptionOf = (
  customer: Customer,
  mandate: Mandate,
  plan: { readonly price: PriceSummary; readonly taxes: TaxOf; readonly dueAt: number },
  { ids }: DecisionContext,
): Subscription => {
  const { price, taxes, dueAt } = plan;
  const { anchor, periodIndex } = periodEndingAt(dueAt, price.interval);
  const started = startSubscription({
    id: ids.next(subscriptionAggregate.prefix),
    now: anchor,
    customerId: customer.id,
    price,
    trialEnd: null,
    discount: null,
    taxes,
    paymentMethod: plainMethod(METHOD),
    ...mandate,
    provider: SANDBOX,
    clockId: null,
    firstPaymentId: null,
    account: {},
  });
  const { start, end } = periodAt(anchor, price.interval, periodIndex);
  // Marks the upcoming renewal as announced, because the benchmark measures only the renewal.
  const announcedRenewalAt = end;
  return { ...started, periodIndex, currentPeriodStart: start, currentPeriodEnd: end, billedThrough: end, announcedRenewalAt };
};

/**
 * Creates `count` active test mode subscriptions of an account, each with a customer and a valid card at the sandbox provider. Their
 * renewals are due at `dueAt` (Unix seconds). The store writes as many subscriptions per transaction as fit, without the API and without
 * public events, so that nothing has to be relayed.
 */
export const fillSubscriptions = async (
  { flow: { store, ids } }: { readonly flow: Pick<FlowDeps, 'store' | 'ids'> },
  accountId: string,
  { count, dueAt }: { readonly count: number; readonly dueAt: number },
): Promise<FilledSubscriptions> => {
  const tenant: Tenant = { accountId, mode: 'test' };
  const [{ record: account }, { product, price }] = await Promise.all([fetchAccount(store, tenant), newCatalogue(store, tenant)]);
  const summary = summarize(price.record, product.record);
  const sandbox = dynamoSandboxStore(store.table, accountId);
  const subscriptionIds: string[] = [];
  const batches = batchesOf(count);
  await repeatConcurrently(batches.length, CONCURRENCY, async (index) => {
    const now = Math.floor(Date.now() / 1000);
    const mandates = await Promise.all(Array.from({ length: batches[index] ?? 0 }, () => newMandate(sandbox, ids.next(''), now)));
    const created = await runRule(
      store,
      tenant,
      async () => mandates,
      (state, context) => {
        const sales = state.map((mandate) => {
          const customerData = newCustomer({ name: NAME, email: 'ada@example.com', countryCode: 'NL' }, context);
          const customer: Customer = { ...customerData, providerCustomerIds: { [SANDBOX]: mandate.providerCustomerId } };
          const taxes = taxOf({ account, customer, taxRate: null });
          return { customer, subscription: subscriptionOf(customer, mandate, { price: summary, taxes, dueAt }, context) };
        });
        return {
          changes: sales.flatMap(({ customer, subscription }) => [
            change(customerAggregate, null, customer),
            change(subscriptionAggregate, null, subscription),
          ]),
          events: [],
          result: sales.map(({ subscription }) => subscription.id),
        };
      },
    );
    subscriptionIds.push(...created);
  });
  return { tenant, subscriptionIds };
};
