import { describe, expect, it } from 'vitest';
import { idSource } from '../../shared/platform/ids.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { createTally, memoryFixture, tallyAggregate } from './support.ts';

class NamedError extends Error {
  constructor(name: string) {
    super(name);
    this.name = name;
  }
}

describe('a transaction that gets no answer', () => {
  const fixture = memoryFixture();

  /** Creates a record with a table whose transactions throw these errors in order. `isWritten`: the first transaction is written anyway. */
  const createWith = async (names: readonly string[], isWritten: boolean) => {
    const tenant = fixture.tenant();
    let tries = 0;
    const table: Table = {
      ...fixture.table,
      transact: async (items, token) => {
        tries += 1;
        if (tries === 1 && isWritten) await fixture.table.transact(items, token);
        throw new NamedError(names[Math.min(tries, names.length) - 1] ?? '');
      },
    };
    const store = openStore(table, { nowMs: () => fixture.clock.nowMs, ids: idSource(() => fixture.clock.nowMs) });
    const outcome = createTally(store, tenant, 'tly_1').then(
      () => 'written',
      (error: Error) => error.name,
    );
    return { outcome: await outcome, isStored: (await fixture.store.get(tallyAggregate, tenant, 'tly_1')) !== null };
  };

  it('has an unknown outcome, even if the table refuses the repeated requests because of its load', async () => {
    for (const names of [['TimeoutError', 'ThrottlingException'], ['TransactionInProgressException']])
      expect(await createWith(names, true)).toEqual({ outcome: 'OutcomeUnknown', isStored: true });
  });

  it('was not written if the table refused all requests because of its load', async () => {
    expect(await createWith(['ThrottlingException'], false)).toEqual({ outcome: 'ThrottlingException', isStored: false });
  });
});
