import type { StoredCredential } from '../../platform/credentials.ts';
import { type Key, lookupKey } from '../core/keys.ts';
import { conditionMet, type Item, type Table, type TransactItem } from '../core/table.ts';

/** A member's console session. Only the peppered hash of its token is stored. */
export interface ConsoleSession {
  /** Identifies the session in logs and rate limits; not a credential. */
  readonly id: string;
  readonly accountId: string;
  readonly memberId: string;
  /** Unix seconds. */
  readonly openedAt: number;
  /** Last use in Unix seconds, up to 5 minutes behind. */
  readonly seenAt: number;
}

const IDLE_SECONDS = 12 * 3600;
export const SESSION_SECONDS = 7 * 86_400;
/** Minimum interval between two writes of `seen_at`. */
const SEEN_INTERVAL_SECONDS = 300;
/** An expired item stays this long, to allow for clock differences. */
const TTL_MARGIN_SECONDS = 3600;

/** Lookup key of the session whose cookie token has this hash. */
export const consoleSessionLookup = (pepperVersion: string, hash: string): string => `console-session#${pepperVersion}#${hash}`;

/** Builds the write of a new session. */
export const sessionItem = ({ pepperVersion, hash }: StoredCredential, session: ConsoleSession): TransactItem => ({
  Put: {
    Item: {
      ...lookupKey(consoleSessionLookup(pepperVersion, hash)),
      session_id: session.id,
      account_id: session.accountId,
      member_id: session.memberId,
      opened_at: session.openedAt,
      seen_at: session.seenAt,
      ttl: session.openedAt + SESSION_SECONDS + TTL_MARGIN_SECONDS,
    },
  },
});

export const sessionIn = (item: Item): ConsoleSession => ({
  id: String(item.session_id),
  accountId: String(item.account_id),
  memberId: String(item.member_id),
  openedAt: Number(item.opened_at),
  seenAt: Number(item.seen_at),
});

/** True until 12 hours after the last use, but at most until 7 days after the sign-in. */
export const isOpen = ({ openedAt, seenAt }: ConsoleSession, nowSeconds: number): boolean =>
  nowSeconds < openedAt + SESSION_SECONDS && nowSeconds < seenAt + IDLE_SECONDS;

/** Updates `seen_at` at most every five minutes. Does not recreate a session that has ended. */
export const recordSessionUse = async (table: Table, key: Key, { seenAt }: ConsoleSession, nowSeconds: number): Promise<void> => {
  if (nowSeconds < seenAt + SEEN_INTERVAL_SECONDS) return;
  await conditionMet(
    table.update({
      Key: key,
      UpdateExpression: 'SET seen_at = :now',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': nowSeconds },
    }),
  );
};

export const endSession = (table: Table, key: Key): Promise<void> => table.delete({ Key: key });
