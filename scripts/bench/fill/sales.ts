import { mintClientSecret } from '../../../shared/api/client-secret.ts';
import { createCheckoutSession } from '../../../shared/domain/checkout-session/create.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { createSetup } from '../../../shared/domain/payment-method-setup/create.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { beginPayment } from '../../../shared/flows/checkout/begin.ts';
import { loadForSetup } from '../../../shared/flows/checkout/setup.ts';
import { checkoutUrlOf } from '../../../shared/flows/deps.ts';
import { syncPayment } from '../../../shared/flows/payments/sync.ts';
import { settlePayment } from '../../../shared/sandbox/controls.ts';
import { dynamoSandboxStore } from '../../../shared/sandbox/dynamo-store.ts';
import { inParallel } from '../measure.ts';
import { type Catalogue, decided } from './catalogue.ts';
import type { HostData } from './host-data.ts';

const AT_ONCE = 8;
const METHOD = 'creditcard';
const ADDRESSES = { successUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/cart' };
const BUYER = { customerEmail: 'ada@example.com', customerName: 'Ada Lovelace', country: 'NL' };

/** A client secret, as the creation of what is embedded answers it. */
export const secretOf = async ({ flow }: HostData, tenant: Tenant, id: string): Promise<string> =>
  mintClientSecret(await flow.secrets.apiKeyPeppers(), tenant, id, Math.floor(Date.now() / 1000));

interface Opened {
  readonly uiMode: 'hosted' | 'embedded';
  /** Of whom nothing is known when left out. */
  readonly buyer?: typeof BUYER;
}

const openSession = async ({ flow }: HostData, tenant: Tenant, { product, price }: Catalogue, { uiMode, buyer }: Opened) => {
  const hostedUrlOf = (id: string): string => checkoutUrlOf(flow.baseUrl, tenant, id);
  const command = { priceId: price.record.id, ...buyer, ...ADDRESSES, uiMode, hostedUrlOf };
  const { session } = await decided(
    flow.store,
    tenant,
    async () => ({ price, product, customer: null, clock: null, coupon: null }),
    (state, context) => createCheckoutSession(command, state, context),
  );
  return session;
};

const many = async <T>(count: number, make: () => Promise<T>): Promise<readonly T[]> => {
  const made: T[] = [];
  await inParallel(count, AT_ONCE, async () => {
    made.push(await make());
  });
  return made;
};

/** Payments of separate buyers that have succeeded, settled by the flows of the service, past the API. Answers their ids. */
export const fillPaidPayments = (data: HostData, tenant: Tenant, catalogue: Catalogue, count: number): Promise<readonly string[]> => {
  const { flow } = data;
  const bank = {
    store: dynamoSandboxStore(flow.store.table, tenant.accountId),
    now: Math.floor(Date.now() / 1000),
    sendWebhook: async () => undefined,
  };
  return many(count, async () => {
    const { id } = await openSession(data, tenant, catalogue, { uiMode: 'hosted', buyer: BUYER });
    await beginPayment(flow, tenant, id, METHOD);
    const paymentId = (await flow.store.get(checkoutSessionAggregate, tenant, id))?.record.attempt?.paymentId ?? '';
    const providerPaymentId = (await flow.store.get(paymentAggregate, tenant, paymentId))?.record.providerPaymentId ?? '';
    await settlePayment(bank, providerPaymentId, { outcome: 'paid', failureReason: null, method: METHOD, holder: null });
    if ((await syncPayment(flow, tenant, paymentId, providerPaymentId)) !== 'worked') throw new Error('A payment could not be settled.');
    return paymentId;
  });
};

/** Hosted sessions of buyers of whom nothing is known. Answers the addresses of their pages. */
export const fillHostedSessions = (data: HostData, tenant: Tenant, catalogue: Catalogue, count: number): Promise<readonly string[]> =>
  many(count, async () => String((await openSession(data, tenant, catalogue, { uiMode: 'hosted' })).url));

/** An embedded session with a setup begun for its buyer, and the secrets of both. */
export interface EmbeddedSale {
  readonly sessionId: string;
  readonly secret: string;
  readonly setupSecret: string;
}

export const fillEmbeddedSales = (data: HostData, tenant: Tenant, catalogue: Catalogue, count: number): Promise<readonly EmbeddedSale[]> =>
  many(count, async () => {
    const { store } = data.flow;
    const { id } = await openSession(data, tenant, catalogue, { uiMode: 'embedded', buyer: BUYER });
    const setup = await decided(
      store,
      tenant,
      () => loadForSetup(store, tenant, id),
      (state, context) => createSetup({ setupId: context.ids.next('seti_') }, state, context),
    );
    return { sessionId: id, secret: await secretOf(data, tenant, id), setupSecret: await secretOf(data, tenant, setup.id) };
  });
