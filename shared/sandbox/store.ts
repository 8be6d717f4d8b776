import type { KeptAnswer, SandboxBehavior, SandboxCustomer, SandboxMandate, SandboxPayment, SandboxRefund } from './model.ts';

/**
 * What is kept under which kind. Ids of what belongs to something begin with its owner's id and a `/`,
 * so that a listing is a prefix: mandates by customer, refunds by payment, payments of a customer.
 */
export interface SandboxKinds {
  readonly customer: SandboxCustomer;
  readonly behavior: SandboxBehavior;
  readonly mandate: SandboxMandate;
  readonly payment: SandboxPayment;
  /** `<customer id>/<payment id>`. */
  readonly customer_payment: { readonly paymentId: string };
  readonly refund: SandboxRefund;
  readonly idempotency: KeptAnswer;
}
export type SandboxKind = keyof SandboxKinds;

/** A value as read; `version` guards the next write. */
export interface Versioned<T> {
  readonly value: T;
  readonly version: number;
}

/** Names one value. */
export interface SandboxRef {
  readonly kind: SandboxKind;
  readonly id: string;
}

/** What was read together; `null` for what is not there. Throws for what was not asked for. */
export type Found = <K extends SandboxKind>(kind: K, id: string) => Versioned<SandboxKinds[K]> | null;

/** A value to be written; made by `write`. */
export interface SandboxWrite extends SandboxRef {
  readonly value: SandboxKinds[SandboxKind];
  readonly expectedVersion: number;
  readonly expiresAt: number | null;
}

/** `expectedVersion`: the one that was read, 0 for what must not exist. `expiresAt` (Unix seconds) allows forgetting. */
export const write = <K extends SandboxKind>(
  kind: K,
  id: string,
  value: SandboxKinds[K],
  expectedVersion: number,
  expiresAt: number | null = null,
): SandboxWrite => ({ kind, id, value, expectedVersion, expiresAt });

/** One account's sandbox data. Reads see every earlier write. */
export interface SandboxStore {
  readonly get: <K extends SandboxKind>(kind: K, id: string) => Promise<Versioned<SandboxKinds[K]> | null>;
  /** All of them in one call. */
  readonly getMany: (refs: readonly SandboxRef[]) => Promise<Found>;
  /** All or nothing: false, and nothing written, unless the present version of each is the expected one. */
  readonly commit: (writes: readonly SandboxWrite[]) => Promise<boolean>;
  /** Newest id first, from the id `from` (inclusive) on when given, at most `limit`. */
  readonly list: <K extends SandboxKind>(
    kind: K,
    prefix: string,
    page: { readonly limit: number; readonly from: string | null },
  ) => Promise<readonly SandboxKinds[K][]>;
}

/** One string for one value. */
export const nameOf = (kind: SandboxKind, id: string): string => `${kind}#${id}`;

/** Gives what a read of `refs` brought, by name. */
export const foundAmong = (refs: readonly SandboxRef[], values: ReadonlyMap<string, Versioned<unknown>>): Found => {
  const asked = new Set(refs.map(({ kind, id }) => nameOf(kind, id)));
  return <K extends SandboxKind>(kind: K, id: string) => {
    const name = nameOf(kind, id);
    if (!asked.has(name)) throw new RangeError(`The sandbox's ${kind} was not read.`);
    return (values.get(name) ?? null) as Versioned<SandboxKinds[K]> | null;
  };
};

/** Keeps everything in this process; for tests. Values are copied in and out. */
export const memorySandboxStore = (): SandboxStore => {
  const entries = new Map<string, Versioned<unknown>>();
  const versionOf = (kind: SandboxKind, id: string): number => entries.get(nameOf(kind, id))?.version ?? 0;
  return {
    getMany: async (refs) => {
      const asked = refs.flatMap(({ kind, id }) => {
        const entry = entries.get(nameOf(kind, id));
        return entry === undefined ? [] : [[nameOf(kind, id), structuredClone(entry)] as const];
      });
      return foundAmong(refs, new Map(asked));
    },
    commit: async (writes) => {
      if (writes.some(({ kind, id, expectedVersion }) => versionOf(kind, id) !== expectedVersion)) return false;
      for (const { kind, id, value, expectedVersion } of writes) {
        entries.set(nameOf(kind, id), { value: structuredClone(value), version: expectedVersion + 1 });
      }
      return true;
    },
    get: async <K extends SandboxKind>(kind: K, id: string) =>
      structuredClone(entries.get(nameOf(kind, id)) ?? null) as Versioned<SandboxKinds[K]> | null,
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

/** How often a write that another one came before is decided again. */
export const ATTEMPTS = 8;

/**
 * Reads, decides and writes one value, again when another writer came between. `decide` answers the next value next to whatever
 * it wants to tell; `next: null` writes nothing.
 */
export const change = async <K extends SandboxKind, Result>(
  store: SandboxStore,
  kind: K,
  id: string,
  decide: (current: SandboxKinds[K] | null) => { readonly next: SandboxKinds[K] | null; readonly result: Result },
): Promise<Result> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const current = await store.get(kind, id);
    const { next, result } = decide(current?.value ?? null);
    if (next === null || (await store.commit([write(kind, id, next, current?.version ?? 0)]))) return result;
  }
  throw new Error(`The sandbox's ${kind} changed too often to be written.`);
};
