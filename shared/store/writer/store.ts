import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Aggregate,
  type BaseRecord,
  type Decision,
  type DecisionContext,
  type IdSource,
  Refusal,
  type Stored,
  type Tenant,
} from '../../domain/kernel.ts';
import type { Actor } from '../audit/entries.ts';
import type { IdempotencyWrite } from '../core/idempotency.ts';
import { guardKey, listPartition, objectKey } from '../core/keys.ts';
import { storedOf } from '../core/objects.ts';
import { type Page, type PageQuery, readPage } from '../core/pages.ts';
import { type Item, isOverload, type Table, type TransactItem } from '../core/table.ts';
import { fillHoles } from '../event-log/entries.ts';
import { allocateSequences } from '../limits/sequence.ts';
import { type CommitOutcome, commit, type Plan, planOf } from './commit.ts';

/** One command: what it reads, what it decides, on whose behalf. */
export interface Unit<State, Result> {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly load: () => Promise<State>;
  readonly decide: (state: State, context: DecisionContext) => Decision<Result> | Refusal;
  /** The simulated moment (Unix seconds) when the state lives on a test clock; `null`: real time. */
  readonly nowOf?: (state: State) => number | null;
  /**
   * Further writes of the decision's transaction: of what is kept beside the objects and their log (the ledger of
   * deliveries). A condition of theirs that fails means that something changed meanwhile: it is decided again.
   */
  readonly extraWrites?: (result: Result) => readonly TransactItem[];
  /** Log numbers allocated ahead, for example with the rate-limit token. */
  readonly allocated?: () => Promise<readonly number[]>;
  /** Asked once the decision is known: what to remember of the answer under the caller's idempotency key. */
  readonly remember?: (result: Result) => Promise<IdempotencyWrite | null>;
}

export type UnitOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'key_taken'; readonly record: Item };

/** Reads of records, and the only way to change them. */
export interface Store {
  readonly table: Table;
  readonly get: <R extends BaseRecord>(aggregate: Aggregate<R>, tenant: Tenant, id: string) => Promise<Stored<R> | null>;
  readonly getMany: <R extends BaseRecord>(
    aggregate: Aggregate<R>,
    tenant: Tenant,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Stored<R>>>;
  readonly page: <R extends BaseRecord>(aggregate: Aggregate<R>, tenant: Tenant, query: PageQuery<R>) => Promise<Page<R>>;
  /** Who holds a claimed name; `null`: nobody. */
  readonly ownerOf: (tenant: Tenant, name: string) => Promise<string | null>;
  /** How many records stand in a short list, counted up to `most`. One small read. */
  readonly listed: <R extends BaseRecord>(aggregate: Aggregate<R>, tenant: Tenant, list: string, most: number) => Promise<number>;
  /** Where a counter stands (0 when it was never used). */
  readonly counter: (tenant: Tenant, name: string) => Promise<number>;
  /**
   * Loads, decides, and writes the decision in one transaction. When something it read changed meanwhile, it loads and
   * decides again, a bounded number of times; then it throws `Busy`. A refusal writes nothing.
   */
  readonly run: <State, Result>(unit: Unit<State, Result>) => Promise<UnitOutcome<Result>>;
}

/** The same record was changed by others again and again: worth a retry by the caller. */
export class Busy extends Error {
  constructor() {
    super('too many concurrent changes of the same record');
    this.name = 'Busy';
  }
}

/** The table gave no answer to a write, try after try: it may have been written or not. The same idempotency key finds out. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the outcome of a write is not known', { cause });
    this.name = 'OutcomeUnknown';
  }
}

const MAX_ATTEMPTS = 30;
/** Writers of one record go out of each other's way: each waits a random part of a time that doubles. */
const FIRST_BACK_OFF_MS = 4;
const MAX_BACK_OFF_MS = 500;
const UNKNOWN_OUTCOME_TRIES = 3;

export const openStore = (table: Table, time: { readonly nowMs: () => number; readonly ids: IdSource }): Store => {
  const get: Store['get'] = async (aggregate, tenant, id) => {
    const item = await table.get(objectKey(aggregate, tenant, id));
    return item === null ? null : storedOf(aggregate, item);
  };
  const getMany: Store['getMany'] = async <R extends BaseRecord>(aggregate: Aggregate<R>, tenant: Tenant, ids: readonly string[]) => {
    const items = await table.batchGet(ids.map((id) => objectKey(aggregate, tenant, id)));
    return new Map([...items.values()].map((item) => [item.sk, storedOf(aggregate, item)]));
  };
  return {
    table,
    get,
    getMany,
    page: (aggregate, tenant, query) => readPage(table, aggregate, tenant, query),
    ownerOf: async (tenant, name) => ((await table.get(guardKey(tenant, name)))?.owner as string | undefined) ?? null,
    listed: async (aggregate, tenant, list, most) => {
      const { items } = await table.query({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': listPartition(aggregate, tenant, list) },
        Limit: most,
      });
      return items.length;
    },
    counter: async (tenant, name) => Number((await table.get(guardKey(tenant, name)))?.n ?? 0),
    run: (unit) => runUnit(table, time, unit),
  };
};

const runUnit = async <State, Result>(
  table: Table,
  time: { readonly nowMs: () => number; readonly ids: IdSource },
  unit: Unit<State, Result>,
): Promise<UnitOutcome<Result>> => {
  let spare: readonly number[] = [];
  let allocated = unit.allocated;
  const giveUp = (): Promise<void> => fillHoles(table, unit.tenant, spare, time.nowMs());
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const [state, ahead] = await both(unit.load(), allocated?.() ?? Promise.resolve([]), (numbers) => {
      spare = [...spare, ...numbers];
      return giveUp();
    });
    allocated = undefined;
    spare = [...spare, ...ahead];
    const nowMs = time.nowMs();
    const realNow = Math.floor(nowMs / 1000);
    const now = unit.nowOf?.(state) ?? realNow;
    const decision = unit.decide(state, { tenant: unit.tenant, now, realNow, ids: time.ids });
    if (decision instanceof Refusal) {
      await giveUp();
      return { kind: 'refused', refusal: decision };
    }
    const plan = planOf(unit.tenant, decision);
    const { sequences, unused } = await numbersFor(table, unit.tenant, plan, spare);
    spare = unused;
    const idempotency = (await unit.remember?.(decision.result)) ?? null;
    const input = {
      tenant: unit.tenant,
      actor: unit.actor,
      nowMs,
      now,
      decision,
      extraWrites: unit.extraWrites?.(decision.result) ?? [],
      idempotency,
      nonce: randomUUID(),
      auditId: time.ids.next('al_'),
    };
    const [outcome] = await Promise.all([commitSurely(table, input, plan, sequences), giveUp()]);
    spare = [];
    if (outcome.kind === 'written') return { kind: 'done', result: decision.result };
    await fillHoles(table, unit.tenant, sequences, time.nowMs());
    if (outcome.kind === 'refused' || outcome.kind === 'key_taken') return outcome;
    await pause(Math.random() * Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** attempt));
  }
  throw new Busy();
};

/** Waits for both; when the load fails, the numbers already allocated are given back before the failure goes on. */
const both = async <State>(
  load: Promise<State>,
  allocation: Promise<readonly number[]>,
  giveBack: (numbers: readonly number[]) => Promise<void>,
): Promise<[State, readonly number[]]> => {
  const [loaded, allocated] = await Promise.allSettled([load, allocation]);
  if (allocated.status === 'rejected') throw allocated.reason;
  if (loaded.status === 'rejected') {
    await giveBack(allocated.value);
    throw loaded.reason;
  }
  return [loaded.value, allocated.value];
};

/** Numbers for a plan: those in hand that lie above every changed object's last one, the rest newly allocated. */
const numbersFor = async (
  table: Table,
  tenant: Tenant,
  plan: Plan,
  spare: readonly number[],
): Promise<{ readonly sequences: readonly number[]; readonly unused: readonly number[] }> => {
  const usable = spare.filter((number) => number > plan.above).slice(0, plan.entries.length);
  const more = await allocateSequences(table, tenant, plan.entries.length - usable.length);
  return { sequences: [...usable, ...more], unused: spare.filter((number) => !usable.includes(number)) };
};

/** Commits; a try whose answer never came is repeated, and recognises itself if it had succeeded. */
const commitSurely = async (
  table: Table,
  input: Parameters<typeof commit>[1],
  plan: Plan,
  sequences: readonly number[],
): Promise<CommitOutcome> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commit(table, input, plan, sequences);
    } catch (error) {
      if (attempt >= UNKNOWN_OUTCOME_TRIES) throw isOverload(error) ? error : new OutcomeUnknown(error);
    }
  }
};
