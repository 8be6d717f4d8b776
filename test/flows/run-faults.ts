import type { Table } from '../../shared/store/core/table.ts';

/** What a process that was killed ends with: nothing after it is done. */
class Killed extends Error {
  constructor() {
    super('killed');
    this.name = 'Killed';
  }
}

/** What happens to one call of the table. `kills`: the process dies then. `lost`: its answer is. */
export interface CallFault {
  readonly when: 'before' | 'after';
  readonly what: 'kills' | 'lost';
}

export interface FaultyTable extends Table {
  readonly calls: () => number;
  readonly isDead: () => boolean;
}

/** A table whose calls meet faults: `faultOf` is asked for each call, counted from 0. */
export const faultyTable = (table: Table, faultOf: (call: number) => CallFault | null): FaultyTable => {
  let calls = 0;
  let dead = false;
  const through = <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      if (dead) throw new Killed();
      const fault = faultOf(calls);
      calls += 1;
      if (fault?.when === 'before') throw ended(fault);
      const answer = await call(...args);
      if (fault?.when === 'after') throw ended(fault);
      return answer;
    };
  };
  const ended = ({ what }: CallFault): Error => {
    dead = what === 'kills';
    return dead ? new Killed() : Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
  };
  return {
    get: through(table.get),
    batchGet: through(table.batchGet),
    query: through(table.query),
    put: through(table.put),
    update: through(table.update),
    delete: through(table.delete),
    transact: through(table.transact),
    calls: () => calls,
    isDead: () => dead,
  };
};
