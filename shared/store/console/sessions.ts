import type { KeptCredential } from '../../platform/credentials.ts';
import { type Key, lookupKey } from '../core/keys.ts';
import { conditionFailure, type Item, type Table, type TransactItem } from '../core/table.ts';

/** A member who is signed in to the console. Of the token only the peppered hash is kept. */
export interface ConsoleSession {
  /** Names it in logs and buckets, and opens nothing. */
  readonly id: string;
  readonly accountId: string;
  readonly memberId: string;
  /** Unix seconds, as all below. */
  readonly openedAt: number;
  /** When it was used last, within the precision that uses are noted with. */
  readonly seenAt: number;
}

const IDLE_SECONDS = 12 * 3600;
export const SESSION_SECONDS = 7 * 86_400;
/** A use that follows another one so soon is not noted. */
const NOTED_EVERY_SECONDS = 300;
/** An entry outlives its session, for a clock that is behind. */
const KEPT_SECONDS = 3600;

/** Where a session is looked up by what its browser sends. */
export const consoleSessionLookup = (pepperVersion: string, hash: string): string => `console-session#${pepperVersion}#${hash}`;

/** The write of a session that is opened. */
export const sessionItem = ({ pepperVersion, hash }: KeptCredential, session: ConsoleSession): TransactItem => ({
  Put: {
    Item: {
      ...lookupKey(consoleSessionLookup(pepperVersion, hash)),
      session_id: session.id,
      account_id: session.accountId,
      member_id: session.memberId,
      opened_at: session.openedAt,
      seen_at: session.seenAt,
      ttl: session.openedAt + SESSION_SECONDS + KEPT_SECONDS,
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

/** Whether its time is not over: 12 hours without a use, 7 days in all. */
export const isOpen = ({ openedAt, seenAt }: ConsoleSession, nowSeconds: number): boolean =>
  nowSeconds < openedAt + SESSION_SECONDS && nowSeconds < seenAt + IDLE_SECONDS;

/** Notes that a session is used. One that was ended in the meantime stays ended. */
export const noteUse = async (table: Table, key: Key, { seenAt }: ConsoleSession, nowSeconds: number): Promise<void> => {
  if (nowSeconds < seenAt + NOTED_EVERY_SECONDS) return;
  try {
    await table.update({
      Key: key,
      UpdateExpression: 'SET seen_at = :now',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': nowSeconds },
    });
  } catch (error) {
    if (conditionFailure(error) === null) throw error;
  }
};

export const endSession = (table: Table, key: Key): Promise<void> => table.delete({ Key: key });
