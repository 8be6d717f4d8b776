import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { newCapacityCounter } from '../../../shared/store/core/capacity-counter.ts';
import { raiseSeriesItem, readSeriesPosition } from '../../../shared/store/core/series.ts';
import { type Table, TransactionRefused } from '../../../shared/store/core/table.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { type EngineFixture, openFixture, readWholeLog } from '../support.ts';
import { type Fault, faults, issueTickets, numberOf, storesOfProcesses, TICKETS, withFaults } from './numbering.ts';

const PROCESSES = 4;

describe('numbers of a series', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture('dynoxide');
  }, 120_000);
  afterAll(() => fixture.stop());

  const numbersOf = async (tenant: Tenant, ids: readonly string[]): Promise<readonly number[]> => {
    const numbers = await Promise.all(ids.map((id) => numberOf(fixture.table, tenant, id)));
    return numbers.filter((number) => number !== null).sort((left, right) => left - right);
  };
  const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

  it('are consecutive from 1 if several processes write concurrently, with up to three documents per transaction', async () => {
    const tenant = fixture.tenant();
    const stores = await storesOfProcesses(PROCESSES, fixture);
    const writers = Array.from({ length: 40 }, (_, index) =>
      [`tkt_${index}_a`, `tkt_${index}_b`, `tkt_${index}_c`].slice(0, 1 + (index % 3)),
    );
    await Promise.all(writers.map((ids, index) => issueTickets(stores[index % PROCESSES] ?? fixture.store, tenant, ids)));
    expect(await numbersOf(tenant, writers.flat())).toEqual(upTo(writers.flat().length));
    for (const ids of writers) {
      const [first = 0, ...others] = await numbersOf(tenant, ids);
      expect(others).toEqual(others.map((_, index) => first + index + 1));
    }
  });

  it('are consecutive before and after a skip to 5000 that happens while 200 documents are issued', async () => {
    const tenant = fixture.tenant();
    const stores = await storesOfProcesses(PROCESSES, fixture);
    const ids = Array.from({ length: 200 }, (_, index) => `tkt_${index}`);
    const issued = Promise.all(ids.map((id, index) => issueTickets(stores[index % PROCESSES] ?? fixture.store, tenant, [id])));
    const SKIPPED_TO = 5000;
    let raisedFrom: number | null = null;
    while (raisedFrom === null) {
      const from = await readSeriesPosition(fixture.table, tenant, TICKETS);
      const raising = fixture.table.transact([raiseSeriesItem(tenant, TICKETS, { from, to: SKIPPED_TO })], randomUUID());
      await raising.then(
        () => (raisedFrom = from),
        (error: unknown) => expect(error).toBeInstanceOf(TransactionRefused),
      );
    }
    await issued;
    await issueTickets(fixture.store, tenant, ['tkt_later']);
    const numbers = await numbersOf(tenant, [...ids, 'tkt_later']);
    const later = Array.from({ length: 201 - raisedFrom }, (_, index) => SKIPPED_TO + 1 + index);
    expect(numbers).toEqual([...upTo(raisedFrom), ...later]);
    expect(await readSeriesPosition(fixture.table, tenant, TICKETS)).toBe(later.at(-1));
  });

  it('are assigned again if another process took them; only the transaction is repeated', async () => {
    const tenant = fixture.tenant();
    const capacity = newCapacityCounter();
    const [other] = await storesOfProcesses(1, fixture);
    const countingTable = fixture.tableWith(capacity);
    let hasAdvanced = false;
    const table: Table = {
      ...countingTable,
      transact: async (items, token) => {
        if (!hasAdvanced && other !== undefined) await issueTickets(other, tenant, ['tkt_first']);
        hasAdvanced = true;
        return countingTable.transact(items, token);
      },
    };
    let decisions = 0;
    const time = {
      nowMs: () => fixture.clock.nowMs,
      ids: { next: (prefix: string) => `${prefix}x`, derived: (prefix: string, from: string) => `${prefix}${from}` },
    };
    await issueTickets(openStore(table, time), tenant, ['tkt_second'], () => {
      decisions += 1;
    });
    expect(await numberOf(fixture.table, tenant, 'tkt_second')).toBe(2);
    expect(decisions).toBe(1);
    // Log numbers, position of the series, transaction, and repeated transaction.
    expect(capacity.usage().calls).toBe(4);
    const log = await readWholeLog(fixture, tenant);
    expect(log.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [1, 'event'],
      [2, 'event'],
    ]);
  });

  it('have no gaps, also if calls fail, responses are lost or writers crash', async () => {
    /** `plans`: the faults of each process. `documents`: the number of documents of each writer. Writers are spread over the processes. */
    const checkCase = async (plans: readonly (readonly Fault[])[], documents: readonly number[]): Promise<void> => {
      const tenant = fixture.tenant();
      const stores = await storesOfProcesses(plans.length, fixture, (table, process) => withFaults(table, plans[process] ?? []));
      const writers = documents.map((count, index) => Array.from({ length: count }, (_, part) => `tkt_${index}_${part}`));
      const ended = await Promise.allSettled(
        writers.map((ids, index) => issueTickets(stores[index % stores.length] ?? fixture.store, tenant, ids)),
      );
      const numbers = await numbersOf(tenant, writers.flat());
      expect(numbers).toEqual(upTo(numbers.length));
      expect(await fixture.store.counter(tenant, TICKETS)).toBe(numbers.length);
      for (const [index, outcome] of ended.entries()) {
        const written = await numbersOf(tenant, writers[index] ?? []);
        if (outcome.status === 'fulfilled') expect(written).toHaveLength(documents[index] ?? 0);
        expect([0, documents[index]]).toContain(written.length);
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(faults, { maxLength: 8 }), { minLength: 2, maxLength: PROCESSES }),
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 12 }),
        checkCase,
      ),
      { numRuns: 60, seed: 20_260 },
    );
  });
});
