import type { Key } from './keys.ts';
import { conditionFailure, type Table } from './table.ts';

/** A drainer that is not heard of for this long has lost its workspace. */
export const LEASE_MS = 30_000;

/** One drainer's right to post a workspace's deliveries. */
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

/** At most one drainer per workspace, over both modes, without a wake-up getting lost. */
export interface Leases {
  /** Takes a free or expired lease; otherwise notes the wake-up for its holder. */
  readonly acquire: (accountId: string, nowMs: number) => Promise<Acquired>;
  /** Remembers that a delayed wake-up arrives when the holder's lease would have expired. */
  readonly noteCheck: (accountId: string, atMs: number) => Promise<void>;
  /** `null`: the lease was lost to another drainer. */
  readonly renew: (accountId: string, lease: Lease, nowMs: number) => Promise<Lease | null>;
  readonly release: (accountId: string, lease: Lease, wakeAtMs: number | null) => Promise<Released>;
  /** Gives the lease up whatever wake-ups came: for a holder that has sent a further one itself. */
  readonly abandon: (accountId: string, lease: Lease) => Promise<void>;
}

const leaseKey = (accountId: string): Key => ({ pk: `A#${accountId}#-#lease`, sk: 'webhook-delivery' });

const leaseIn = (item: Record<string, unknown>): Lease => ({
  fence: Number(item.fence),
  expiresAtMs: Number(item.expires_at_ms ?? 0),
  wakes: Number(item.wakes ?? 0),
  wakeAtMs: item.wake_at_ms === undefined ? null : Number(item.wake_at_ms),
});

const MAX_TRIES = 5;

export const leasesOf = (table: Table): Leases => ({
  acquire: async (accountId, nowMs) => {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const acquired = (await take(table, accountId, nowMs)) ?? (await note(table, accountId, nowMs));
      if (acquired !== null) return acquired;
    }
    throw new Error('the lease changes hands too fast');
  },
  noteCheck: async (accountId, atMs) => {
    await table.update({
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
  release: async (accountId, lease, wakeAtMs) => {
    const released = await ifHeld(table, accountId, lease, {
      UpdateExpression: wakeAtMs === null ? 'REMOVE expires_at_ms' : 'SET wake_at_ms = :wake REMOVE expires_at_ms',
      ExpressionAttributeValues: { ':wakes': lease.wakes, ...(wakeAtMs === null ? {} : { ':wake': wakeAtMs }) },
      alsoIf: 'wakes = :wakes',
    });
    if (!('lost' in released)) return { kind: 'released' };
    return released.lost !== undefined && Number(released.lost.fence) === lease.fence
      ? { kind: 'woken', lease: leaseIn(released.lost) }
      : { kind: 'lost' };
  },
  abandon: async (accountId, lease) => {
    await ifHeld(table, accountId, lease, { UpdateExpression: 'REMOVE expires_at_ms', ExpressionAttributeValues: {} });
  },
});

/** Takes the lease when nobody holds it; `null` when somebody does. */
const take = async (table: Table, accountId: string, nowMs: number): Promise<Acquired | null> => {
  try {
    const item = await table.update({
      Key: leaseKey(accountId),
      UpdateExpression: 'SET expires_at_ms = :expires ADD fence :one, wakes :one',
      ConditionExpression: 'attribute_not_exists(expires_at_ms) OR expires_at_ms <= :now',
      ExpressionAttributeValues: { ':expires': nowMs + LEASE_MS, ':now': nowMs, ':one': 1 },
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
    const item = await table.update({
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

/** An update that only the current holder may make; `lost` is the item as it stands otherwise. */
const ifHeld = async (
  table: Table,
  accountId: string,
  lease: Lease,
  { alsoIf, ...update }: HeldUpdate,
): Promise<{ readonly item: Record<string, unknown> } | { readonly lost: Record<string, unknown> | undefined }> => {
  try {
    const item = await table.update({
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
