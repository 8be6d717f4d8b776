import { keepAnswer } from './idempotency.ts';
import { change, type SandboxKind, type SandboxKinds, type SandboxStore } from './store.ts';

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

/** What was answered under the key is forgotten; that it was answered is not. */
const forgetAnswer = async (store: SandboxStore, key: string): Promise<void> => {
  const kept = await store.get('idempotency', key);
  if (kept === null) return;
  const answer = { ...kept.value.answer, body: '{}' };
  // Refused only when the key was used anew after its hour, and the answer went with that.
  await store.commit([keepAnswer(key, kept, { ...kept.value, answer })]);
};

/** A deleted customer's name and accounts go from its payments, its mandates and the answers kept under keys. */
export const eraseTraces = async (store: SandboxStore, customerId: string): Promise<void> => {
  const prefix = `${customerId}/`;
  const { idempotencyKey } = (await store.get('customer', customerId))?.value ?? {};
  if (idempotencyKey) await forgetAnswer(store, idempotencyKey);
  for await (const { paymentId } of entriesOf(store, 'customer_payment', prefix, (pointer) => pointer.paymentId)) {
    const key = await change(store, 'payment', paymentId, (payment) => ({
      next: payment === null ? null : { ...payment, details: null },
      result: payment?.idempotencyKey,
    }));
    if (key) await forgetAnswer(store, key);
  }
  for await (const { id } of entriesOf(store, 'mandate', prefix, (mandate) => mandate.id)) {
    await change(store, 'mandate', `${prefix}${id}`, (mandate) => ({
      next: mandate === null ? null : { ...mandate, details: {} },
      result: null,
    }));
  }
};
