import { type CheckoutSession, checkoutSessionAggregate } from '../../domain/checkout-session/record.ts';
import { customerAggregate } from '../../domain/customer/record.ts';
import { duplicateFault, type PlanPrice, planAndDateFaultsOf } from '../../domain/customer-import/check-row.ts';
import {
  allEntryIdsOf,
  entryIdsOf,
  type ImportRowState,
  importRow,
  newVatFaultsOf,
  subscriptionEntryOf,
} from '../../domain/customer-import/import-row.ts';
import { type CustomerImport, updateCounts } from '../../domain/customer-import/record.ts';
import { importEntryAggregate } from '../../domain/customer-import/reference.ts';
import { duplicateKeyOf, MAX_FAULTS, type RowResult, type UploadedRow } from '../../domain/customer-import/rows.ts';
import type { RowVatVerdict } from '../../domain/customer-import/vat.ts';
import type { DecisionContext } from '../../domain/decision.ts';
import { priceAggregate } from '../../domain/price/record.ts';
import { productAggregate } from '../../domain/product/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { originOf } from '../../platform/public-url.ts';
import { runConcurrently } from '../../platform/run-concurrently.ts';
import { fetchAccount } from '../accounts/fetch.ts';
import { checkoutUrlOf } from '../deps.ts';
import { distinct } from '../load/batch.ts';
import { loadReplacingSessions } from '../load/sale-group.ts';
import { actorOf, type ImportDeps, type ImportStep, rowResultOf, type StepResult } from './import-step.ts';
import { lookUpVatNumber } from './vat-lookup.ts';

/**
 * Records the row as the first one with its identity, unless an earlier row is recorded. Used to find duplicate rows. The identity is a
 * text that identifies the row's customer and subscription. Must not be called for faulty rows.
 */
export const recordFirstRow = (firstRowOf: Map<string, number>, row: UploadedRow): void => {
  const identity = duplicateKeyOf(row);
  if (!firstRowOf.has(identity)) firstRowOf.set(identity, row.row);
};

const NOTHING_CREATED: Omit<RowResult, 'row' | 'outcome' | 'faults'> = {
  customerId: null,
  createdCustomer: false,
  sessionId: null,
  referenceIds: [],
};

/** Checks the rows of a chunk without importing them. `before`: the first row of each identity in earlier chunks. */
export const checkRows = async (
  deps: ImportDeps,
  { tenant, import: customerImport, rows: { rows } }: ImportStep,
  before: ReadonlyMap<string, number>,
): Promise<StepResult> => {
  const facts = await loadFacts(deps, tenant, customerImport, rows);
  const now = Math.floor(deps.nowMs() / 1000);
  const context: DecisionContext = { tenant, now, realNow: now, ids: deps.ids };
  const firstRowOf = new Map(before);
  const results = rows.map((row): RowResult => {
    const first = row.reference === '' ? undefined : firstRowOf.get(duplicateKeyOf(row));
    const state = facts.stateOf(row);
    // The decision is discarded, so the URLs in it do not matter.
    const { outcome, faults } = importRow({ import: customerImport, row, hostedUrlOf: (id) => id }, state, context).result;
    const stateFaults =
      row.faults.length > 0 ? [...planAndDateFaultsOf(row, { plan: state.plan, now }), ...newVatFaultsOf(row, state)] : faults;
    const allFaults = [...row.faults, ...(first === undefined ? [] : [duplicateFault(row, first)]), ...stateFaults].slice(0, MAX_FAULTS);
    if (allFaults.length === 0) recordFirstRow(firstRowOf, row);
    return {
      ...NOTHING_CREATED,
      row: row.row,
      outcome: allFaults.length > 0 ? 'faulty' : outcome === 'imported' ? 'ready' : outcome,
      faults: allFaults,
    };
  });
  const importableRows = rows.filter((_row, index) => results[index]?.outcome !== 'faulty');
  return { rows: { rows: importableRows, results }, progress: { counts: updateCounts(customerImport.counts, results) } };
};

/** Imports the rows without faults. */
export const importRows = async (deps: ImportDeps, { tenant, import: customerImport, rows: chunk }: ImportStep): Promise<StepResult> => {
  const rowByNumber = new Map(chunk.rows.map((row) => [String(row.row), row]));
  const account = await fetchAccount(deps.store, tenant);
  const origin = originOf(account.record.domain, deps.baseUrl);
  const outcomes = await deps.store.runBatch<{ readonly row: UploadedRow; readonly state: ImportRowState }, RowResult>({
    tenant,
    actor: actorOf(customerImport),
    members: [...rowByNumber.keys()],
    load: async (members) => {
      const rows = members.flatMap((member) => rowByNumber.get(member) ?? []);
      const facts = await loadFacts(deps, tenant, customerImport, rows);
      return new Map(rows.map((row) => [String(row.row), { row, state: facts.stateOf(row) }]));
    },
    decide: (_member, { row, state }, context) =>
      importRow({ import: customerImport, row, hostedUrlOf: (sessionId) => checkoutUrlOf(origin, tenant, sessionId) }, state, context),
    nowOf: () => null,
    conditions: [],
  });
  const results = chunk.results.map((checked) =>
    rowByNumber.has(String(checked.row)) ? rowResultOf(checked, outcomes.get(String(checked.row))) : checked,
  );
  return {
    rows: { rows: [], results },
    progress: {
      counts: updateCounts(customerImport.counts, results),
      customersCreated: customerImport.customersCreated + results.filter(({ createdCustomer }) => createdCustomer).length,
      sessionsCreated: customerImport.sessionsCreated + results.filter(({ sessionId }) => sessionId !== null).length,
    },
  };
};

const VAT_CONCURRENCY = 10;
const SESSION_CONCURRENCY = 20;

/** Checks the VAT numbers of new customers at the registry of the mode. The result lacks the numbers that could not be checked. */
const checkVatNumbers = async (mode: Tenant['mode'], numbers: readonly string[]): Promise<ReadonlyMap<string, RowVatVerdict>> => {
  const verdicts = new Map<string, RowVatVerdict>();
  await runConcurrently(VAT_CONCURRENCY, numbers, async (text) => {
    const checked = await lookUpVatNumber(mode, text);
    if (checked.kind === 'checked') verdicts.set(text, checked);
  });
  return verdicts;
};

type LatestSession = Pick<ImportRowState, 'session' | 'group'>;

/**
 * Loads the sessions of imported subscriptions by their ids. If an expired session was replaced, or replaces another one, loads
 * instead the session of this group that sold or, if none sold, the latest one.
 */
const loadSessions = async (
  store: ImportDeps['store'],
  tenant: Tenant,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, LatestSession>> => {
  const sessions = await store.getMany<CheckoutSession>(checkoutSessionAggregate, tenant, sessionIds);
  const latest = new Map([...sessions].map(([id, session]): [string, LatestSession] => [id, { session, group: null }]));
  await runConcurrently(SESSION_CONCURRENCY, [...sessions], async ([id, session]) => {
    if (session.record.status !== 'expired') return;
    const { sold, last, group } = await loadReplacingSessions(store, tenant, session.record);
    const { id: latestId } = sold ?? last;
    latest.set(id, { session: latestId === id ? session : await store.get(checkoutSessionAggregate, tenant, latestId), group });
  });
  return latest;
};

/** Loads the records for the decisions on all rows, in batches, and checks the VAT numbers of the rows. */
const loadFacts = async ({ store, ids }: ImportDeps, tenant: Tenant, customerImport: CustomerImport, rows: readonly UploadedRow[]) => {
  const planIdOf = ({ subscription }: UploadedRow): string | null => {
    const plan = subscription?.plan ?? '';
    return Object.hasOwn(customerImport.plans, plan) ? (customerImport.plans[plan] ?? null) : null;
  };
  const [entries, prices] = await Promise.all([
    store.getMany(importEntryAggregate, tenant, distinct(rows.flatMap((row) => allEntryIdsOf(row, ids)))),
    store.getMany(priceAggregate, tenant, distinct(rows.flatMap((row) => planIdOf(row) ?? []))),
  ]);
  const existingEntries = [...entries.values()].map(({ record }) => record);
  const isNew = (row: UploadedRow): boolean => !entries.has(entryIdsOf(row, ids).customer);
  const [customers, sessions, products, verdicts] = await Promise.all([
    store.getMany(customerAggregate, tenant, distinct(existingEntries.map(({ customerId }) => customerId))),
    loadSessions(store, tenant, distinct(existingEntries.flatMap(({ sessionId }) => sessionId ?? []))),
    store.getMany(productAggregate, tenant, distinct([...prices.values()].map(({ record }) => record.productId))),
    checkVatNumbers(tenant.mode, distinct(rows.filter(isNew).flatMap(({ vatNumber = [] }) => vatNumber))),
  ]);
  const planOf = (row: UploadedRow): PlanPrice | null => {
    const price = prices.get(planIdOf(row) ?? '')?.record;
    const product = products.get(price?.productId ?? '')?.record;
    return price === undefined || product === undefined ? null : { price, product };
  };
  return {
    stateOf: (row: UploadedRow): ImportRowState => {
      const entryAt = (id: string | null) => entries.get(id ?? '') ?? null;
      const entryIds = entryIdsOf(row, ids);
      const [customerEntry, subscriptionEntry, onlySubscriptionEntry] = [
        entryAt(entryIds.customer),
        entryAt(entryIds.subscription),
        entryAt(entryIds.onlySubscription),
      ];
      const sessionId = subscriptionEntryOf(row, { subscriptionEntry, onlySubscriptionEntry })?.record.sessionId;
      return {
        customerEntry,
        customer: customers.get(customerEntry?.record.customerId ?? '') ?? null,
        subscriptionEntry,
        onlySubscriptionEntry,
        ...(sessions.get(sessionId ?? '') ?? { session: null, group: null }),
        plan: planOf(row),
        vat: verdicts.get(row.vatNumber ?? '') ?? null,
      };
    },
  };
};
