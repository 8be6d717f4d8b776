import { AsyncLocalStorage } from 'node:async_hooks';
import type { Table } from '../../shared/store/core/table.ts';

/** What a process that was killed ends with: nothing after it is done. */
class Killed extends Error {
  constructor() {
    super('killed');
    this.name = 'Killed';
  }
}

/**
 * What happens to one call. `kills`: the process dies then. `lost`: the call (`before`) or its answer (`after`) is. `stalls`: it takes
 * so long that anyone who called the process has given it up by then.
 */
export interface CallFault {
  readonly when: 'before' | 'after';
  readonly what: 'kills' | 'lost' | 'stalls';
}

/** Whether a call meets a fault; calls are counted from 0. */
export type FaultOf = (call: number) => CallFault | null;

/** What is between a process and everything that it calls: the table and the provider, in one sequence. */
export interface Wire {
  readonly pass: <T>(call: () => Promise<T>) => Promise<T>;
  readonly calls: () => number;
  readonly isDead: () => boolean;
}

/** `stalled`: how long a call takes that stalls. */
export const wireWith = (faultOf: FaultOf, stalled: () => Promise<void> = async () => undefined): Wire => {
  let calls = 0;
  let dead = false;
  const meet = async ({ what }: CallFault): Promise<void> => {
    if (what === 'stalls') return stalled();
    dead = what === 'kills';
    throw dead ? new Killed() : Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
  };
  return {
    pass: async (call) => {
      if (dead) throw new Killed();
      const fault = faultOf(calls);
      calls += 1;
      if (fault?.when === 'before') await meet(fault);
      const answer = await call();
      // Killed while it waited: nobody is there to hear the answer.
      if (dead) throw new Killed();
      if (fault?.when === 'after') await meet(fault);
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

/** A table whose calls meet faults. */
export const faultyTable = (table: Table, faultOf: FaultOf): FaultyTable => {
  const { pass, calls, isDead } = wireWith(faultOf);
  return { ...tableThrough(table, pass), calls, isDead };
};

const wires = new AsyncLocalStorage<Wire>();

/** Does the work as a process whose calls go over this wire. */
export const asProcess = <T>(wire: Wire, work: () => Promise<T>): Promise<T> => wires.run(wire, work);

const passOwn: Wire['pass'] = (call) => wires.getStore()?.pass(call) ?? call();

/** The table as each process sees it: over its own wire; anyone who runs as none sees it as it is. */
export const wiredTable = (table: Table): Table => tableThrough(table, passOwn);

/** The same for calls over HTTP. */
export const wiredFetch = (fetch: typeof globalThis.fetch): typeof globalThis.fetch => {
  return (...request) => passOwn(() => fetch(...request));
};
