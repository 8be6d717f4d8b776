import { LOOK_AHEAD_SECONDS } from '../../domain/due.ts';
import { CLAIM_ATTRIBUTES, dueAttributes } from '../core/due.ts';
import { leaseKey } from '../core/keys.ts';
import { conditionFailure, type Table, type TransactItem } from '../core/table.ts';
import { updateInTurn } from '../core/transact.ts';

/** A drainer that is not heard of for this long has lost its account. */
export const LEASE_MS = 30_000;

/**
 * An account with work that no message may be on its way for is looked at by the sweep after this long. One entry a
 * account, on the lease's own item: a receiver's backlog must not crowd the due index.
 */
const BACKSTOP_SECONDS = 120;
const LONG_DELAY_MS = 15 * 60_000;

/**
 * When the sweep should wake an account whose next delivery is due at `nextAtMs`. A long delay: a minute ahead, so that a
 * delayed message can carry the rest. A short one rides on a message alone; the sweep looks two minutes later, in case
 * that message was lost.
 */
export const sweepAt = (nextAtMs: number, nowMs: number): number =>
  nextAtMs - nowMs > LONG_DELAY_MS ? Math.floor(nextAtMs / 1000) - LOOK_AHEAD_SECONDS : Math.ceil(nextAtMs / 1000) + BACKSTOP_SECONDS;

/** One drainer's right to post an account's deliveries. */
export interface Lease {
  /** Raised with every acquisition: a former holder's renewals and releases are refused. */
  readonly fence: number;
  readonly expiresAtMs: number;
  /** Wake-ups noted so far; one that arrives while the lease is held only raises this. */
  readonly wakes: number;
  /** The latest delayed wake-up known to be on its way; `null` when none is. */
  readonly wakeAtMs: number | null;
}

export type Acquired =
  | { readonly kind: 'acquired'; readonly lease: Lease }
  /** Another drainer holds it and will see the wake-up. `checkNeeded`: nobody looks yet whether that drainer survives. */
  | { readonly kind: 'held'; readonly expiresAtMs: number; readonly checkNeeded: boolean };

/** `woken`: a wake-up came since `lease.wakes` was read, so the holder must look again; the lease stays held. */
export type Released = { readonly kind: 'released' } | { readonly kind: 'woken'; readonly lease: Lease } | { readonly kind: 'lost' };

/** At most one drainer per account, over both modes, without a wake-up getting lost. */
export interface Leases {
  /** Tells of new work before its wake-up is sent: a drainer at work looks again, and the sweep looks if nobody does. */
  readonly arm: (accountId: string, nowMs: number) => Promise<void>;
  /** Takes a free or expired lease; otherwise notes the wake-up for its holder. */
  readonly acquire: (accountId: string, nowMs: number) => Promise<Acquired>;
  /** Remembers that a delayed wake-up arrives when the holder's lease would have expired. */
  readonly noteCheck: (accountId: string, atMs: number) => Promise<void>;
  /** `null`: the lease was lost to another drainer. */
  readonly renew: (accountId: string, lease: Lease, nowMs: number) => Promise<Lease | null>;
  /** `nextAtMs`: when the account's next delivery is due, so that the sweep looks then; `null`: nothing waits. */
  readonly release: (accountId: string, lease: Lease, next: NextWork) => Promise<Released>;
  /** Gives the lease up whatever wake-ups came: for a holder that has sent a further one itself. */
  readonly abandon: (accountId: string, lease: Lease) => Promise<void>;
}

/** What a drainer knows of the work it leaves. */
export interface NextWork {
  readonly nowMs: number;
  readonly nextAtMs: number | null;
  /** When a delayed wake-up arrives; `null` when none is on its way. */
  readonly wakeAtMs: number | null;
  /** No drainer will send one: the sweep is to look when the work is due, not only where a message got lost. */
  readonly bySweep: boolean;
}

const leaseIn = (item: Record<string, unknown>): Lease => ({
  fence: Number(item.fence),
  expiresAtMs: Number(item.expires_at_ms ?? 0),
  wakes: Number(item.wakes ?? 0),
  wakeAtMs: item.wake_at_ms === undefined ? null : Number(item.wake_at_ms),
});

const MAX_TRIES = 5;

/** The account's entry in the due index; a former claim of the sweep does not hold for it. */
const SET_DUE = `dpk = :dpk, dsk = :dsk, due_kind = :kind, due_at = :at REMOVE ${CLAIM_ATTRIBUTES}`;
const REMOVE_DUE = `dpk, dsk, due_kind, due_at, ${CLAIM_ATTRIBUTES}`;

const dueValues = (accountId: string, at: number) => {
  const due = dueAttributes({ accountId, mode: 'live' }, accountId, { at, kind: 'webhook_delivery', clockId: null });
  return { ':dpk': due.dpk, ':dsk': due.dsk, ':kind': due.due_kind, ':at': due.due_at };
};

export const leasesOf = (table: Table): Leases => ({
  arm: (accountId, nowMs) => arm(table, accountId, nowMs),
  acquire: async (accountId, nowMs) => {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const acquired = (await take(table, accountId, nowMs)) ?? (await note(table, accountId, nowMs));
      if (acquired !== null) return acquired;
    }
    throw new Error('the lease changes hands too fast');
  },
  noteCheck: async (accountId, atMs) => {
    await updateInTurn(table, {
      Key: leaseKey(accountId),
      UpdateExpression: 'SET check_at_ms = :at',
      ExpressionAttributeValues: { ':at': atMs },
    });
  },
  renew: async (accountId, lease, nowMs) => {
    const renewed = await ifHeld(table, accountId, lease, {
      UpdateExpression: 'SET expires_at_ms = :expires',
      ExpressionAttributeValues: { ':expires': nowMs + LEASE_MS },
    });
    return 'lost' in renewed ? null : leaseIn(renewed.item);
  },
  release: async (accountId, lease, next) => {
    const released = await ifHeld(table, accountId, lease, leaving(accountId, lease, next));
    if (!('lost' in released)) return { kind: 'released' };
    return released.lost !== undefined && Number(released.lost.fence) === lease.fence
      ? { kind: 'woken', lease: leaseIn(released.lost) }
      : { kind: 'lost' };
  },
  abandon: async (accountId, lease) => {
    await ifHeld(table, accountId, lease, { UpdateExpression: 'REMOVE expires_at_ms', ExpressionAttributeValues: {} });
  },
});

/** The update by which a drainer leaves: the next look of the sweep, the wake-up on its way, and a free lease. */
const leaving = (accountId: string, lease: Lease, { nowMs, nextAtMs, wakeAtMs, bySweep }: NextWork): HeldUpdate => {
  const wake = wakeAtMs === null ? { set: '', values: {} } : { set: 'wake_at_ms = :wake', values: { ':wake': wakeAtMs } };
  const lookAt = (at: number): number => (bySweep ? Math.ceil(at / 1000) : sweepAt(at, nowMs));
  const due = nextAtMs === null ? null : dueValues(accountId, lookAt(nextAtMs));
  const nothingWaits = `${wake.set === '' ? '' : `SET ${wake.set} `}REMOVE expires_at_ms, ${REMOVE_DUE}`;
  const somethingWaits = `SET ${wake.set === '' ? '' : `${wake.set}, `}${SET_DUE}, expires_at_ms`;
  return {
    UpdateExpression: due === null ? nothingWaits : somethingWaits,
    ExpressionAttributeValues: { ':wakes': lease.wakes, ...wake.values, ...due },
    alsoIf: 'wakes = :wakes',
  };
};

/**
 * `arm` for the transaction that makes the work, so that no crash is between: anyone who commits it sends the wake-up. A
 * marker that is nearer moves to two minutes from now, when the sweep looks in case that wake-up was lost.
 */
export const armItem = (accountId: string, nowMs: number): TransactItem => ({
  Update: {
    Key: leaseKey(accountId),
    UpdateExpression: `SET ${SET_DUE} ADD wakes :one`,
    ExpressionAttributeValues: { ':one': 1, ...dueValues(accountId, sweepAt(nowMs, nowMs)) },
  },
});

const arm = async (table: Table, accountId: string, nowMs: number): Promise<void> => {
  const at = sweepAt(nowMs, nowMs);
  const item = await updateInTurn(table, {
    Key: leaseKey(accountId),
    UpdateExpression: 'ADD wakes :one',
    ExpressionAttributeValues: { ':one': 1 },
    ReturnValues: 'ALL_NEW',
  });
  if (item.due_at !== undefined && Number(item.due_at) <= at) return;
  await updateInTurn(table, {
    Key: leaseKey(accountId),
    UpdateExpression: `SET ${SET_DUE}`,
    ExpressionAttributeValues: dueValues(accountId, at),
  });
};

/** Takes the lease when nobody holds it; `null` when somebody does. */
const take = async (table: Table, accountId: string, nowMs: number): Promise<Acquired | null> => {
  try {
    const item = await updateInTurn(table, {
      Key: leaseKey(accountId),
      UpdateExpression: `SET expires_at_ms = :expires, ${SET_DUE} ADD fence :one, wakes :one`,
      ConditionExpression: 'attribute_not_exists(expires_at_ms) OR expires_at_ms <= :now',
      ExpressionAttributeValues: { ':expires': nowMs + LEASE_MS, ':now': nowMs, ':one': 1, ...dueValues(accountId, sweepAt(nowMs, nowMs)) },
      ReturnValues: 'ALL_NEW',
    });
    return { kind: 'acquired', lease: leaseIn(item) };
  } catch (error) {
    if (conditionFailure(error) === null) throw error;
    return null;
  }
};

/** Tells the holder of a wake-up; `null` when there is no holder any more. */
const note = async (table: Table, accountId: string, nowMs: number): Promise<Acquired | null> => {
  try {
    const item = await updateInTurn(table, {
      Key: leaseKey(accountId),
      UpdateExpression: 'ADD wakes :one',
      ConditionExpression: 'expires_at_ms > :now',
      ExpressionAttributeValues: { ':now': nowMs, ':one': 1 },
      ReturnValues: 'ALL_NEW',
    });
    return { kind: 'held', expiresAtMs: Number(item.expires_at_ms), checkNeeded: Number(item.check_at_ms ?? 0) <= nowMs };
  } catch (error) {
    if (conditionFailure(error) === null) throw error;
    return null;
  }
};

interface HeldUpdate {
  readonly UpdateExpression: string;
  readonly ExpressionAttributeValues: Record<string, unknown>;
  readonly alsoIf?: string;
}

/** An update that only the current holder may make; `lost` is the item as it is otherwise. */
const ifHeld = async (
  table: Table,
  accountId: string,
  lease: Lease,
  { alsoIf, ...update }: HeldUpdate,
): Promise<{ readonly item: Record<string, unknown> } | { readonly lost: Record<string, unknown> | undefined }> => {
  try {
    const item = await updateInTurn(table, {
      Key: leaseKey(accountId),
      UpdateExpression: update.UpdateExpression,
      ConditionExpression: alsoIf === undefined ? 'fence = :fence' : `fence = :fence AND ${alsoIf}`,
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':fence': lease.fence },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return { item };
  } catch (error) {
    const failure = conditionFailure(error);
    if (failure === null) throw error;
    return { lost: failure.item };
  }
};
