import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SANDBOX } from '../../shared/domain/payment/provider.ts';
import { SANDBOX_PROVIDER_PATH } from '../../shared/flows/deps.ts';
import { idSource } from '../../shared/platform/ids.ts';
import type { SecretsPort } from '../../shared/ports/index.ts';
import { createMollieProvider } from '../../shared/provider/mollie/adapter.ts';
import type { NewPayment, Outcome, PaymentProvider } from '../../shared/provider/port.ts';
import { type OutcomeChoice, setBehavior, settlePayment, settleRefund } from '../../shared/sandbox/controls.ts';
import { handleSandboxRequest, type SandboxDeps } from '../../shared/sandbox/handle.ts';
import type { SandboxRequest } from '../../shared/sandbox/http.ts';
import type { SandboxBehavior } from '../../shared/sandbox/model.ts';
import { isSandboxSecret } from '../../shared/sandbox/secret.ts';
import { memorySandboxStore } from '../../shared/sandbox/store.ts';
import { sandboxToken } from '../../shared/sandbox/token.ts';

export const ACCOUNT = 'acct_01J0000000000000000000TEST';
const SECRET = 'correct-horse';
/** The deployment's peppers, from which the account's sandbox key is derived. */
export const SECRETS: SecretsPort = { apiKeyPeppers: async () => [{ version: '1', value: 'pepper' }] };
/** Time of a new sandbox, in seconds. */
export const START = 1_780_000_000;

/** Starts an HTTP server on a free port; `close` also closes open connections. */
export const serve = async (
  listener: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = (): Promise<void> =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};

export const providerAt = (baseUrl: string, apiKey: string = sandboxToken(ACCOUNT, SECRET), deadlineMs = 5_000): PaymentProvider =>
  createMollieProvider({ name: SANDBOX, baseUrl, apiKey, deadlineMs, fetch: globalThis.fetch });

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const sandboxRequest = async (request: IncomingMessage): Promise<SandboxRequest> => {
  const url = new URL(request.url ?? '/', 'http://sandbox.invalid');
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, valueOrThrow]) => [name, String(valueOrThrow)]));
  return {
    method: request.method ?? 'GET',
    path: url.pathname.replace(SANDBOX_PROVIDER_PATH, ''),
    query: Object.fromEntries(url.searchParams),
    headers,
    body: await bodyOf(request),
  };
};

/** Status with which a test makes the sandbox refuse requests. */
export type RefusedStatus = 400 | 401 | 404 | 410 | 422 | 503;

/** Starts the sandbox as an HTTP server, with a controllable clock and a list of sent webhooks. */
export const startSandbox = async () => {
  const store = memorySandboxStore();
  const clock = { now: START };
  const webhooks: { readonly url: string; readonly id: string }[] = [];
  const requests: SandboxRequest[] = [];
  /** Additional refusals, set by a test. */
  const interference: { refuse: (request: SandboxRequest) => string | null; status: RefusedStatus; field?: string } = {
    refuse: () => null,
    status: 422,
  };
  const ids = idSource(() => clock.now * 1000);
  const sendWebhook: SandboxDeps['sendWebhook'] = async (url, id) => {
    webhooks.push({ url, id });
  };
  const server = await serve(async (incoming, response) => {
    const request = await sandboxRequest(incoming);
    requests.push(request);
    const refused = interference.refuse(request);
    if (refused !== null) {
      const { status, field } = interference;
      response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify({ status, detail: refused, field }));
      return;
    }
    const answer = await handleSandboxRequest(request, {
      authenticate: async (accountId, secret) =>
        (accountId === ACCOUNT && secret === SECRET) || (await isSandboxSecret(SECRETS, accountId, secret)),
      storeOf: () => store,
      now: clock.now,
      ids,
      apiBaseUrl: server.url,
      outcomePageUrl: (accountId, paymentId) => `${server.url}/pay/${accountId}/${paymentId}`,
      sendWebhook,
    });
    if (answer.hang) {
      response.destroy();
      return;
    }
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const controls = () => ({ store, now: clock.now, sendWebhook });
  return {
    url: server.url,
    close: server.close,
    provider: providerAt(server.url),
    store,
    clock,
    webhooks,
    requests,
    /**
     * Sets which requests are refused with `status`. `refuse` returns the error message; `null`: the request passes. `field`: the invalid
     * field of the request.
     */
    refuse: (refuse: typeof interference.refuse, status: RefusedStatus = 422, field?: string): void => {
      Object.assign(interference, { refuse, status, field });
    },
    /** Sets how the sandbox answers charges and refunds of a customer. */
    behave: (customerId: string, changes: Partial<SandboxBehavior>) => setBehavior(store, customerId, changes),
    settle: (paymentId: string, outcome: OutcomeChoice['outcome'], failureReason: string | null = null) =>
      settlePayment(controls(), paymentId, { outcome, failureReason, method: null, holder: null }),
    settleRefund: (paymentId: string, refundId: string, outcome: 'refunded' | 'failed') =>
      settleRefund(controls(), paymentId, refundId, outcome),
  };
};
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Returns the value of an outcome; throws if it failed. */
export const value = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(`${outcome.kind}: ${outcome.message}`);
  return outcome.value;
};

/** Returns the failure kind of an outcome; throws if it succeeded. */
export const failureKindOf = (outcome: Outcome<unknown>): string => {
  if (outcome.ok) throw new Error('Expected a failure.');
  return outcome.kind;
};

export const WEBHOOK_URL = 'https://service.example/provider-webhook';

let keyCount = 0;
/** Builds the request for a first payment by card. Each has a new `payment_id` and a new idempotency key. */
export const firstPaymentRequest = (overrides: Partial<NewPayment>): NewPayment => {
  keyCount += 1;
  return {
    amountCents: 1999,
    currency: 'EUR',
    method: 'creditcard',
    customerId: null,
    sequenceType: 'first',
    mandateId: null,
    redirectUrl: 'https://shop.example/back',
    webhookUrl: WEBHOOK_URL,
    description: 'Plan',
    metadata: { payment_id: `py_${keyCount}` },
    idempotencyKey: `key-${keyCount}`,
    ...overrides,
  };
};

export const newCustomer = async (sandbox: Sandbox): Promise<string> => {
  keyCount += 1;
  const customer = {
    name: 'Ada Buyer',
    email: 'ada@example.com',
    metadata: { customer_id: 'cus_1' },
    idempotencyKey: `customer-${keyCount}`,
  };
  return value(await sandbox.provider.createCustomer(customer)).id;
};

/** Creates a customer with a valid mandate, by a paid first payment. */
export const createMandate = async (sandbox: Sandbox, method = 'creditcard') => {
  const customerId = await newCustomer(sandbox);
  const opened = value(await sandbox.provider.createPayment(firstPaymentRequest({ customerId, method })));
  await sandbox.settle(opened.id, 'paid');
  const first = value(await sandbox.provider.getPayment(opened.id));
  if (first.mandateId === null) throw new Error('The first payment has no mandate.');
  return { customerId, first, mandateId: first.mandateId };
};

/** Builds the request for a recurring payment. `mandateId`: `null` leaves the choice of the mandate to the provider. */
export const recurringPaymentRequest = (customerId: string, mandateId: string | null, overrides: Partial<NewPayment> = {}): NewPayment =>
  firstPaymentRequest({ customerId, mandateId, sequenceType: 'recurring', redirectUrl: null, ...overrides });
