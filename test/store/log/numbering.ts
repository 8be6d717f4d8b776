import fc from 'fast-check';
import { vi } from 'vitest';
import { type Aggregate, type BaseRecord, change } from '../../../shared/domain/aggregate.ts';
import type { Decision } from '../../../shared/domain/decision.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { idSource } from '../../../shared/platform/ids.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { newCapacityCounter } from '../../../shared/store/core/capacity-counter.ts';
import { objectKey } from '../../../shared/store/core/keys.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import type { EngineFixture } from '../support.ts';

/** A record that gets the next number of a series. */
export interface Ticket extends BaseRecord {
  readonly number: number;
}

export const TICKETS = 'tickets';

const ticketAggregate: Aggregate<Ticket> = {
  type: 'ticket',
  prefix: 'tkt_',
  view: (ticket) => ({ id: ticket.id, object: 'ticket', number: ticket.number }),
  series: { name: TICKETS, number: (ticket, ordinal) => ({ ...ticket, number: ordinal }) },
};

/** Creates the tickets in one decision. `onDecide` is called each time `decide` runs. */
export const issueTickets = (store: Store, tenant: Tenant, ids: readonly string[], onDecide: () => void = () => undefined) =>
  store.run({
    tenant,
    actor: SYSTEM,
    load: async () => null,
    nowOf: () => null,
    decide: (_state, { now }): Decision<null> => {
      onDecide();
      return {
        changes: ids.map((id) => change(ticketAggregate, null, { id, created: now, number: 0 })),
        events: ids.map((id) => ({ type: 'product.created', subjectId: id })),
        result: null,
      };
    },
  });

export const numberOf = async (table: Table, tenant: Tenant, id: string): Promise<number | null> => {
  const item = await table.get(objectKey(ticketAggregate, tenant, id));
  return item === null ? null : Number(JSON.parse(String(item.json)).number);
};

/** Simulates the stores of `count` processes: each has separate modules, so that they share only the table. */
export const storesOfProcesses = async (
  count: number,
  { engine, clock }: EngineFixture,
  wrap: (table: Table, process: number) => Table = (table) => table,
): Promise<readonly Store[]> => {
  const stores: Store[] = [];
  for (let process = 0; process < count; process += 1) {
    vi.resetModules();
    const [{ openStore }, { openClient }, { tableOf }] = await Promise.all([
      import('../../../shared/store/writer/store.ts'),
      import('../../../shared/store/core/client.ts'),
      import('../../../shared/store/core/table.ts'),
    ]);
    const table = tableOf(openClient(engine.config), engine.tableName, newCapacityCounter());
    stores.push(openStore(wrap(table, process), { nowMs: () => clock.nowMs, ids: idSource(() => clock.nowMs) }));
  }
  return stores;
};

/** Fault before or after a transaction is written. `lost`: the response is lost. `silent`: the process also crashes. */
export type Fault = 'none' | 'lost_before' | 'lost_after' | 'silent_before' | 'silent_after';

export const faults: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fault>('none') },
  { weight: 1, arbitrary: fc.constantFrom<Fault>('lost_before', 'lost_after', 'silent_before', 'silent_after') },
);

/** Thrown by a call whose response is lost, and by all calls of a crashed process. */
class Crashed extends Error {}

/** The table of one process, whose transactions have the given faults in order. */
export const withFaults = (table: Table, plannedFaults: readonly Fault[]): Table => {
  const remainingFaults = [...plannedFaults];
  let crashed = false;
  const unlessCrashed = <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      if (crashed) throw new Crashed();
      return call(...args);
    };
  };
  return {
    identity: table.identity,
    get: unlessCrashed(table.get),
    batchGet: unlessCrashed(table.batchGet),
    query: unlessCrashed(table.query),
    put: unlessCrashed(table.put),
    batchPut: unlessCrashed(table.batchPut),
    update: unlessCrashed(table.update),
    delete: unlessCrashed(table.delete),
    transact: unlessCrashed(async (items, token) => {
      const fault = remainingFaults.shift() ?? 'none';
      if (fault === 'none') return table.transact(items, token);
      crashed = fault.startsWith('silent');
      if (fault.endsWith('after')) await table.transact(items, token);
      throw new Crashed();
    }),
  };
};
