import { LOOK_AHEAD_SECONDS } from '../../domain/due.ts';
import { dueAttributes } from '../core/due.ts';
import { leaseKey } from '../core/keys.ts';
import { conditionFailure, type Table, type TransactItem } from '../core/table.ts';
import { updateWithRetry } from '../core/transact.ts';

/**
 * Duration of the lease of an account's webhook deliveries, from its acquisition or last renewal. A drainer is a worker that holds the
 * lease and sends the deliveries; a wake-up is a queue message that starts a drainer.
 */
export const LEASE_MS = 30_000;

/**
 * This long after work became due, the sweep (which runs every minute) wakes the account, in case its wake-up was lost. Each account has
 * only one entry in the due index, which the sweep reads, so that a backlog does not fill the index. The item of the lease contains the
 * attributes of this entry.
 */
const BACKSTOP_SECONDS = 120;
/** The longest delay of a queue message. */
const LONG_DELAY_MS = 15 * 60_000;

/**
 * Computes when the sweep wakes an account whose next delivery is due at `nextAtMs`: one minute before that time if the delay is too long
 * for a queue message; otherwise two minutes after that time, in case the drainer's delayed wake-up was lost.
 */
export const sweepAt = (nextAtMs: number, nowMs: number): number =>
  nextAtMs - nowMs > LONG_DELAY_MS ? Math.floor(nextAtMs / 1000) - LOOK_AHEAD_SECONDS : Math.ceil(nextAtMs / 1000) + BACKSTOP_SECONDS;

/** A drainer's exclusive lease of an account's deliveries. */
export interface Lease {
  /** Increased by each acquisition, so that updates by a previous holder fail. */
  readonly fence: number;
  readonly expiresAtMs: number;
  /** Number of wake-ups and announcements of work so far, including those that arrived while the lease was held. */
  readonly wakes: number;
  /** Arrival time of the latest delayed wake-up; `null` if none was sent. */
  readonly wakeAtMs: number | null;
}

export type LeaseAcquisition =
  | { readonly kind: 'acquired'; readonly lease: Lease }
  /** Another drainer holds the lease and will see the wake-up. `checkNeeded`: no wake-up is scheduled yet for the lease's expiry. */
  | { readonly kind: 'held'; readonly expiresAtMs: number; readonly checkNeeded: boolean };

/**
 * `woken`: work was announced or a wake-up arrived since `lease.wakes` was read; the holder keeps the lease and must scan the account's
 * pending deliveries again. `lost`: another drainer has acquired the lease.
 */
export type LeaseRelease = { readonly kind: 'released' } | { readonly kind: 'woken'; readonly lease: Lease } | { readonly kind: 'lost' };

/** Leases that allow one drainer per account, for both modes, and lose no wake-up. */
export interface Leases {
  /** Announces new work before its wake-up is sent: a running drainer scans again; if the wake-up is lost, the sweep wakes the account. */
  readonly announceWork: (accountId: string, nowMs: number) => Promise<void>;
  /** Acquires a free or expired lease; otherwise counts the wake-up for the holder. */
  readonly acquire: (accountId: string, nowMs: number) => Promise<LeaseAcquisition>;
  /** Stores that a delayed wake-up arrives when the holder's lease expires. */
  readonly recordCheck: (accountId: string, atMs: number) => Promise<void>;
  /** Returns the renewed lease; `null` if another drainer has acquired the lease. */
  readonly renew: (accountId: string, lease: Lease, nowMs: number) => Promise<Lease | null>;
  /** Releases the lease and schedules the sweep for the next work. */
  readonly release: (accountId: string, lease: Lease, next: NextWork) => Promise<LeaseRelease>;
  /** Releases the lease even if wake-ups arrived, for a holder that has itself sent a wake-up. */
  readonly abandon: (accountId: string, lease: Lease) => Promise<void>;
}

/** Pending work of an account when its drainer stops. */
export interface NextWork {
  readonly nowMs: number;
  /** Due time of the next delivery; `null` if there is none. */
  readonly nextAtMs: number | null;
  /** Arrival time of the delayed wake-up that the drainer sent; `null` if it sent none. */
  readonly wakeAtMs: number | null;
  /** True if the drainer sends no wake-up, so that the sweep must wake the account as soon as the work is due. */
  readonly bySweep: boolean;
}

const leaseIn = (item: Record<string, unknown>): Lease => ({
  fence: Number(item.fence),
  expiresAtMs: Number(item.expires_at_ms ?? 0),
  wakes: Number(item.wakes ?? 0),
  wakeAtMs: item.wake_at_ms === undefined ? null : Number(item.wake_at_ms),
});

const MAX_TRIES = 5;

const SET_DUE = 'dpk = :dpk, dsk = :dsk, due_kind = :kind, due_at = :at';
const REMOVE_DUE = 'dpk, dsk, due_kind, due_at';

const dueValues = (accountId: string, at: number) => {
  const due = dueAttributes({ accountId, mode: 'live' }, accountId, { at, kind: 'webhook_delivery', clockId: null });
  return { ':dpk': due.dpk, ':dsk': due.dsk, ':kind': due.due_kind, ':at': due.due_at };
};

export const leasesOf = (table: Table): Leases => ({
  announceWork: (accountId, nowMs) => announceWork(table, accountId, nowMs),
  acquire: async (accountId, nowMs) => {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const acquired = (await acquireFree(table, accountId, nowMs)) ?? (await wakeHolder(table, accountId, nowMs));
      if (acquired !== null) return acquired;
    }
    throw new Error('too many conflicts on the lease');
  },
  recordCheck: async (accountId, atMs) => {
    await updateWithRetry(table, {
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
    const released = await ifHeld(table, accountId, lease, releaseUpdate(accountId, lease, next));
    if (!('lost' in released)) return { kind: 'released' };
    return released.lost !== undefined && Number(released.lost.fence) === lease.fence
      ? { kind: 'woken', lease: leaseIn(released.lost) }
      : { kind: 'lost' };
  },
  abandon: async (accountId, lease) => {
    await ifHeld(table, accountId, lease, { UpdateExpression: 'REMOVE expires_at_ms', ExpressionAttributeValues: {} });
  },
});

/** Builds the update that releases the lease. */
const releaseUpdate = (accountId: string, lease: Lease, { nowMs, nextAtMs, wakeAtMs, bySweep }: NextWork): HeldUpdate => {
  const wake = wakeAtMs === null ? { set: '', values: {} } : { set: 'wake_at_ms = :wake', values: { ':wake': wakeAtMs } };
  const dueAt = (at: number): number => (bySweep ? Math.ceil(at / 1000) : sweepAt(at, nowMs));
  const due = nextAtMs === null ? null : dueValues(accountId, dueAt(nextAtMs));
  const withoutWork = `${wake.set === '' ? '' : `SET ${wake.set} `}REMOVE expires_at_ms, ${REMOVE_DUE}`;
  const withWork = `SET ${wake.set === '' ? '' : `${wake.set}, `}${SET_DUE} REMOVE expires_at_ms`;
  return {
    UpdateExpression: due === null ? withoutWork : withWork,
    ExpressionAttributeValues: { ':wakes': lease.wakes, ...wake.values, ...due },
    alsoIf: 'wakes = :wakes',
  };
};

/**
 * Builds `announceWork` as a write for the transaction that creates the work. The caller sends the wake-up after the commit. Sets the due
 * entry to two minutes from now, when the sweep wakes the account in case the wake-up was lost.
 */
export const announceWorkItem = (accountId: string, nowMs: number): TransactItem => ({
  Update: {
    Key: leaseKey(accountId),
    UpdateExpression: `SET ${SET_DUE} ADD wakes :one`,
    ExpressionAttributeValues: { ':one': 1, ...dueValues(accountId, sweepAt(nowMs, nowMs)) },
  },
});

const announceWork = async (table: Table, accountId: string, nowMs: number): Promise<void> => {
  const at = sweepAt(nowMs, nowMs);
  const item = await updateWithRetry(table, {
    Key: leaseKey(accountId),
    UpdateExpression: 'ADD wakes :one',
    ExpressionAttributeValues: { ':one': 1 },
    ReturnValues: 'ALL_NEW',
  });
  if (item.due_at !== undefined && Number(item.due_at) <= at) return;
  await updateWithRetry(table, {
    Key: leaseKey(accountId),
    UpdateExpression: `SET ${SET_DUE}`,
    ExpressionAttributeValues: dueValues(accountId, at),
  });
};

/** Acquires a free or expired lease; `null` if it is held. */
const acquireFree = async (table: Table, accountId: string, nowMs: number): Promise<LeaseAcquisition | null> => {
  try {
    const item = await updateWithRetry(table, {
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

/** Counts a wake-up for the holder; `null` if the lease is no longer held. */
const wakeHolder = async (table: Table, accountId: string, nowMs: number): Promise<LeaseAcquisition | null> => {
  try {
    const item = await updateWithRetry(table, {
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

/**
 * Updates the lease if the caller still holds it and `alsoIf` is true. Otherwise returns the current item as `lost`; its `fence` equals
 * `lease.fence` if the caller still holds the lease but `alsoIf` is false.
 */
const ifHeld = async (
  table: Table,
  accountId: string,
  lease: Lease,
  { alsoIf, ...update }: HeldUpdate,
): Promise<{ readonly item: Record<string, unknown> } | { readonly lost: Record<string, unknown> | undefined }> => {
  try {
    const item = await updateWithRetry(table, {
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
