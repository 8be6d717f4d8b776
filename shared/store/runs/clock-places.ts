import type { Tenant } from '../../domain/tenant.ts';
import {
  ADVANCES_PER_ACCOUNT,
  type AdvanceQueue,
  MAX_CONCURRENT_ADVANCES,
  mayTakePlace,
  type Ticket,
  type WaitingAccount,
} from '../../domain/test-clock/turns.ts';
import { acquireHold, type Hold, releaseHold, renewHold } from '../core/holds.ts';
import {
  CLOCK_PLACES,
  CLOCKS_WAITING,
  clockPlaceKey,
  clockPlacePartition,
  clocksWaitingKey,
  clockTicketKey,
  clockTicketPartition,
  type Key,
  sharedClockPlaceKey,
} from '../core/keys.ts';
import { conditionMet, type Item, type Table, type TransactItem } from '../core/table.ts';

/**
 * A running advance of a test clock has two places, one of its account and one of the deployment. The number of places limits the
 * concurrent advances. A place expires after this time unless it is renewed. A step of an advance usually takes less time; an advance whose
 * step waits for a billing run can lose its places.
 */
export const PLACE_MS = 120_000;
/** A place is renewed when it expires within this time. */
const RENEW_WITHIN_MS = PLACE_MS / 2;

/** The places of a running advance. `ofAccount`, `ofDeployment`: the number of the place among those of the account or the deployment. */
export interface Places {
  readonly holder: string;
  readonly ofAccount: number;
  readonly ofDeployment: number;
  readonly untilMs: number;
}

const secondOf = (startedAt: number): string => String(startedAt).padStart(12, '0');

/**
 * Builds the write of the ticket of an advance. The advances of an account run in the order of their tickets. `startedAt`: start of the
 * advance, Unix seconds. `nowMs` determines the order of tickets of the same second.
 */
export const ticketWrite = (tenant: Tenant, clockId: string, startedAt: number, nowMs: number): TransactItem & { readonly Put: object } => {
  const ms = Math.min(999, Math.max(0, nowMs - startedAt * 1000));
  const position = `${secondOf(startedAt)}#${String(ms).padStart(3, '0')}#${clockId}`;
  return { Put: { Item: { ...clockTicketKey(tenant, position), t: 'clock_ticket', clock_id: clockId } } };
};

/** Writes the ticket of an advance that has none because an earlier release started it. `startedAt`: start of the advance, Unix seconds. */
export const ensureTicket = async (table: Table, tenant: Tenant, clockId: string, startedAt: number): Promise<void> => {
  const second = secondOf(startedAt);
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': clockTicketPartition(tenant), ':from': `${second}#`, ':to': `${second}$` },
  });
  if (items.some(({ clock_id: id }) => id === clockId)) return;
  await table.put(ticketWrite(tenant, clockId, startedAt, startedAt * 1000).Put as Parameters<Table['put']>[0]);
};

export const deleteTicket = (table: Table, tenant: Tenant, { position }: Ticket): Promise<unknown> =>
  table.delete({ Key: clockTicketKey(tenant, position) });

/** The holder of places is an execution of the state machine. A second execution for the same clock is another holder. */
export const placeHolder = (clockId: string, execution: string): string => `${clockId}#${execution}`;
const clockOfHolder = (holder: unknown): string => String(holder).split('#')[0] ?? '';

const heldIn = (items: readonly Item[], nowMs: number): readonly Item[] =>
  items.filter(({ holder, expires_at_ms: expires }) => holder !== undefined && Number(expires) > nowMs);

const readPartition = async (table: Table, pk: string): Promise<readonly Item[]> =>
  (await table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } })).items;

/** Number of tickets to read: more than `ADVANCES_PER_ACCOUNT`, because tickets of ended advances may remain after a crash. */
const TICKETS_READ = 10;

/** Reads the first tickets of an account, and which of its clocks have a place. */
export const readAdvanceQueue = async (table: Table, tenant: Tenant, nowMs: number): Promise<AdvanceQueue> => {
  const [tickets, places] = await Promise.all([
    table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': clockTicketPartition(tenant) },
      Limit: TICKETS_READ,
    }),
    readPartition(table, clockPlacePartition(tenant)),
  ]);
  return {
    tickets: tickets.items.map(({ sk, clock_id: clockId }) => ({ clockId: String(clockId), position: String(sk) })),
    running: new Set(heldIn(places, nowMs).map(({ holder }) => clockOfHolder(holder))),
  };
};

const waitingIn = (items: readonly Item[]): readonly WaitingAccount[] =>
  items.map(({ sk, since_ms: sinceMs, seen_ms: seenMs }) => ({ accountId: String(sk), sinceMs: Number(sinceMs), seenMs: Number(seenMs) }));

/** Reads the accounts that wait for a place of the deployment. */
export const readWaitingAccounts = async (table: Table): Promise<readonly WaitingAccount[]> =>
  waitingIn(await readPartition(table, CLOCKS_WAITING));

/** Records that an account waits for a place of the deployment. */
const recordWaiting = async (table: Table, { accountId }: Tenant, nowMs: number): Promise<void> => {
  await table.update({
    Key: clocksWaitingKey(accountId),
    UpdateExpression: 'SET since_ms = if_not_exists(since_ms, :now), seen_ms = :now',
    ExpressionAttributeValues: { ':now': nowMs },
  });
};

/** Removes an account from those that wait. Removes nothing and returns `false` if the account has tried to take a place since `seenMs`. */
export const forgetWaiting = (table: Table, { accountId, seenMs }: WaitingAccount): Promise<boolean> =>
  conditionMet(
    table.delete({
      Key: clocksWaitingKey(accountId),
      ConditionExpression: 'seen_ms = :seen',
      ExpressionAttributeValues: { ':seen': seenMs },
    }),
  );

/**
 * Renews the place that the holder already has, or acquires the first free one. `full`: all are taken. `conflict`: another process took the
 * free place just now.
 */
const acquirePlace = async (
  table: Table,
  items: readonly Item[],
  { keyOfPlace, count }: { readonly keyOfPlace: (place: number) => Key; readonly count: number },
  holder: string,
  nowMs: number,
): Promise<number | 'full' | 'conflict'> => {
  const held = new Map(heldIn(items, nowMs).map((item) => [item.sk, item.holder]));
  const numbers = Array.from({ length: count }, (_, place) => place);
  const isOwn = (place: number): boolean => held.get(keyOfPlace(place).sk) === holder;
  const place = numbers.find(isOwn) ?? numbers.find((each) => !held.has(keyOfPlace(each).sk));
  if (place === undefined) return 'full';
  return (await acquireHold(table, { key: keyOfPlace(place), holder }, nowMs, PLACE_MS)) ? place : 'conflict';
};

const SHARED_PLACES = { keyOfPlace: sharedClockPlaceKey, count: MAX_CONCURRENT_ADVANCES };

/** Like `acquirePlace`, for the deployment. `full`: no place is free, or other accounts that wait get the free ones first. */
const acquireSharedPlace = async (table: Table, tenant: Tenant, holder: string, nowMs: number): Promise<number | 'full' | 'conflict'> => {
  const [items, waiting] = await Promise.all([readPartition(table, CLOCK_PLACES), readWaitingAccounts(table)]);
  const free = MAX_CONCURRENT_ADVANCES - heldIn(items, nowMs).filter((item) => item.holder !== holder).length;
  if (!mayTakePlace(free, waiting, tenant.accountId, nowMs)) return 'full';
  const place = await acquirePlace(table, items, SHARED_PLACES, holder, nowMs);
  const own = waiting.find(({ accountId }) => accountId === tenant.accountId);
  if (own !== undefined && typeof place === 'number') await forgetWaiting(table, own);
  return place;
};

/** Like `acquireSharedPlace`, but records the account as waiting if no place is free for it. */
const acquireSharedPlaceOrRecordWaiting = async (
  table: Table,
  tenant: Tenant,
  holder: string,
  nowMs: number,
): Promise<number | 'full' | 'conflict'> => {
  const place = await acquireSharedPlace(table, tenant, holder, nowMs);
  if (place !== 'full') return place;
  await recordWaiting(table, tenant, nowMs);
  // Tries again: an advance that released its place before `recordWaiting` did not find this account among those that wait.
  return acquireSharedPlace(table, tenant, holder, nowMs);
};

/**
 * Acquires the places of an advance that is the next of its account. `full`: no place is free; the account is recorded as waiting if only
 * the deployment has no place for it. `conflict`: another process took a place just now, so the caller decides again.
 */
export const acquirePlaces = async (table: Table, tenant: Tenant, holder: string, nowMs: number): Promise<Places | 'full' | 'conflict'> => {
  const ofTenant = { keyOfPlace: (place: number): Key => clockPlaceKey(tenant, place), count: ADVANCES_PER_ACCOUNT };
  const inAccount = await readPartition(table, clockPlacePartition(tenant));
  const ofAccount = await acquirePlace(table, inAccount, ofTenant, holder, nowMs);
  if (typeof ofAccount === 'string') return ofAccount;
  const ofDeployment = await acquireSharedPlaceOrRecordWaiting(table, tenant, holder, nowMs);
  if (typeof ofDeployment === 'number') return { holder, ofAccount, ofDeployment, untilMs: nowMs + PLACE_MS };
  await releaseHold(table, { key: ofTenant.keyOfPlace(ofAccount), holder });
  return ofDeployment;
};

const holdsOf = (tenant: Tenant, { holder, ofAccount, ofDeployment }: Places): readonly Hold[] =>
  [clockPlaceKey(tenant, ofAccount), sharedClockPlaceKey(ofDeployment)].map((key) => ({ key, holder }));

/** Renews places that expire soon. `null`: another advance has taken one of them, and the holder's other place is released. */
export const renewPlaces = async (table: Table, tenant: Tenant, places: Places, nowMs: number): Promise<Places | null> => {
  if (places.untilMs - nowMs > RENEW_WITHIN_MS) return places;
  const untilMs = nowMs + PLACE_MS;
  const renewed = await Promise.all(holdsOf(tenant, places).map((hold) => renewHold(table, hold, untilMs)));
  if (renewed.every((isHeld) => isHeld)) return { ...places, untilMs };
  await releasePlaces(table, tenant, places);
  return null;
};

/** Releases the places that the holder still has. */
export const releasePlaces = async (table: Table, tenant: Tenant, places: Places): Promise<void> => {
  await Promise.all(holdsOf(tenant, places).map((hold) => releaseHold(table, hold)));
};
