import type { IdSource } from '../domain/decision.ts';
import { idempotentRoute } from './create-route.ts';
import { createCustomer, deleteCustomer, deleteMandate, getCustomer, getMandate, listCustomers, listMandates } from './customer-routes.ts';
import { errorResponse, type RouteResult, responseOf, SandboxError, type SandboxOutcome, type SandboxRequest } from './http.ts';
import { claimOf } from './idempotency.ts';
import {
  cancelPayment,
  createPayment,
  getPayment,
  getPaymentChargeback,
  getProfile,
  listCustomerPayments,
  listMethods,
  listPaymentChargebacks,
  listPayments,
} from './payment-routes.ts';
import { createRefund, getRefund, listRefunds } from './refund-routes.ts';
import type { Route, RouteContext, RouteIds } from './routes.ts';
import type { SandboxStore } from './store.ts';
import { parseSandboxToken } from './token.ts';

/** Dependencies of the sandbox. */
export interface SandboxDeps {
  /** Returns true if the secret belongs to the account. */
  readonly authenticate: (accountId: string, secret: string) => Promise<boolean>;
  readonly storeOf: (accountId: string) => SandboxStore;
  /** Unix seconds, real time. */
  readonly now: number;
  readonly ids: IdSource;
  /** Base URL of the sandbox API, without `/v2` and without a trailing slash. */
  readonly apiBaseUrl: string;
  readonly outcomePageUrl: (accountId: string, paymentId: string) => string;
  readonly sendWebhook: SendWebhook;
}

/** Posts `id=<payment id>`, form-encoded, to `webhookUrl` after the delay, directly or via a queue. */
export type SendWebhook = (webhookUrl: string, id: string, delaySeconds: number) => Promise<void>;

/** Builds the form-encoded body of a webhook. */
export const webhookBody = (id: string): string => new URLSearchParams({ id }).toString();

const ROUTES: readonly (readonly [method: string, pattern: RegExp, route: Route])[] = [
  ['POST', /^\/v2\/customers$/, idempotentRoute(createCustomer)],
  ['GET', /^\/v2\/customers$/, listCustomers],
  ['GET', /^\/v2\/customers\/([^/]+)$/, getCustomer],
  ['DELETE', /^\/v2\/customers\/([^/]+)$/, deleteCustomer],
  ['GET', /^\/v2\/customers\/([^/]+)\/mandates$/, listMandates],
  ['GET', /^\/v2\/customers\/([^/]+)\/mandates\/([^/]+)$/, getMandate],
  ['DELETE', /^\/v2\/customers\/([^/]+)\/mandates\/([^/]+)$/, deleteMandate],
  ['GET', /^\/v2\/customers\/([^/]+)\/payments$/, listCustomerPayments],
  ['POST', /^\/v2\/payments$/, idempotentRoute(createPayment)],
  ['GET', /^\/v2\/payments$/, listPayments],
  ['GET', /^\/v2\/payments\/([^/]+)$/, getPayment],
  ['DELETE', /^\/v2\/payments\/([^/]+)$/, cancelPayment],
  ['POST', /^\/v2\/payments\/([^/]+)\/refunds$/, idempotentRoute(createRefund)],
  ['GET', /^\/v2\/payments\/([^/]+)\/refunds$/, listRefunds],
  ['GET', /^\/v2\/payments\/([^/]+)\/refunds\/([^/]+)$/, getRefund],
  ['GET', /^\/v2\/payments\/([^/]+)\/chargebacks$/, listPaymentChargebacks],
  ['GET', /^\/v2\/payments\/([^/]+)\/chargebacks\/([^/]+)$/, getPaymentChargeback],
  ['GET', /^\/v2\/methods$/, listMethods],
  ['GET', /^\/v2\/profiles\/me$/, getProfile],
];

const matchRoute = (request: SandboxRequest): { readonly route: Route; readonly ids: RouteIds } => {
  const candidates = ROUTES.flatMap(([method, pattern, route]) => {
    const pathMatch = pattern.exec(request.path);
    return pathMatch === null ? [] : [{ method, route, ids: pathMatch.slice(1) }];
  });
  const matchingRoute = candidates.find((candidate) => candidate.method === request.method);
  if (matchingRoute !== undefined) return matchingRoute;
  throw candidates.length === 0
    ? new SandboxError(404, 'No such resource')
    : new SandboxError(405, 'The resource does not support this method');
};

const accountOf = async (request: SandboxRequest, deps: SandboxDeps): Promise<string> => {
  const token = parseSandboxToken(/^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
  if (token === null || !(await deps.authenticate(token.accountId, token.secret))) {
    throw new SandboxError(401, 'The API key is missing or invalid');
  }
  return token.accountId;
};

const parseBody = (body: string): unknown => {
  if (body === '') return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new SandboxError(400, 'The body is not JSON');
  }
};

const runRoute = async (request: SandboxRequest, deps: SandboxDeps): Promise<RouteResult> => {
  const accountId = await accountOf(request, deps);
  const { route, ids } = matchRoute(request);
  const context: RouteContext = {
    store: deps.storeOf(accountId),
    urls: { apiBaseUrl: deps.apiBaseUrl, outcomePageUrl: (paymentId) => deps.outcomePageUrl(accountId, paymentId) },
    now: deps.now,
    suffix: deps.ids.next(''),
    claim: claimOf(request),
    query: request.query,
    path: request.path,
    body: parseBody(request.body),
  };
  return route(context, ids);
};

/**
 * Handles one request of Mollie's API v2 for the account of its bearer token. Stores the changes of the request, calls `sendWebhook` for
 * each webhook, and returns the response. If the response is lost (`hang`), webhooks have no delay. Throws errors of the store or queue.
 */
export const handleSandboxRequest = async (request: SandboxRequest, deps: SandboxDeps): Promise<SandboxOutcome> => {
  try {
    const outcome = await runRoute(request, deps);
    for (const { webhookUrl, id, delaySeconds } of outcome.webhooks) {
      await deps.sendWebhook(webhookUrl, id, outcome.hang ? 0 : delaySeconds);
    }
    return outcome.hang ? { hang: true } : { hang: false, ...responseOf(outcome) };
  } catch (error) {
    if (error instanceof SandboxError) return { hang: false, ...errorResponse(error) };
    throw error;
  }
};
