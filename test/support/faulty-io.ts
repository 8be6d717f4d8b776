import { AsyncLocalStorage } from 'node:async_hooks';
import type { Table } from '../../shared/store/core/table.ts';

/** Thrown by all calls of a killed process. */
class Killed extends Error {
  constructor() {
    super('killed');
    this.name = 'Killed';
  }
}

/**
 * Fault of one call. `kills`: ends the process. `lost`: loses the call (`before`) or its response (`after`). `stalls`: takes so long that the
 * caller of the process times out.
 */
export interface CallFault {
  readonly when: 'before' | 'after';
  readonly what: 'kills' | 'lost' | 'stalls';
}

/** Returns the fault of a call by its index, from 0; `null`: none. */
export type FaultOf = (call: number) => CallFault | null;

/** Intercepts all calls of a process to the table and the provider, in one sequence. */
export interface Wire {
  readonly pass: <T>(call: () => Promise<T>) => Promise<T>;
  readonly calls: () => number;
  readonly isDead: () => boolean;
}

/** Creates a wire with faults. `stalled`: the wait of a stalled call. */
export const wireWith = (faultOf: FaultOf, stalled: () => Promise<void> = async () => undefined): Wire => {
  let calls = 0;
  let dead = false;
  const applyFault = async ({ what }: CallFault): Promise<void> => {
    if (what === 'stalls') return stalled();
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
      // The process was killed during the call.
      if (dead) throw new Killed();
      if (fault?.when === 'after') await applyFault(fault);
      return answer;
    },
    calls: () => calls,
    isDead: () => dead,
  };
};

export const tableThrough = (table: Table, pass: Wire['pass']): Table => {
  const through = <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) => {
    return (...args: A): Promise<R> => pass(() => call(...args));
  };
  return {
    get: through(table.get),
    batchGet: through(table.batchGet),
    query: through(table.query),
    put: through(table.put),
    update: through(table.update),
    delete: through(table.delete),
    transact: through(table.transact),
  };
};

export interface FaultyTable extends Table {
  readonly calls: () => number;
  readonly isDead: () => boolean;
}

/** Creates a table with faults. */
export const faultyTable = (table: Table, faultOf: FaultOf): FaultyTable => {
  const { pass, calls, isDead } = wireWith(faultOf);
  return { ...tableThrough(table, pass), calls, isDead };
};

const wires = new AsyncLocalStorage<Wire>();

/** Runs work as a process whose calls use this wire. */
export const asProcess = <T>(wire: Wire, work: () => Promise<T>): Promise<T> => wires.run(wire, work);

const passOnOwnWire: Wire['pass'] = (call) => wires.getStore()?.pass(call) ?? call();

/** Wraps the table so that calls use the wire of their process; calls outside a process have no faults. */
export const wiredTable = (table: Table): Table => tableThrough(table, passOnOwnWire);

/** Wraps `fetch` in the same way. */
export const wiredFetch = (fetch: typeof globalThis.fetch): typeof globalThis.fetch => {
  return (...request) => passOnOwnWire(() => fetch(...request));
};
