import { describe, expect, it } from 'vitest';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import type { CustomerImport } from '../../shared/domain/customer-import/record.ts';
import { importEntryAggregate } from '../../shared/domain/customer-import/reference.ts';
import type { UploadedRow } from '../../shared/domain/customer-import/rows.ts';
import { startImport, undoImport } from '../../shared/domain/customer-import/stages.ts';
import { DAY_SECONDS } from '../../shared/domain/periods.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { continueImport } from '../../shared/flows/customers/import.ts';
import { memoryFixture, updateRecord } from '../store/support.ts';
import { type CallFault, faultyTable } from '../support/faulty-io.ts';
import { buildRow, importDepsOf, importOf, resultsOf, startImportOrUndo, storeImport, storeTenantWithPlan } from './import-support.ts';

const fixture = memoryFixture();
const nextChargeAt = Math.floor(fixture.clock.nowMs / 1000) + 20 * DAY_SECONDS;

/** A row of the customer A with this subscription. */
const rowOf = (row: number, reference: string): UploadedRow =>
  buildRow(row, { reference: 'A', subscription: { reference, plan: 'Gold', nextChargeAt, mandateReference: null } });

const proceed = (tenant: Tenant, { id }: CustomerImport, deps = importDepsOf(fixture)) =>
  continueImport(deps, { ...tenant, importId: id }, () => true);

const runImport = async (tenant: Tenant, priceId: string, rows: readonly UploadedRow[]): Promise<CustomerImport> => {
  const created = await storeImport(fixture, tenant, rows, { plans: { Gold: priceId } });
  await proceed(tenant, created);
  await startImportOrUndo(fixture, tenant, created.id, startImport);
  await proceed(tenant, created);
  return importOf(fixture, tenant, created.id);
};

/** Imports the customer A with one subscription, and then `later` more subscriptions of A from another file. */
const importTwice = async (later: number) => {
  const { tenant, priceId } = await storeTenantWithPlan(fixture);
  const first = await runImport(tenant, priceId, [rowOf(2, 'S2')]);
  const laterRows = Array.from({ length: later }, (_, index) => rowOf(index + 3, `S${index + 3}`));
  const second = await runImport(tenant, priceId, laterRows);
  expect(second).toMatchObject({ customersCreated: 0, sessionsCreated: later });
  const importAgain = () => runImport(tenant, priceId, laterRows);
  return { tenant, first, second, importAgain };
};

const entriesOf = async (tenant: Tenant) =>
  (await fixture.store.page(importEntryAggregate, tenant, { limit: 100 })).items.map(({ record }) => record);

describe('the undo of an import whose customer has subscriptions of a later import', () => {
  it.each([1, 70])('also removes the references of %i such subscriptions, so that their file can be imported again', async (later) => {
    const { tenant, first, importAgain } = await importTwice(later);
    await startImportOrUndo(fixture, tenant, first.id, undoImport);
    await proceed(tenant, first);
    expect(await importOf(fixture, tenant, first.id)).toMatchObject({ status: 'undone', counts: { undone: 1, kept: 0 } });
    expect(await entriesOf(tenant)).toEqual([]);
    expect(await importAgain()).toMatchObject({ customersCreated: 1, sessionsCreated: later, counts: { imported: later, faulty: 0 } });
  });

  it('keeps all references if the customer was deleted before', async () => {
    const { tenant, first } = await importTwice(2);
    const [result] = await resultsOf(fixture, tenant, first);
    const before = await entriesOf(tenant);
    await updateRecord(fixture.store, tenant, customerAggregate, String(result?.customerId), () => ({ deletedAt: nextChargeAt }));
    await startImportOrUndo(fixture, tenant, first.id, undoImport);
    await proceed(tenant, first);
    expect(await entriesOf(tenant)).toEqual(before);
  });

  it('does not prevent the undo of the later import; that undo keeps what another import has created in the meantime', async () => {
    const { tenant, first, second, importAgain } = await importTwice(2);
    await startImportOrUndo(fixture, tenant, first.id, undoImport);
    await proceed(tenant, first);
    await importAgain();
    const before = await entriesOf(tenant);
    await startImportOrUndo(fixture, tenant, second.id, undoImport);
    await proceed(tenant, second);
    expect(await importOf(fixture, tenant, second.id)).toMatchObject({ status: 'undone', counts: { undone: 2, kept: 0 } });
    expect(await entriesOf(tenant)).toEqual(before);
  });

  it.each(['before', 'after'] as const)(
    'removes all references even if the process is killed %s one of its database calls',
    async (when: CallFault['when']) => {
      for (let call = 0; ; call += 1) {
        const { tenant, first } = await importTwice(2);
        await startImportOrUndo(fixture, tenant, first.id, undoImport);
        const table = faultyTable(fixture.table, (at) => (at === call ? { when, what: 'kills' } : null));
        await proceed(tenant, first, importDepsOf(fixture, table)).catch((error: unknown) => {
          if (!table.isDead()) throw error;
        });
        // The sweep continues the undo.
        if (table.isDead()) await proceed(tenant, first);
        expect(await entriesOf(tenant), `${when} call ${call}`).toEqual([]);
        if (table.calls() <= call) break;
      }
    },
  );
});
