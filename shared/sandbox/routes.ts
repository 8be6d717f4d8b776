import { type Done, SandboxError, type SandboxNotice } from './answers.ts';
import type { Found, SandboxRef, SandboxStore, SandboxWrite } from './store.ts';
import type { SandboxUrls } from './view.ts';

/** What a route works with: one account's data at one moment. */
export interface RouteContext {
  readonly store: SandboxStore;
  readonly urls: SandboxUrls;
  /** Unix seconds. */
  readonly now: number;
  /** The end of the id of whatever this request makes. */
  readonly suffix: string;
  /** `null`: the caller sent no key, or makes nothing. */
  readonly claim: KeyClaim | null;
  readonly query: Readonly<Record<string, string>>;
  /** The path as asked for, for links. */
  readonly path: string;
  /** The parsed body; `undefined` when there was none. */
  readonly body: unknown;
}

/** An idempotency key with the request that it is sent for. */
export interface KeyClaim {
  readonly key: string;
  /** Of method, path and body: the key serves no other request. */
  readonly fingerprint: string;
}

/** The variable parts of a path, in order. */
export type RouteIds = readonly string[];
export type Route = (context: RouteContext, ids: RouteIds) => Promise<Done>;

/**
 * A route that makes something. What it decides on is read in one call with the answer kept under its key, and what it makes is
 * written at once with the answer to be kept: no second try ever finds half of it.
 */
export type MakingRoute = (context: RouteContext, ids: RouteIds) => Making;

export interface Making {
  readonly reads: readonly SandboxRef[];
  /** Decides anew when another writer came between. May read what only `found` tells that it needs. */
  readonly decide: (found: Found) => Promise<Made>;
}

/** Nothing has happened until the writes are committed. */
export interface Made extends Done {
  readonly writes: readonly SandboxWrite[];
}

/** Reads one variable part of a path; its place is fixed by the route's pattern. */
export const idAt = (ids: RouteIds, index: number): string => {
  const id = ids[index];
  if (id === undefined) throw new RangeError(`The route has no part ${index}.`);
  return id;
};

/** Anyone who charges processes the answer within this time, or is taken for dead. */
export const CHARGE_ANSWER_SECONDS = 30;
/** A refund is recorded by then by anyone who asked for it. */
export const REFUND_ANSWER_SECONDS = 2;

/** One notice when the payer gave a webhook. */
export const noticeOf = (
  payment: { readonly id: string; readonly webhookUrl: string | null },
  afterAnswerSeconds: number,
): readonly SandboxNotice[] =>
  payment.webhookUrl === null ? [] : [{ webhookUrl: payment.webhookUrl, id: payment.id, afterAnswerSeconds }];

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 250;
const LONGEST_ID = 128;

/** `limit` and `from` of a listing; 400 for one that cannot be any. */
export const pageOf = (query: RouteContext['query']): { readonly limit: number; readonly from: string | null } => {
  const limit = Number(query.limit ?? DEFAULT_PAGE);
  if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_PAGE)
    throw new SandboxError(400, 'The limit must be from 1 to 250', 'limit');
  const { from = null } = query;
  if (from !== null && from.length > LONGEST_ID) throw new SandboxError(400, 'The list cannot begin with this id', 'from');
  return { limit, from };
};

/** Splits a page of one more than `limit` into what is shown and where the next begins. */
export const cut = <T>(
  items: readonly T[],
  limit: number,
  idOf: (item: T) => string,
): { readonly shown: readonly T[]; readonly next: string | null } => {
  const following = items[limit];
  return { shown: items.slice(0, limit), next: following === undefined ? null : idOf(following) };
};
