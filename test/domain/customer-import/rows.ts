import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { saleClaim } from '../../../shared/domain/checkout-session/recover.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import {
  allEntryIdsOf,
  entryIdsOf,
  type ImportRow,
  type ImportRowState,
  importRow,
  subscriptionEntryOf,
} from '../../../shared/domain/customer-import/import-row.ts';
import type { CustomerImport } from '../../../shared/domain/customer-import/record.ts';
import { importEntryAggregate } from '../../../shared/domain/customer-import/reference.ts';
import type { RowResult, RowSubscription, UploadedRow } from '../../../shared/domain/customer-import/rows.ts';
import { createImport } from '../../../shared/domain/customer-import/stages.ts';
import { type Catalogue, DAY, newCatalogue, START, World } from '../world.ts';

/** A row with a customer, and a subscription that has no reference. */
export const ROW: UploadedRow = {
  row: 2,
  reference: 'C1',
  customer: { name: 'Ada', email: 'ada@example.test', countryCode: 'BE', address: null, language: 'nl' },
  subscription: { reference: null, plan: 'Gold', nextChargeAt: START + 10 * DAY, mandateReference: null },
  faults: [],
};

/** A row whose subscription has these fields. */
export const rowWith = (fields: Partial<RowSubscription>): UploadedRow => ({
  ...ROW,
  subscription: { ...(ROW.subscription as RowSubscription), ...fields },
});

/** An import, and functions that process its rows in an account in memory. */
export interface ImportFixture {
  readonly world: World;
  readonly catalogue: Catalogue;
  readonly import: CustomerImport;
  /** Loads the state of a row from the account. */
  readonly state: (row: UploadedRow) => ImportRowState;
  readonly decide: (row: UploadedRow, command?: Partial<ImportRow>, state?: Partial<ImportRowState>) => ReturnType<typeof importRow>;
  readonly importRow: (row: UploadedRow, command?: Partial<ImportRow>, state?: Partial<ImportRowState>) => RowResult;
  /** The stored import entries of the row. */
  readonly entries: (row: UploadedRow) => readonly ReturnType<typeof storedEntry>[];
}

const storedEntry = (world: World, id: string) => world.get(importEntryAggregate, id);

/** Creates an import of customers. */
export const newImportFixture = (): ImportFixture => {
  const world = new World();
  const sold = newCatalogue(world);
  const command = {
    memberId: 'mem_1',
    fileName: 'a.csv',
    plans: { Gold: sold.price.record.id },
    returnUrl: 'https://shop.test/back',
    dateOrder: 'year_first',
  } as const;
  const customerImport = world.do(createImport(command, world.ctx()));
  const state = (row: UploadedRow): ImportRowState => {
    const ids = entryIdsOf(row, world.ctx().ids);
    const find = (id: string | null) => world.find(importEntryAggregate, id);
    const customerEntry = find(ids.customer);
    const entries = { subscriptionEntry: find(ids.subscription), onlySubscriptionEntry: find(ids.onlySubscription) };
    const sessionId = subscriptionEntryOf(row, entries)?.record.sessionId;
    return {
      customerEntry,
      customer: world.find(customerAggregate, customerEntry?.record.customerId),
      ...entries,
      session: world.find(checkoutSessionAggregate, sessionId),
      group: sessionId == null ? null : { claim: saleClaim(sessionId), soldBy: null },
      plan: { price: sold.price.record, product: sold.product.record },
      vat: null,
    };
  };
  const decide: ImportFixture['decide'] = (row, overrides = {}, stateOverrides = {}) => {
    const withDefaults = { import: customerImport, row, hostedUrlOf: (id: string) => `https://pay.test/${id}`, ...overrides };
    return importRow(withDefaults, { ...state(row), ...stateOverrides }, world.ctx());
  };
  return {
    world,
    catalogue: sold,
    import: customerImport,
    state,
    decide,
    importRow: (row, overrides, stateOverrides) => world.do(decide(row, overrides, stateOverrides)),
    entries: (row) =>
      allEntryIdsOf(row, world.ctx().ids)
        .filter((id) => world.find(importEntryAggregate, id) !== null)
        .map((id) => storedEntry(world, id)),
  };
};
