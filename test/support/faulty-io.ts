import { AsyncLocalStorage } from 'node:async_hooks';
import type { Table } from '../../shared/store/core/table.ts';

/** Every call of a killed process throws this error. */
class Killed extends Error {
  constructor() {
    super('killed');
    this.name = 'Killed';
  }
}

/**
 * The fault of one call, before or after the call takes effect. `kills`: the process ends. `lost`: the connection breaks. `stalls`: the
 * call takes longer than the timeout that applies to the process.
 */
export interface CallFault {
  readonly when: 'before' | 'after';
  readonly what: 'kills' | 'lost' | 'stalls';
}

/** Returns the fault of the call with this index, which counts from 0; `null`: the call has no fault. */
export type FaultOf = (call: number) => CallFault | null;

/** All calls of one simulated process to the table and the provider go through its wire. `calls`: the number of calls so far. */
export interface Wire {
  /** Makes a call and applies the fault of this call. */
  readonly pass: <T>(call: () => Promise<T>) => Promise<T>;
  readonly calls: () => number;
  readonly isDead: () => boolean;
}

/** Creates a wire whose calls have the faults of `faultOf`. `stall`: waits as long as a stalled call takes. */
export const wireWith = (faultOf: FaultOf, stall: () => Promise<void> = async () => undefined): Wire => {
  let calls = 0;
  let dead = false;
  const applyFault = async ({ what }: CallFault): Promise<void> => {
    if (what === 'stalls') return stall();
    dead = what === 'kills';
    throw dead ? new Killed() : Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
  };
  return {
    pass: async (call) => {
      if (dead) throw new Killed();
      const fault = faultOf(calls);
      calls += 1;
      if (fault?.when === 'before') await applyFault(fault);
      const answer = await call();
      // The fault of a concurrent call killed the process while this call was running.
      if (dead) throw new Killed();
      if (fault?.when === 'after') await applyFault(fault);
      return answer;
    },
    calls: () => calls,
    isDead: () => dead,
  };
};

/** Wraps a table so that its calls go through a wire. `passRead`: the wire of the reads; default: the same wire. */
export const tableThrough = (table: Table, pass: Wire['pass'], passRead: Wire['pass'] = pass): Table => {
  const through = <A extends readonly unknown[], R>(wire: Wire['pass'], call: (...args: A) => Promise<R>) => {
    return (...args: A): Promise<R> => wire(() => call(...args));
  };
  return {
    identity: table.identity,
    get: through(passRead, table.get),
    batchGet: through(passRead, table.batchGet),
    query: through(passRead, table.query),
    put: through(pass, table.put),
    batchPut: through(pass, table.batchPut),
    update: through(pass, table.update),
    delete: through(pass, table.delete),
    transact: through(pass, table.transact),
  };
};

export interface FaultyTable extends Table {
  readonly calls: () => number;
  readonly isDead: () => boolean;
}

/** Wraps a table so that its calls have faults. */
export const faultyTable = (table: Table, faultOf: FaultOf): FaultyTable => {
  const { pass, calls, isDead } = wireWith(faultOf);
  return { ...tableThrough(table, pass), calls, isDead };
};

/**
 * Wraps a table whose process is killed before or after the write with the index `write`. The index and `calls` do not count reads, because
 * a kill at a read leaves the same data as a kill after the previous write.
 */
export const tableKilledAtWrite = (table: Table, write: number, when: CallFault['when']): FaultyTable => {
  const { pass, calls, isDead } = wireWith((call) => (call === write ? { when, what: 'kills' } : null));
  const passRead: Wire['pass'] = (call) => (isDead() ? Promise.reject(new Killed()) : call());
  return { ...tableThrough(table, pass, passRead), calls, isDead };
};

const wires = new AsyncLocalStorage<Wire>();

/** Runs `work` as a simulated process: its calls go through `wire`. */
export const asProcess = <T>(wire: Wire, work: () => Promise<T>): Promise<T> => wires.run(wire, work);

const passOnCurrentWire: Wire['pass'] = (call) => wires.getStore()?.pass(call) ?? call();

/** Wraps the table so that its calls go through the wire of `asProcess`. Calls outside `asProcess` have no faults. */
export const wiredTable = (table: Table): Table => tableThrough(table, passOnCurrentWire);

/** Wraps `fetch` like `wiredTable` wraps the table. */
export const wiredFetch = (fetch: typeof globalThis.fetch): typeof globalThis.fetch => {
  return (...request) => passOnCurrentWire(() => fetch(...request));
};
