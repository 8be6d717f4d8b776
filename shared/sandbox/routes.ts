import { type RouteResult, SandboxError, type SandboxWebhook } from './http.ts';
import type { BatchLookup, SandboxRef, SandboxStore, SandboxWrite } from './store.ts';
import type { SandboxUrls } from './view.ts';

/** Request and dependencies of a route, for one account. */
export interface RouteContext {
  readonly store: SandboxStore;
  readonly urls: SandboxUrls;
  /** Unix seconds. */
  readonly now: number;
  /** Suffix of the id of the object that this request creates. */
  readonly suffix: string;
  /** `null`: no idempotency key, or not a creating request. */
  readonly claim: KeyClaim | null;
  readonly query: Readonly<Record<string, string>>;
  /** Request path, for links. */
  readonly path: string;
  /** Parsed body; `undefined`: none. */
  readonly body: unknown;
}

/** An idempotency key and its request. */
export interface KeyClaim {
  readonly key: string;
  /** Hash of method, path and body. */
  readonly fingerprint: string;
}

/** The variable parts of a path, in order. */
export type RouteIds = readonly string[];
export type Route = (context: RouteContext, ids: RouteIds) => Promise<RouteResult>;

/**
 * A route that creates an object. `createRoute` reads the stored response for the idempotency key together with the `reads` of the plan,
 * and commits the response together with the `writes`, so that a retry never finds a partial result.
 */
export type CreateRoute = (context: RouteContext, ids: RouteIds) => CreatePlan;

export interface CreatePlan {
  readonly reads: readonly SandboxRef[];
  /** Called again after a concurrent write. May read further records that depend on the records of `lookup`. */
  readonly decide: (lookup: BatchLookup) => Promise<CreateResult>;
}

/** Result of a creating route, with the writes to commit. */
export interface CreateResult extends RouteResult {
  readonly writes: readonly SandboxWrite[];
}

/** Returns one variable part of the path, by its index in the route's pattern. */
export const pathIdAt = (ids: RouteIds, index: number): string => {
  const id = ids[index];
  if (id === undefined) throw new RangeError(`The route has no variable part ${index}.`);
  return id;
};

/** Delay of webhooks for charges: the caller has processed the response by then, or has crashed. */
export const CHARGE_WEBHOOK_DELAY_SECONDS = 30;
/** Delay of webhooks for refunds: the caller has recorded the refund by then. */
export const REFUND_WEBHOOK_DELAY_SECONDS = 2;

/** Returns the webhook to send, if the payment has a webhook URL. */
export const webhooksOf = (
  payment: { readonly id: string; readonly webhookUrl: string | null },
  delaySeconds: number,
): readonly SandboxWebhook[] => (payment.webhookUrl === null ? [] : [{ webhookUrl: payment.webhookUrl, id: payment.id, delaySeconds }]);

const DEFAULT_PAGE = 50;
const MAX_PAGE = 250;
const MAX_ID_LENGTH = 128;

/** Reads `limit` and `from` of a list request. Throws 400 for invalid values. */
export const pageOf = (query: RouteContext['query']): { readonly limit: number; readonly from: string | null } => {
  const limit = Number(query.limit ?? DEFAULT_PAGE);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) throw new SandboxError(400, 'The limit must be from 1 to 250', 'limit');
  const { from = null } = query;
  if (from !== null && from.length > MAX_ID_LENGTH) throw new SandboxError(400, "The 'from' id is too long", 'from');
  return { limit, from };
};

/** Splits up to `limit + 1` items into the page and the id of the next page's first item. */
export const splitPage = <T>(
  items: readonly T[],
  limit: number,
  idOf: (item: T) => string,
): { readonly shown: readonly T[]; readonly next: string | null } => {
  const following = items[limit];
  return { shown: items.slice(0, limit), next: following === undefined ? null : idOf(following) };
};
