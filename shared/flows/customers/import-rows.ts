import { type CheckoutSession, checkoutSessionAggregate } from '../../domain/checkout-session/record.ts';
import { customerAggregate } from '../../domain/customer/record.ts';
import { faultsOf, type PlanPrice, repeated } from '../../domain/customer-import/check-row.ts';
import {
  allReferenceIdsOf,
  type ImportRowState,
  importRow,
  referenceIdsOf,
  subscriptionReferenceOf,
} from '../../domain/customer-import/import-row.ts';
import { type CustomerImport, recounted } from '../../domain/customer-import/record.ts';
import { importedReferenceAggregate } from '../../domain/customer-import/reference.ts';
import { identityOf, MOST_FAULTS, type RowResult, type UploadedRow } from '../../domain/customer-import/rows.ts';
import type { DecisionContext } from '../../domain/decision.ts';
import { priceAggregate } from '../../domain/price/record.ts';
import { productAggregate } from '../../domain/product/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { originOf } from '../../platform/public-url.ts';
import { accountOf } from '../accounts/create.ts';
import { checkoutUrlOf } from '../deps.ts';
import { distinct } from '../load/batch.ts';
import { actorOf, type ImportDeps, type ImportStep, resultOf, type StepDone } from './import-step.ts';

/** Notes which row named a thing first; one that is faulty itself names nothing. */
export const noteFirst = (firstRowOf: Map<string, number>, row: UploadedRow): void => {
  const identity = identityOf(row);
  if (!firstRowOf.has(identity)) firstRowOf.set(identity, row.row);
};

const LEFT: Omit<RowResult, 'row' | 'outcome' | 'faults'> = { customerId: null, createdCustomer: false, sessionId: null, referenceIds: [] };

/** What would become of each row. */
export const checkRows = async (
  deps: ImportDeps,
  { tenant, import: given, rows: { rows } }: ImportStep,
  before: ReadonlyMap<string, number>,
): Promise<StepDone> => {
  const facts = await loadFacts(deps, tenant, given, rows);
  const now = Math.floor(deps.nowMs() / 1000);
  const context: DecisionContext = { tenant, now, realNow: now, ids: deps.ids };
  const firstRowOf = new Map(before);
  const results = rows.map((row): RowResult => {
    const first = row.reference === '' ? undefined : firstRowOf.get(identityOf(row));
    const state = facts.stateOf(row);
    const { outcome, faults } = importRow({ import: given, row, hostedUrlOf: (id) => id }, state, context).result;
    const standing = row.faults.length > 0 ? faultsOf(row, { plan: state.plan, now }) : faults;
    const found = [...row.faults, ...(first === undefined ? [] : [repeated(row, first)]), ...standing].slice(0, MOST_FAULTS);
    if (found.length === 0) noteFirst(firstRowOf, row);
    return { ...LEFT, row: row.row, outcome: found.length > 0 ? 'faulty' : outcome === 'imported' ? 'ready' : outcome, faults: found };
  });
  const sound = rows.filter((_row, index) => results[index]?.outcome !== 'faulty');
  return { rows: { rows: sound, results }, made: { counts: recounted(given.counts, results) } };
};

/** Imports the rows that nothing was found wrong with. */
export const importRows = async (deps: ImportDeps, { tenant, import: given, rows: chunk }: ImportStep): Promise<StepDone> => {
  const byMember = new Map(chunk.rows.map((row) => [String(row.row), row]));
  const account = await accountOf(deps.store, tenant);
  const origin = originOf(account.record.domain, deps.baseUrl);
  const outcomes = await deps.store.runBatch<{ readonly row: UploadedRow; readonly state: ImportRowState }, RowResult>({
    tenant,
    actor: actorOf(given),
    members: [...byMember.keys()],
    load: async (members) => {
      const rows = members.flatMap((member) => byMember.get(member) ?? []);
      const facts = await loadFacts(deps, tenant, given, rows);
      return new Map(rows.map((row) => [String(row.row), { row, state: facts.stateOf(row) }]));
    },
    decide: (_member, { row, state }, context) =>
      importRow({ import: given, row, hostedUrlOf: (sessionId) => checkoutUrlOf(origin, tenant, sessionId) }, state, context),
    nowOf: () => null,
    conditions: [],
  });
  const results = chunk.results.map((checked) =>
    byMember.has(String(checked.row)) ? resultOf(checked, outcomes.get(String(checked.row))) : checked,
  );
  return {
    rows: { rows: [], results },
    made: {
      counts: recounted(given.counts, results),
      customersCreated: given.customersCreated + results.filter(({ createdCustomer }) => createdCustomer).length,
      sessionsCreated: given.sessionsCreated + results.filter(({ sessionId }) => sessionId !== null).length,
    },
  };
};

/** What the rows are decided on, read for all of them at once. */
const loadFacts = async ({ store, ids }: ImportDeps, tenant: Tenant, given: CustomerImport, rows: readonly UploadedRow[]) => {
  const planIdOf = ({ subscription }: UploadedRow): string | null => {
    const plan = subscription?.plan ?? '';
    return Object.hasOwn(given.plans, plan) ? (given.plans[plan] ?? null) : null;
  };
  const [references, prices] = await Promise.all([
    store.getMany(importedReferenceAggregate, tenant, distinct(rows.flatMap((row) => allReferenceIdsOf(row, ids)))),
    store.getMany(priceAggregate, tenant, distinct(rows.flatMap((row) => planIdOf(row) ?? []))),
  ]);
  const known = [...references.values()].map(({ record }) => record);
  const [customers, sessions, products] = await Promise.all([
    store.getMany(customerAggregate, tenant, distinct(known.map(({ customerId }) => customerId))),
    store.getMany<CheckoutSession>(checkoutSessionAggregate, tenant, distinct(known.flatMap(({ sessionId }) => sessionId ?? []))),
    store.getMany(productAggregate, tenant, distinct([...prices.values()].map(({ record }) => record.productId))),
  ]);
  const planOf = (row: UploadedRow): PlanPrice | null => {
    const price = prices.get(planIdOf(row) ?? '')?.record;
    const product = products.get(price?.productId ?? '')?.record;
    return price === undefined || product === undefined ? null : { price, product };
  };
  return {
    stateOf: (row: UploadedRow): ImportRowState => {
      const at = (id: string | null) => references.get(id ?? '') ?? null;
      const referenceIds = referenceIdsOf(row, ids);
      const [customerReference, namedReference, unnamedReference] = [
        at(referenceIds.customer),
        at(referenceIds.named),
        at(referenceIds.unnamed),
      ];
      const sessionId = subscriptionReferenceOf(row, { namedReference, unnamedReference })?.record.sessionId;
      return {
        customerReference,
        customer: customers.get(customerReference?.record.customerId ?? '') ?? null,
        namedReference,
        unnamedReference,
        session: sessions.get(sessionId ?? '')?.record ?? null,
        plan: planOf(row),
      };
    },
  };
};
