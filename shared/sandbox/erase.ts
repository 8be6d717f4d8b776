import type { Done } from './answers.ts';
import type { SandboxKind, SandboxKinds, SandboxStore } from './store.ts';
import { change } from './store.ts';

/** Whom an answer shows: the customer itself, or what belongs to one. */
const customerIn = (object: NonNullable<Done['object']>): unknown => (object.resource === 'customer' ? object.id : object.customerId);

/** Remembers that the answer under this key shows a customer, so that it can be forgotten with it. */
export const noteKey = async (store: SandboxStore, key: string, object: Done['object']): Promise<void> => {
  const customerId = object === null ? null : customerIn(object);
  if (typeof customerId === 'string') await store.put('customer_key', `${customerId}/${key}`, { key }, 0);
};

const PAGE = 250;

async function* entriesOf<K extends SandboxKind>(
  store: SandboxStore,
  kind: K,
  prefix: string,
  idOf: (value: SandboxKinds[K]) => string,
): AsyncGenerator<SandboxKinds[K]> {
  let from: string | null = null;
  for (;;) {
    const page: readonly SandboxKinds[K][] = await store.list(kind, prefix, { limit: PAGE + 1, from });
    yield* page.slice(0, PAGE);
    const next: SandboxKinds[K] | undefined = page[PAGE];
    if (next === undefined) return;
    from = `${prefix}${idOf(next)}`;
  }
}

/** A deleted customer's name and accounts go from its payments, its mandates and the answers kept under keys. */
export const eraseTraces = async (store: SandboxStore, customerId: string): Promise<void> => {
  const prefix = `${customerId}/`;
  for await (const { paymentId } of entriesOf(store, 'customer_payment', prefix, (pointer) => pointer.paymentId)) {
    await change(store, 'payment', paymentId, (payment) => ({
      next: payment === null ? null : { ...payment, details: null },
      result: null,
    }));
  }
  for await (const { id } of entriesOf(store, 'mandate', prefix, (mandate) => mandate.id)) {
    await change(store, 'mandate', `${prefix}${id}`, (mandate) => ({
      next: mandate === null ? null : { ...mandate, details: {} },
      result: null,
    }));
  }
  for await (const { key } of entriesOf(store, 'customer_key', prefix, (pointer) => pointer.key)) {
    await change(store, 'idempotency', key, (kept) => ({
      next: kept?.answer ? { ...kept, answer: { ...kept.answer, body: '{}' } } : null,
      result: null,
    }));
  }
};
