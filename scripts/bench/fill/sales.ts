import { mintClientSecret } from '../../../shared/api/calls/client-secret.ts';
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
import { repeatConcurrently } from '../measure.ts';
import { type Catalogue, newCatalogue, runRule } from './catalogue.ts';
import type { HostData } from './host-data.ts';

const CONCURRENCY = 8;
const METHOD = 'creditcard';
const RETURN_URLS = { successUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/cart' };
const BUYER = { customerEmail: 'ada@example.com', customerName: 'Ada Lovelace', country: 'NL' };

/** Creates a client secret, as returned by the creation of an embedded session or payment. */
export const secretOf = async ({ flow }: HostData, tenant: Tenant, id: string): Promise<string> =>
  mintClientSecret(await flow.secrets.apiKeyPeppers(), tenant, id, Math.floor(Date.now() / 1000));

interface SessionOptions {
  readonly uiMode: 'hosted' | 'embedded';
  /** If left out, the session has no buyer details. */
  readonly buyer?: typeof BUYER;
}

const openSession = async ({ flow }: HostData, tenant: Tenant, { product, price }: Catalogue, { uiMode, buyer }: SessionOptions) => {
  const hostedUrlOf = (id: string): string => checkoutUrlOf(flow.baseUrl, tenant, id);
  const command = { priceId: price.record.id, ...buyer, ...RETURN_URLS, uiMode, hostedUrlOf };
  const { session } = await runRule(
    flow.store,
    tenant,
    async () => ({ price, product, customer: null, clock: null, coupon: null }),
    (state, context) => createCheckoutSession(command, state, context),
  );
  return session;
};

const createMany = async <T>(count: number, create: () => Promise<T>): Promise<readonly T[]> => {
  const results: T[] = [];
  await repeatConcurrently(count, CONCURRENCY, async () => {
    results.push(await create());
  });
  return results;
};

/** Creates a session of a new buyer and pays it at the sandbox provider. The service does not know the outcome yet. */
const payAtSandbox = async (data: HostData, tenant: Tenant, catalogue: Catalogue) => {
  const { flow } = data;
  const { id: sessionId } = await openSession(data, tenant, catalogue, { uiMode: 'hosted', buyer: BUYER });
  await beginPayment(flow, tenant, sessionId, METHOD);
  const paymentId = (await flow.store.get(checkoutSessionAggregate, tenant, sessionId))?.record.attempt?.paymentId ?? '';
  const providerPaymentId = (await flow.store.get(paymentAggregate, tenant, paymentId))?.record.providerPaymentId ?? '';
  const sandboxDeps = {
    store: dynamoSandboxStore(flow.store.table, tenant.accountId),
    now: Math.floor(Date.now() / 1000),
    sendWebhook: async () => undefined,
  };
  const outcome = { outcome: 'paid', failureReason: null, method: METHOD, holder: null } as const;
  const settled = await settlePayment(sandboxDeps, providerPaymentId, outcome);
  if (!settled.ok) throw new Error(settled.message);
  return { sessionId, paymentId, providerPaymentId };
};

/**
 * Creates test mode checkouts that are paid at the sandbox provider, but still open in the service. Returns the paths of the pages that
 * their buyers return to; the first request for such a page completes the checkout.
 */
export const fillPaidCheckouts = async (data: HostData, tenant: Tenant, count: number): Promise<readonly string[]> => {
  const catalogue = await newCatalogue(data.flow.store, tenant);
  return createMany(count, async () => {
    const { sessionId } = await payAtSandbox(data, tenant, catalogue);
    return `${checkoutUrlOf(data.flow.baseUrl, tenant, sessionId)}/return`;
  });
};

/** Creates succeeded payments of separate buyers with the flows of the service, without the API. Returns their ids. */
export const fillPaidPayments = (data: HostData, tenant: Tenant, catalogue: Catalogue, count: number): Promise<readonly string[]> =>
  createMany(count, async () => {
    const { paymentId, providerPaymentId } = await payAtSandbox(data, tenant, catalogue);
    if ((await syncPayment(data.flow, tenant, paymentId, providerPaymentId)) !== 'worked')
      throw new Error('A payment could not be settled.');
    return paymentId;
  });

/** Creates hosted sessions without buyer details. Returns the URLs of their pages. */
export const fillHostedSessions = (data: HostData, tenant: Tenant, catalogue: Catalogue, count: number): Promise<readonly string[]> =>
  createMany(count, async () => String((await openSession(data, tenant, catalogue, { uiMode: 'hosted' })).url));

/** An embedded session and a payment method setup of its buyer, with the client secrets of both. */
export interface EmbeddedSale {
  readonly sessionId: string;
  readonly secret: string;
  readonly setupSecret: string;
}

export const fillEmbeddedSales = (data: HostData, tenant: Tenant, catalogue: Catalogue, count: number): Promise<readonly EmbeddedSale[]> =>
  createMany(count, async () => {
    const { store } = data.flow;
    const { id } = await openSession(data, tenant, catalogue, { uiMode: 'embedded', buyer: BUYER });
    const setup = await runRule(
      store,
      tenant,
      () => loadForSetup(store, tenant, id),
      (state, context) => createSetup({ setupId: context.ids.next('seti_') }, state, context),
    );
    return { sessionId: id, secret: await secretOf(data, tenant, id), setupSecret: await secretOf(data, tenant, setup.id) };
  });
