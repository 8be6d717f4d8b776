import type { SandboxBehavior, SandboxCustomer, SandboxIdempotency, SandboxMandate, SandboxPayment, SandboxRefund } from './model.ts';

/**
 * What is kept under which kind. Ids of what belongs to something begin with its owner's id and a `/`,
 * so that a listing is a prefix: mandates by customer, refunds by payment, payments of a customer.
 */
export interface SandboxKinds {
  readonly customer: SandboxCustomer;
  readonly behavior: SandboxBehavior;
  readonly mandate: SandboxMandate;
  readonly payment: SandboxPayment;
  /** `<customer id>/<payment id>`; written before the payment, so one may lead nowhere. */
  readonly customer_payment: { readonly paymentId: string };
  /** `<customer id>/<idempotency key>`: answers kept under these keys show the customer. */
  readonly customer_key: { readonly key: string };
  readonly refund: SandboxRefund;
  readonly idempotency: SandboxIdempotency;
}
export type SandboxKind = keyof SandboxKinds;

/** A value as read; `version` guards the next write. */
export interface Versioned<T> {
  readonly value: T;
  readonly version: number;
}

/** One account's sandbox data. Reads see every earlier write. */
export interface SandboxStore {
  readonly get: <K extends SandboxKind>(kind: K, id: string) => Promise<Versioned<SandboxKinds[K]> | null>;
  /** False, and nothing written, unless the present version is `expectedVersion` (0: must not exist). `expiresAt` (seconds) allows forgetting. */
  readonly put: <K extends SandboxKind>(
    kind: K,
    id: string,
    value: SandboxKinds[K],
    expectedVersion: number,
    expiresAt?: number,
  ) => Promise<boolean>;
  /** Newest id first, from the id `from` (inclusive) on when given, at most `limit`. */
  readonly list: <K extends SandboxKind>(
    kind: K,
    prefix: string,
    page: { readonly limit: number; readonly from: string | null },
  ) => Promise<readonly SandboxKinds[K][]>;
}

/** Keeps everything in this process; for tests. Values are copied in and out. */
export const memorySandboxStore = (): SandboxStore => {
  const entries = new Map<string, Versioned<unknown>>();
  return {
    get: async <K extends SandboxKind>(kind: K, id: string) =>
      structuredClone(entries.get(`${kind}#${id}`) ?? null) as Versioned<SandboxKinds[K]> | null,
    put: async (kind, id, value, expectedVersion) => {
      const key = `${kind}#${id}`;
      if ((entries.get(key)?.version ?? 0) !== expectedVersion) return false;
      entries.set(key, { value: structuredClone(value), version: expectedVersion + 1 });
      return true;
    },
    list: async <K extends SandboxKind>(kind: K, prefix: string, page: { readonly limit: number; readonly from: string | null }) => {
      const start = `${kind}#${prefix}`;
      const last = page.from === null ? null : `${kind}#${page.from}`;
      const keys = [...entries.keys()]
        .filter((key) => key.startsWith(start) && (last === null || key <= last))
        .sort()
        .reverse();
      return keys.slice(0, page.limit).map((key) => structuredClone(entries.get(key)?.value) as SandboxKinds[K]);
    },
  };
};

const ATTEMPTS = 8;

/**
 * Reads, decides and writes one value, again when another writer came between. `decide` answers the next
 * value beside whatever it wants to tell; `next: null` writes nothing. `expiresAt` (seconds) allows forgetting.
 */
export const change = async <K extends SandboxKind, Result>(
  store: SandboxStore,
  kind: K,
  id: string,
  decide: (current: SandboxKinds[K] | null) => { readonly next: SandboxKinds[K] | null; readonly result: Result },
  expiresAt?: number,
): Promise<Result> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const current = await store.get(kind, id);
    const { next, result } = decide(current?.value ?? null);
    if (next === null || (await store.put(kind, id, next, current?.version ?? 0, expiresAt))) return result;
  }
  throw new Error(`The sandbox's ${kind} changed too often to be written.`);
};
