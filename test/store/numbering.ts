import fc from 'fast-check';
import { vi } from 'vitest';
import { type Aggregate, type BaseRecord, change } from '../../shared/domain/aggregate.ts';
import type { Decision } from '../../shared/domain/decision.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { objectKey } from '../../shared/store/core/keys.ts';
import { newMeter } from '../../shared/store/core/meter.ts';
import type { Table } from '../../shared/store/core/table.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import type { Fixture } from './support.ts';

/** A document that a series numbers. */
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

/** Creates the tickets in one decision. `decided` is reported each time that the rule is asked. */
export const issueTickets = (store: Store, tenant: Tenant, ids: readonly string[], decided: () => void = () => undefined) =>
  store.run({
    tenant,
    actor: SYSTEM,
    load: async () => null,
    nowOf: () => null,
    decide: (_state, { now }): Decision<null> => {
      decided();
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

/** Stores of as many processes: each has the store's modules to itself, so that only the table keeps them apart. */
export const storesOfProcesses = async (
  count: number,
  { engine, clock }: Fixture,
  seenBy: (table: Table, process: number) => Table = (table) => table,
): Promise<readonly Store[]> => {
  const stores: Store[] = [];
  for (let process = 0; process < count; process += 1) {
    vi.resetModules();
    const [{ openStore }, { openClient, tableOf }] = await Promise.all([
      import('../../shared/store/writer/store.ts'),
      import('../../shared/store/core/table.ts'),
    ]);
    const table = tableOf(openClient(engine.config), engine.tableName, newMeter());
    stores.push(openStore(seenBy(table, process), { nowMs: () => clock.nowMs, ids: idSource(() => clock.nowMs) }));
  }
  return stores;
};

/** What happens to one call of a transaction. `silent`: the answer never comes, and neither does anything else from that writer. */
export type Fault = 'none' | 'lost_before' | 'lost_after' | 'silent_before' | 'silent_after';

export const faults: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fault>('none') },
  { weight: 1, arbitrary: fc.constantFrom<Fault>('lost_before', 'lost_after', 'silent_before', 'silent_after') },
);

/** A process that died does nothing more: its calls fail for ever. */
class Died extends Error {}

/** The table as one process sees it, whose transactions meet the faults in turn. */
export const faulty = (table: Table, given: readonly Fault[]): Table => {
  const coming = [...given];
  let dead = false;
  const alive = <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      if (dead) throw new Died();
      return call(...args);
    };
  };
  return {
    get: alive(table.get),
    batchGet: alive(table.batchGet),
    query: alive(table.query),
    put: alive(table.put),
    update: alive(table.update),
    delete: alive(table.delete),
    transact: alive(async (items, token) => {
      const fault = coming.shift() ?? 'none';
      if (fault === 'none') return table.transact(items, token);
      dead = fault.startsWith('silent');
      if (fault.endsWith('after')) await table.transact(items, token);
      throw new Died();
    }),
  };
};
