import type { SandboxBehavior, SandboxCustomer, SandboxMandate, SandboxPayment, SandboxRefund, StoredResponse } from './model.ts';

/**
 * Record types by kind. In the store, the id of a mandate begins with the id of its customer and a `/`, and the id of a refund with the id
 * of its payment and a `/`, so that the mandates of a customer and the refunds of a payment can be listed by prefix.
 */
export interface SandboxKinds {
  readonly customer: SandboxCustomer;
  readonly behavior: SandboxBehavior;
  readonly mandate: SandboxMandate;
  readonly payment: SandboxPayment;
  /** Lists the payments of a customer; id: `<customer id>/<payment id>`. */
  readonly customer_payment: { readonly paymentId: string };
  readonly refund: SandboxRefund;
  readonly idempotency: StoredResponse;
}
export type SandboxKind = keyof SandboxKinds;

/** A value with its version for optimistic locking. */
export interface Versioned<T> {
  readonly value: T;
  readonly version: number;
}

/** Reference to a value. */
export interface SandboxRef {
  readonly kind: SandboxKind;
  readonly id: string;
}

/** Looks up a value of a batch read; `null`: the value does not exist. Throws if the value was not part of the read. */
export type BatchLookup = <K extends SandboxKind>(kind: K, id: string) => Versioned<SandboxKinds[K]> | null;

/** A write, built by `buildWrite`. */
export interface SandboxWrite extends SandboxRef {
  readonly value: SandboxKinds[SandboxKind];
  readonly expectedVersion: number;
  readonly expiresAt: number | null;
}

/**
 * Builds a write. `expectedVersion`: the version that was read; 0: the value must not exist yet. `expiresAt`: Unix seconds, when the value
 * may be deleted.
 */
export const buildWrite = <K extends SandboxKind>(
  kind: K,
  id: string,
  value: SandboxKinds[K],
  expectedVersion: number,
  expiresAt: number | null = null,
): SandboxWrite => ({ kind, id, value, expectedVersion, expiresAt });

/** Store of one account's sandbox data, strongly consistent. */
export interface SandboxStore {
  readonly get: <K extends SandboxKind>(kind: K, id: string) => Promise<Versioned<SandboxKinds[K]> | null>;
  /** Reads all values in one batch. */
  readonly getMany: (refs: readonly SandboxRef[]) => Promise<BatchLookup>;
  /** Writes all values in one transaction; returns false without writing if a value does not have its expected version. */
  readonly commit: (writes: readonly SandboxWrite[]) => Promise<boolean>;
  /** Lists at most `limit` values whose ids begin with `prefix`, newest id first, starting at the id `from` (inclusive) if set. */
  readonly list: <K extends SandboxKind>(
    kind: K,
    prefix: string,
    page: { readonly limit: number; readonly from: string | null },
  ) => Promise<readonly SandboxKinds[K][]>;
}

/** Storage key of a value. */
export const storageKey = (kind: SandboxKind, id: string): string => `${kind}#${id}`;

/** Builds the lookup of a batch read. `values`: by storage key. */
export const batchLookup = (refs: readonly SandboxRef[], values: ReadonlyMap<string, Versioned<unknown>>): BatchLookup => {
  const readKeys = new Set(refs.map(({ kind, id }) => storageKey(kind, id)));
  return <K extends SandboxKind>(kind: K, id: string) => {
    const key = storageKey(kind, id);
    if (!readKeys.has(key)) throw new RangeError(`The sandbox's ${kind} is not part of this read.`);
    return (values.get(key) ?? null) as Versioned<SandboxKinds[K]> | null;
  };
};

/** In-memory store for tests. Values are copied on reads and writes. */
export const memorySandboxStore = (): SandboxStore => {
  const entries = new Map<string, Versioned<unknown>>();
  const versionOf = (kind: SandboxKind, id: string): number => entries.get(storageKey(kind, id))?.version ?? 0;
  return {
    getMany: async (refs) => {
      const entriesRead = refs.flatMap(({ kind, id }) => {
        const entry = entries.get(storageKey(kind, id));
        return entry === undefined ? [] : [[storageKey(kind, id), structuredClone(entry)] as const];
      });
      return batchLookup(refs, new Map(entriesRead));
    },
    commit: async (writes) => {
      if (writes.some(({ kind, id, expectedVersion }) => versionOf(kind, id) !== expectedVersion)) return false;
      for (const { kind, id, value, expectedVersion } of writes) {
        entries.set(storageKey(kind, id), { value: structuredClone(value), version: expectedVersion + 1 });
      }
      return true;
    },
    get: async <K extends SandboxKind>(kind: K, id: string) =>
      structuredClone(entries.get(storageKey(kind, id)) ?? null) as Versioned<SandboxKinds[K]> | null,
    list: async <K extends SandboxKind>(kind: K, prefix: string, page: { readonly limit: number; readonly from: string | null }) => {
      const start = `${kind}#${prefix}`;
      const highest = page.from === null ? null : `${kind}#${page.from}`;
      const keys = [...entries.keys()]
        .filter((key) => key.startsWith(start) && (highest === null || key <= highest))
        .sort()
        .reverse();
      return keys.slice(0, page.limit).map((key) => structuredClone(entries.get(key)?.value) as SandboxKinds[K]);
    },
  };
};

/** Maximum number of attempts in case of concurrent writes. */
export const MAX_ATTEMPTS = 8;

/**
 * Reads, changes and writes one value; repeats after concurrent writes. `decide` returns the next value and a result; `next: null` writes
 * nothing.
 */
export const updateSandboxValue = async <K extends SandboxKind, Result>(
  store: SandboxStore,
  kind: K,
  id: string,
  decide: (current: SandboxKinds[K] | null) => { readonly next: SandboxKinds[K] | null; readonly result: Result },
): Promise<Result> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const current = await store.get(kind, id);
    const { next, result } = decide(current?.value ?? null);
    if (next === null || (await store.commit([buildWrite(kind, id, next, current?.version ?? 0)]))) return result;
  }
  throw new Error(`The sandbox's ${kind} could not be written because of too many concurrent changes.`);
};
