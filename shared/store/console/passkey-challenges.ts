import { createHash } from 'node:crypto';
import { type Key, lookupKey } from '../core/keys.ts';
import { conditionFailure, type Table } from '../core/table.ts';

/** What a passkey signs once, to be made or to sign in. Of a challenge only the hash is kept. */
interface Challenge {
  /** Base64url. */
  readonly challenge: string;
  /** The hash of the browser that asked, or the session: no other one may use it. */
  readonly boundTo: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** As long as somebody takes to find their key. */
export const CHALLENGE_SECONDS = 5 * 60;

const KEPT_SECONDS = 3600;

const challengeKey = (challenge: string): Key =>
  lookupKey(`console-sign-in#challenge#${createHash('sha256').update(challenge).digest('hex')}`);

export const keepChallenge = (table: Table, { challenge, boundTo, expiresAt }: Challenge): Promise<void> =>
  table.put({ Item: { ...challengeKey(challenge), bound_to: boundTo, expires_at: expiresAt, ttl: expiresAt + KEPT_SECONDS } });

/** Uses it up. False: there is none, it was used, its time is over, or somebody else asked for it. */
export const useChallenge = async (table: Table, challenge: string, boundTo: string, nowSeconds: number): Promise<boolean> => {
  try {
    await table.update({
      Key: challengeKey(challenge),
      UpdateExpression: 'SET used_at = :now',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(used_at) AND expires_at > :now AND bound_to = :bound',
      ExpressionAttributeValues: { ':now': nowSeconds, ':bound': boundTo },
    });
    return true;
  } catch (error) {
    if (conditionFailure(error) === null) throw error;
    return false;
  }
};
