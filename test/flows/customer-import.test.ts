import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { checkoutSessionKind } from '../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { customerAggregate, NOT_DELETED } from '../../shared/domain/customer/record.ts';
import type { CustomerImport } from '../../shared/domain/customer-import/record.ts';
import type { UploadedRow } from '../../shared/domain/customer-import/rows.ts';
import { startImport, undoImport } from '../../shared/domain/customer-import/stages.ts';
import { DAY_SECONDS } from '../../shared/domain/periods.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { continueImport } from '../../shared/flows/customers/import.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { memoryFixture, type StoreFixture, updateRecord, writeChanges } from '../store/support.ts';
import { type CallFault, faultyTable } from '../support/faulty-io.ts';
import {
  buildRow,
  importDepsOf,
  importOf,
  putPayment,
  resultsOf,
  startImportOrUndo,
  storeImport,
  storeTenantWithPlan,
} from './import-support.ts';

let fixture: StoreFixture;
beforeAll(() => {
  fixture = memoryFixture();
});
afterAll(() => fixture.stop());

const nowOf = (): number => Math.floor(fixture.clock.nowMs / 1000);
const withoutTimeLimit = () => true;
const messageOf = (tenant: Tenant, { id }: Pick<CustomerImport, 'id'>) => ({ ...tenant, importId: id });
const continueToEnd = (tenant: Tenant, customerImport: CustomerImport) =>
  continueImport(importDepsOf(fixture), messageOf(tenant, customerImport), withoutTimeLimit);

/** Builds a row of a customer with a subscription to the plan Gold. `references`: those of the customer and the subscription. */
const planRow = (row: number, references: readonly [string, string | null] = [`C-${row}`, null]): UploadedRow =>
  buildRow(row, {
    reference: references[0],
    subscription: { reference: references[1], plan: 'Gold', nextChargeAt: nowOf() + 20 * DAY_SECONDS, mandateReference: `mdt_${row}` },
  });

/** Lists the tenant's customers that are not deleted. */
const customersOf = async (tenant: Tenant) =>
  (
    await fixture.store.page(customerAggregate, tenant, {
      limit: 100,
      states: [NOT_DELETED],
      where: ({ deletedAt }) => deletedAt === null,
    })
  ).items.map(({ record }) => record);
const sessionsOf = async (tenant: Tenant) =>
  (await fixture.store.page(checkoutSessionAggregate, tenant, { limit: 100 })).items.map(({ record }) => record);

/** Uploads, checks and imports the rows; returns the completed import and its results. */
const runImport = async (tenant: Tenant, rows: readonly UploadedRow[], overrides: Parameters<typeof storeImport>[3] = {}) => {
  const createdImport = await storeImport(fixture, tenant, rows, overrides);
  await continueToEnd(tenant, createdImport);
  await startImportOrUndo(fixture, tenant, createdImport.id, startImport);
  await continueToEnd(tenant, createdImport);
  const done = await importOf(fixture, tenant, createdImport.id);
  return { done, results: await resultsOf(fixture, tenant, done) };
};

describe('an import', () => {
  it('finds duplicate references within a chunk and across chunks', async () => {
    const { tenant, priceId } = await storeTenantWithPlan(fixture);
    const subscription = { plan: 'Gold', nextChargeAt: nowOf() + DAY_SECONDS, mandateReference: null };
    const rows = [
      buildRow(2, { reference: 'A' }),
      buildRow(3, { reference: 'A' }),
      buildRow(4, { reference: 'B', subscription: { ...subscription, reference: 'S1' } }),
      // A second subscription of a customer is not a duplicate.
      buildRow(5, { reference: 'B', subscription: { ...subscription, reference: 'S2' } }),
      buildRow(6, { reference: 'C', subscription: { ...subscription, reference: 'S1' } }),
      buildRow(7, { reference: 'A' }),
    ];
    const { done, results } = await runImport(tenant, rows, { perChunk: 2, plans: { Gold: priceId } });
    expect(results.map(({ outcome, faults }) => [outcome, faults[0]?.column, faults[0]?.message])).toEqual([
      ['imported', undefined, undefined],
      ['faulty', 'reference', 'is in row 2 already.'],
      ['imported', undefined, undefined],
      ['imported', undefined, undefined],
      ['faulty', 'subscription_reference', 'is in row 4 already.'],
      ['faulty', 'reference', 'is in row 2 already.'],
    ]);
    expect(done).toMatchObject({
      status: 'completed',
      customersCreated: 2,
      sessionsCreated: 2,
      counts: { imported: 3, faulty: 3, unchanged: 0 },
    });
    expect(await customersOf(tenant)).toHaveLength(2);
  });

  it('imports only the first correct row of several rows with the same reference', async () => {
    const faulty = { faults: [{ column: 'email', message: 'must be an email address.' }] } as const;
    const rows = [buildRow(2, { reference: 'A', ...faulty }), buildRow(3, { reference: 'A' }), buildRow(4, { reference: 'A' })];
    for (const perChunk of [1, 3]) {
      const { tenant } = await storeTenantWithPlan(fixture);
      const { results } = await runImport(tenant, rows, { perChunk });
      expect(results.map(({ outcome }) => outcome)).toEqual(['faulty', 'imported', 'faulty']);
      expect(await customersOf(tenant)).toHaveLength(1);
    }
  });

  it('stores verified VAT numbers, and reports those that the registry does not contain or could not check', async () => {
    const { tenant } = await storeTenantWithPlan(fixture);
    const rows = ['NL123456789B01', 'RO200', 'RO300'].map((vatNumber, index) => buildRow(index + 2, { vatNumber }));
    const { results } = await runImport(tenant, rows);
    expect(results.map(({ outcome, faults }) => [outcome, faults[0]?.column, faults[0]?.message])).toEqual([
      ['imported', undefined, undefined],
      ['faulty', 'vat_number', 'is not known to the EU VAT validation service.'],
      ['faulty', 'vat_number', 'could not be checked: the EU VAT validation service is not available. Upload the file again later.'],
    ]);
    expect(await customersOf(tenant)).toEqual([
      expect.objectContaining({ vatNumber: 'NL123456789B01', vatName: 'Test Company', vatVerifiedAt: expect.any(Number) }),
    ]);
  });

  it('that is undone keeps a customer who is billed after the undo has checked for billed customers', async () => {
    const { tenant, priceId } = await storeTenantWithPlan(fixture);
    const { done, results } = await runImport(tenant, [planRow(2), planRow(3), buildRow(4)], { perChunk: 1, plans: { Gold: priceId } });
    await startImportOrUndo(fixture, tenant, done.id, undoImport);
    // The undo first checks each chunk for billed customers. The time limit ends it after that.
    let checkedChunks = 0;
    await continueImport(importDepsOf(fixture), messageOf(tenant, done), () => checkedChunks++ < done.chunkCount);
    expect(await importOf(fixture, tenant, done.id)).toMatchObject({ status: 'undoing', nextChunk: 0 });
    await putPayment(fixture, tenant, results[1]?.customerId ?? '');
    await continueToEnd(tenant, done);
    expect(await importOf(fixture, tenant, done.id)).toMatchObject({ status: 'undone', counts: { undone: 2, kept: 1, imported: 0 } });
    expect((await customersOf(tenant)).map(({ id }) => id)).toEqual([results[1]?.customerId]);
    const open = (await sessionsOf(tenant)).filter(({ status }) => status === 'open');
    expect(open.map(({ customerId }) => customerId)).toEqual([results[1]?.customerId]);
  });

  it('that ran out of time continues where it stopped', async () => {
    const { tenant } = await storeTenantWithPlan(fixture);
    const createdImport = await storeImport(fixture, tenant, [buildRow(2), buildRow(3), buildRow(4)], { perChunk: 1 });
    let chunks = 0;
    await continueImport(importDepsOf(fixture), messageOf(tenant, createdImport), () => chunks++ < 1);
    expect(await importOf(fixture, tenant, createdImport.id)).toMatchObject({ status: 'checking', nextChunk: 1, rowsDone: 1 });
    await continueToEnd(tenant, createdImport);
    expect(await importOf(fixture, tenant, createdImport.id)).toMatchObject({ status: 'checked', rowsDone: 3, counts: { ready: 3 } });
  });

  it('that is uploaded again creates no customers; it creates sessions only for rows whose former session expired unpaid', async () => {
    const { tenant, priceId } = await storeTenantWithPlan(fixture);
    const rows = [planRow(2), planRow(3), buildRow(4)];
    const plans = { Gold: priceId };
    await runImport(tenant, rows, { plans });
    const before = { customers: await customersOf(tenant), sessions: await sessionsOf(tenant) };
    const second = await runImport(tenant, rows, { plans });
    expect(second.done).toMatchObject({ customersCreated: 0, sessionsCreated: 0, counts: { unchanged: 3, imported: 0 } });
    expect({ customers: await customersOf(tenant), sessions: await sessionsOf(tenant) }).toEqual(before);
    const [first] = before.sessions.filter(({ metadata }) => metadata['import_mandate_reference'] === 'mdt_2');
    await updateRecord(fixture.store, tenant, checkoutSessionAggregate, first?.id ?? '', () => ({ status: 'expired' as const }));
    const third = await runImport(tenant, rows, { plans });
    expect(third.done).toMatchObject({ customersCreated: 0, sessionsCreated: 1, counts: { unchanged: 2, imported: 1 } });
    expect(await customersOf(tenant)).toHaveLength(3);
  });

  it('is undone together with its open session, although the customer has a hundred newer sessions', async () => {
    const { tenant, priceId } = await storeTenantWithPlan(fixture);
    const { done } = await runImport(tenant, [planRow(2)], { plans: { Gold: priceId } });
    const [session] = await sessionsOf(tenant);
    if (session === undefined) throw new Error('The import created no session.');
    const { payable: ended } = checkoutSessionKind.ended(session, 'expired');
    for (let count = 0; count < 100; count += 1) {
      fixture.clock.nowMs += 1;
      const id = idSource(() => fixture.clock.nowMs).next('cs_');
      await writeChanges(fixture.store, tenant, [change(checkoutSessionAggregate, null, { ...ended, id })]);
    }
    await startImportOrUndo(fixture, tenant, done.id, undoImport);
    await continueToEnd(tenant, done);
    expect((await fixture.store.get(checkoutSessionAggregate, tenant, session.id))?.record.status).toBe('expired');
  });

  it('for an existing customer is undone together with its session, although the customer has a hundred newer open sessions', async () => {
    const { tenant, priceId } = await storeTenantWithPlan(fixture);
    await runImport(tenant, [buildRow(2)]);
    const { done } = await runImport(tenant, [planRow(2)], { plans: { Gold: priceId } });
    const [session] = await sessionsOf(tenant);
    if (session === undefined) throw new Error('The import created no session.');
    const newerIds: string[] = [];
    for (let count = 0; count < 100; count += 1) {
      fixture.clock.nowMs += 1;
      const id = idSource(() => fixture.clock.nowMs).next('cs_');
      newerIds.push(id);
      await writeChanges(fixture.store, tenant, [change(checkoutSessionAggregate, null, { ...session, id })]);
    }
    await startImportOrUndo(fixture, tenant, done.id, undoImport);
    await continueToEnd(tenant, done);
    const statusOf = async (id: string) => (await fixture.store.get(checkoutSessionAggregate, tenant, id))?.record.status;
    expect(await statusOf(session.id)).toBe('expired');
    expect(new Set(await Promise.all(newerIds.map(statusOf)))).toEqual(new Set(['open']));
    expect(await customersOf(tenant)).toHaveLength(1);
  });

  it('is checked, imported and undone once by concurrent workers', async () => {
    const { tenant, priceId } = await storeTenantWithPlan(fixture);
    const rows = Array.from({ length: 40 }, (_, index) => planRow(index + 2));
    const createdImport = await storeImport(fixture, tenant, rows, { perChunk: 8, plans: { Gold: priceId } });
    await Promise.all([continueToEnd(tenant, createdImport), continueToEnd(tenant, createdImport)]);
    await startImportOrUndo(fixture, tenant, createdImport.id, startImport);
    await Promise.all([continueToEnd(tenant, createdImport), continueToEnd(tenant, createdImport), continueToEnd(tenant, createdImport)]);
    expect(await importOf(fixture, tenant, createdImport.id)).toMatchObject({
      status: 'completed',
      customersCreated: 40,
      sessionsCreated: 40,
      counts: { imported: 40 },
    });
    expect([(await customersOf(tenant)).length, (await sessionsOf(tenant)).length]).toEqual([40, 40]);
    await startImportOrUndo(fixture, tenant, createdImport.id, undoImport);
    await Promise.all([continueToEnd(tenant, createdImport), continueToEnd(tenant, createdImport)]);
    expect(await importOf(fixture, tenant, createdImport.id)).toMatchObject({
      status: 'undone',
      counts: { undone: 40, kept: 0, imported: 0 },
    });
    expect(await customersOf(tenant)).toEqual([]);
    expect(new Set((await sessionsOf(tenant)).map(({ status }) => status))).toEqual(new Set(['expired']));
  });

  it('creates each customer once if its file was uploaded twice and both imports run concurrently', async () => {
    const { tenant, priceId } = await storeTenantWithPlan(fixture);
    const rows = Array.from({ length: 30 }, (_, index) => planRow(index + 2));
    const both = await Promise.all([1, 2].map(() => storeImport(fixture, tenant, rows, { perChunk: 10, plans: { Gold: priceId } })));
    for (const each of both) {
      await continueToEnd(tenant, each);
      await startImportOrUndo(fixture, tenant, each.id, startImport);
    }
    await Promise.all(both.map((each) => continueToEnd(tenant, each)));
    const done = await Promise.all(both.map(({ id }) => importOf(fixture, tenant, id)));
    expect(done.map(({ customersCreated }) => customersCreated).reduce((sum, each) => sum + each)).toBe(30);
    expect(done.map(({ counts }) => counts.imported + counts.unchanged)).toEqual([30, 30]);
    expect([(await customersOf(tenant)).length, (await sessionsOf(tenant)).length]).toEqual([30, 30]);
  });
});

/** Checks that the created customers and sessions match the results of the import. */
const expectConsistent = async (tenant: Tenant, id: string, label: string): Promise<void> => {
  const done = await importOf(fixture, tenant, id);
  const results = await resultsOf(fixture, tenant, done);
  const [customers, sessions] = [await customersOf(tenant), await sessionsOf(tenant)];
  expect(new Set(results.map(({ outcome }) => outcome)), label).toEqual(new Set(['imported']));
  expect(done, label).toMatchObject({
    status: 'completed',
    customersCreated: 3,
    sessionsCreated: 3,
    counts: { imported: 4 },
    lastStepAt: null,
  });
  expect(customers.map((each) => each.id).sort(), label).toEqual([...new Set(results.map(({ customerId }) => customerId))].sort());
  expect(sessions.map((each) => each.id).sort(), label).toEqual(results.flatMap(({ sessionId }) => sessionId ?? []).sort());
};

describe.each(['before', 'after'] as const)('an import whose process is killed %s one of its database calls', (when: CallFault['when']) => {
  /** Kills the process at the database call with this index. Returns true if the process made fewer calls, so that it was not killed. */
  const completesBefore = async (call: number): Promise<boolean> => {
    const { tenant, priceId } = await storeTenantWithPlan(fixture);
    const rows = [planRow(2, ['A', 'S1']), buildRow(3), planRow(4), planRow(5, ['A', 'S2'])];
    const createdImport = await storeImport(fixture, tenant, rows, { perChunk: 2, plans: { Gold: priceId } });
    const label = `${when} call ${call}`;
    const table = faultyTable(fixture.table, (at) => (at === call ? { when, what: 'kills' } : null));
    const dyingDeps = importDepsOf(fixture, table);
    const proceed = async (): Promise<void> => {
      await continueImport(dyingDeps, messageOf(tenant, createdImport), withoutTimeLimit).catch((error: unknown) => {
        if (!table.isDead()) throw error;
      });
      // The sweep continues the import.
      if (table.isDead()) await continueToEnd(tenant, createdImport);
    };
    await proceed();
    await startImportOrUndo(fixture, tenant, createdImport.id, startImport);
    await proceed();
    await expectConsistent(tenant, createdImport.id, label);
    await startImportOrUndo(fixture, tenant, createdImport.id, undoImport);
    await proceed();
    expect(await importOf(fixture, tenant, createdImport.id), label).toMatchObject({
      status: 'undone',
      counts: { undone: 4, imported: 0, kept: 0 },
    });
    expect(await customersOf(tenant), label).toEqual([]);
    expect((await runImport(tenant, rows, { plans: { Gold: priceId } })).done, label).toMatchObject({
      customersCreated: 3,
      sessionsCreated: 3,
    });
    return table.calls() <= call;
  };

  it('imports each row once, and undoes every row', async () => {
    let call = 0;
    while (!(await completesBefore(call))) call += 1;
    process.stdout.write(`killed ${when} each of ${call} calls\n`);
    expect(call).toBeGreaterThan(40);
  }, 300_000);
});
