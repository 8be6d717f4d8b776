import type { Stored } from '../../domain/aggregate.ts';
import { holdRenewal } from '../../domain/billing-hold/hold.ts';
import { billingHoldAggregate } from '../../domain/billing-hold/record.ts';
import { chargeIntentAggregate } from '../../domain/charge-intent/record.ts';
import { unchanged } from '../../domain/decision.ts';
import { DUE_KINDS } from '../../domain/due.ts';
import { invoiceAggregate } from '../../domain/invoice/record.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { priceAggregate } from '../../domain/price/record.ts';
import { announcePeriodEnd } from '../../domain/subscription/renewal/announce.ts';
import { type PreparedRenewal, prepareRenewal, renewalIntentId } from '../../domain/subscription/renewal/prepare.ts';
import type { PrepareRenewalState } from '../../domain/subscription/renewal/prepare-state.ts';
import { attemptOf } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { logError, logNotice, METRIC_LINES } from '../../platform/log-lines.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import { postponeDue } from '../../store/core/due.ts';
import type { TransactItem } from '../../store/core/table.ts';
import { announceBilling } from '../../store/runs/markers.ts';
import type { BatchMemberOutcome } from '../../store/writer/batch.ts';
import type { FlowDeps } from '../deps.ts';
import { assembleEach, distinct, fetchClockTimes, recordLookup } from '../load/batch.ts';
import { loadPartiesOf } from '../load/parties.ts';
import { readUsageToClose } from '../subscriptions/usage.ts';

/** A charge of a prepared renewal. */
export interface Charge {
  readonly subscriptionId: string;
  readonly invoiceId: string;
  readonly paymentId: string;
  /** True when this preparation created the payment, so that the provider cannot have it yet. */
  readonly fresh: boolean;
}

/** State from which a renewal attempt is decided. */
interface AttemptState extends PrepareRenewalState {
  /**
   * End of the current period, and number of the attempt in progress, or of the next attempt if none is in progress; `null`: no attempt.
   */
  readonly attempt: { readonly periodEnd: number; readonly attempt: number } | null;
  /** Time of the test clock; `null`: real time. */
  readonly clockTime: number | null;
}

/**
 * Prepares the due renewal attempts of the subscriptions, or continues attempts in progress. Sends notices, ends subscriptions, and
 * completes renewals that charge nothing. For a renewal with a charge, stores a charge intent: the permission for one attempt to charge. A
 * renewal that is refused or cannot be decided is put on hold and does not stop the others. `conditions`: checked in every transaction;
 * throws `ConditionLost` when one fails.
 */
export const prepareRenewals = async (
  deps: FlowDeps,
  tenant: Tenant,
  subscriptionIds: readonly string[],
  conditions: readonly TransactItem[],
): Promise<readonly Charge[]> => {
  const outcomes = await deps.store.runBatch<AttemptState, PreparedRenewal | null>({
    tenant,
    actor: SYSTEM,
    members: subscriptionIds,
    load: (ids) => loadAttempts(deps, tenant, ids),
    nowOf: ({ clockTime }) => clockTime,
    decide: (_id, state, context) =>
      state.attempt === null ? unchanged(null) : (announcePeriodEnd(state, context) ?? prepareRenewal(state.attempt, state, context)),
    conditions,
  });
  const charges: Charge[] = [];
  for (const [subscriptionId, outcome] of outcomes) {
    const reason = holdReason(tenant, subscriptionId, outcome);
    if (reason !== null) await hold(deps, tenant, subscriptionId, reason);
    else if (outcome.kind === 'done' && outcome.result?.outcome === 'charge') {
      const { invoice, payment, resumed } = outcome.result;
      charges.push({ subscriptionId, invoiceId: invoice.id, paymentId: payment.id, fresh: !resumed });
    }
  }
  return charges;
};

/** Reason to put a renewal on hold; `null`: none. */
const holdReason = (tenant: Tenant, subscriptionId: string, outcome: BatchMemberOutcome<unknown>): string | null => {
  if (outcome.kind === 'refused') return outcome.refusal.reason ?? outcome.refusal.code;
  if (outcome.kind === 'done') return null;
  logError(outcome.error, { part: 'renewals', account: tenant.accountId, mode: tenant.mode, subscription: subscriptionId });
  return 'not_decidable';
};

/**
 * Puts on hold a renewal that was refused for safety or cannot be decided. The hold raises the alarm for billing holds and is shown to the
 * tenant; the renewal is retried later.
 */
const hold = async (deps: FlowDeps, tenant: Tenant, subscriptionId: string, reason: string): Promise<void> => {
  logNotice(METRIC_LINES.billingHold, { account: tenant.accountId, mode: tenant.mode, subscription: subscriptionId, reason });
  await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => {
      const subscriptions = await deps.store.getEach(subscriptionAggregate, tenant, [subscriptionId]);
      const subscription = subscriptions.get(subscriptionId);
      const attempt = subscription === undefined || subscription instanceof Error ? null : attemptOf(subscription.record);
      return { attempt, hold: await deps.store.get(billingHoldAggregate, tenant, subscriptionId) };
    },
    nowOf: () => null,
    decide: (state, context) => holdRenewal({ subscriptionId, attempt: state.attempt, reason }, state, context),
  });
  const now = Math.floor(deps.nowMs() / 1000);
  const until = now + DUE_KINDS.renewal.claimSeconds;
  await announceBilling(deps.store.table, tenant, until, now);
  await postponeDue(deps.store.table, subscriptionAggregate, tenant, subscriptionId, until);
};

const loadAttempts = async (
  { store, nowMs }: FlowDeps,
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AttemptState | Error>> => {
  const subscriptions = await store.getEach(subscriptionAggregate, tenant, ids);
  const records = [...subscriptions.values()].flatMap((each) => (each instanceof Error ? [] : [each.record]));
  const renewals = records.flatMap(({ renewal }) => (renewal === null ? [] : [renewal]));
  const intentIds = records.flatMap((record) => intentIdOf(record) ?? []);
  const [prices, partiesOf, invoices, payments, intents, clockTimeOf] = await Promise.all([
    store.getEach(priceAggregate, tenant, distinct(records.map(({ price }) => price.id))),
    loadPartiesOf(store, tenant, distinct(records.map(({ customerId }) => customerId))),
    store.getEach(invoiceAggregate, tenant, distinct(renewals.map(({ invoiceId }) => invoiceId))),
    store.getEach(paymentAggregate, tenant, distinct(renewals.map(({ paymentId }) => paymentId))),
    store.getEach(chargeIntentAggregate, tenant, intentIds),
    fetchClockTimes(store, tenant, records),
  ]);
  const usageOf = await readUsageToClose(store, tenant, records, ({ clockId }) => clockTimeOf(clockId) ?? Math.floor(nowMs() / 1000));
  const assemble = (id: string, subscription: Stored<Subscription>): AttemptState => {
    const { record } = subscription;
    const price = recordLookup(prices)(record.price.id);
    const parties = partiesOf(record.customerId);
    if (price === null) throw new Error(`subscription ${id} has no price`);
    if (parties instanceof Error) throw parties;
    return {
      subscription,
      price: price.record,
      parties,
      invoice: recordLookup(invoices)(record.renewal?.invoiceId ?? null),
      payment: recordLookup(payments)(record.renewal?.paymentId ?? null),
      intent: recordLookup(intents)(intentIdOf(record)),
      usage: usageOf(id),
      attempt: attemptOf(record),
      clockTime: clockTimeOf(record.clockId),
    };
  };
  return assembleEach(subscriptions, assemble);
};

const intentIdOf = (subscription: Subscription): string | null => {
  const attempt = attemptOf(subscription);
  return attempt === null ? null : renewalIntentId(subscription, attempt.attempt);
};
