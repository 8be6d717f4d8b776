import { createCheckoutSession } from '../../../shared/domain/checkout-session/create.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { beginPayment } from '../../../shared/flows/checkout/begin.ts';
import { checkoutUrlOf } from '../../../shared/flows/deps.ts';
import { settlePayment } from '../../../shared/sandbox/controls.ts';
import { dynamoSandboxStore } from '../../../shared/sandbox/dynamo-store.ts';
import { inParallel } from '../measure.ts';
import { type Catalogue, newCatalogue, runRule } from './catalogue.ts';
import type { HostData } from './host-data.ts';

const AT_ONCE = 8;
const METHOD = 'creditcard';

const sendNothing = async (): Promise<void> => undefined;

/** Creates a session of a new buyer and starts its payment at the provider. Returns the ids of both. */
const beginCheckout = async ({ flow }: HostData, tenant: Tenant, { product, price }: Catalogue) => {
  const command = {
    priceId: price.record.id,
    customerEmail: 'ada@example.com',
    customerName: 'Ada Lovelace',
    country: 'NL',
    successUrl: 'https://shop.example/thanks',
    cancelUrl: 'https://shop.example/cart',
    hostedUrlOf: (id: string) => checkoutUrlOf(flow.baseUrl, tenant, id),
  };
  const { session } = await runRule(
    flow.store,
    tenant,
    async () => ({ price, product, customer: null, clock: null, coupon: null }),
    (state, context) => createCheckoutSession(command, state, context),
  );
  const start = await beginPayment(flow, tenant, session.id, METHOD);
  const { attempt } = (await flow.store.get(checkoutSessionAggregate, tenant, session.id))?.record ?? { attempt: null };
  const payment = attempt === null ? null : await flow.store.get(paymentAggregate, tenant, attempt.paymentId);
  const providerPaymentId = payment?.record.providerPaymentId ?? null;
  if (start.kind !== 'redirect' || providerPaymentId === null) throw new Error('A checkout could not be started.');
  return { sessionId: session.id, providerPaymentId };
};

/**
 * Creates `count` test mode checkouts that are paid at the sandbox provider but not yet settled: the next request for each settles it.
 * Uses the flows of the service, without the API. Returns the paths of the pages that buyers return to.
 */
export const fillPaidCheckouts = async (data: HostData, accountId: string, count: number): Promise<readonly string[]> => {
  const tenant: Tenant = { accountId, mode: 'test' };
  const catalogue = await newCatalogue(data.flow.store, tenant);
  const store = dynamoSandboxStore(data.flow.store.table, accountId);
  const pages: string[] = [];
  await inParallel(count, AT_ONCE, async () => {
    const { sessionId, providerPaymentId } = await beginCheckout(data, tenant, catalogue);
    const sandboxDeps = { store, now: Math.floor(Date.now() / 1000), sendWebhook: sendNothing };
    const settled = await settlePayment(sandboxDeps, providerPaymentId, {
      outcome: 'paid',
      failureReason: null,
      method: METHOD,
      holder: null,
    });
    if (!settled.ok) throw new Error(settled.message);
    pages.push(`${checkoutUrlOf(data.flow.baseUrl, tenant, sessionId)}/return`);
  });
  return pages;
};
