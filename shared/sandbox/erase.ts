import { buildResponseWrite } from './idempotency.ts';
import { type SandboxKind, type SandboxKinds, type SandboxStore, updateSandboxValue } from './store.ts';

const PAGE = 250;

async function* valuesOf<K extends SandboxKind>(
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

/** Erases the body of the response stored for an idempotency key. The key still counts as used. */
const eraseStoredBody = async (store: SandboxStore, key: string): Promise<void> => {
  const storedResponse = await store.get('idempotency', key);
  if (storedResponse === null) return;
  const answer = { ...storedResponse.value.answer, body: '{}' };
  // This write fails only if the key expired and was used again; then another response has replaced the old one.
  await store.commit([buildResponseWrite(key, storedResponse, { ...storedResponse.value, answer })]);
};

/** Erases a deleted customer's personal data in payments, mandates and stored responses. */
export const erasePersonalData = async (store: SandboxStore, customerId: string): Promise<void> => {
  const prefix = `${customerId}/`;
  const { idempotencyKey } = (await store.get('customer', customerId))?.value ?? {};
  if (idempotencyKey) await eraseStoredBody(store, idempotencyKey);
  for await (const { paymentId } of valuesOf(store, 'customer_payment', prefix, (pointer) => pointer.paymentId)) {
    const key = await updateSandboxValue(store, 'payment', paymentId, (payment) => ({
      next: payment === null ? null : { ...payment, details: null, description: '' },
      result: payment?.idempotencyKey,
    }));
    if (key) await eraseStoredBody(store, key);
  }
  for await (const { id } of valuesOf(store, 'mandate', prefix, (mandate) => mandate.id)) {
    await updateSandboxValue(store, 'mandate', `${prefix}${id}`, (mandate) => ({
      next: mandate === null ? null : { ...mandate, details: {} },
      result: null,
    }));
  }
};
