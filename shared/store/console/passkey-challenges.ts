import { createHash, randomBytes } from 'node:crypto';
import { type Key, lookupKey } from '../core/keys.ts';
import { conditionFailure, type Table } from '../core/table.ts';

/** As long as somebody takes to find their key. */
const CHALLENGE_SECONDS = 5 * 60;

const KEPT_SECONDS = 3600;

const challengeKey = (challenge: string): Key =>
  lookupKey(`console-sign-in#challenge#${createHash('sha256').update(challenge).digest('hex')}`);

/** What a passkey signs once, to be made or to sign in; base64url. */
interface Challenge {
  readonly challenge: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** A new one, of which only the hash is kept. `boundTo`: the hash of the browser that asked, or the session; no other one may use it. */
export const newChallenge = async (table: Table, boundTo: string, nowSeconds: number): Promise<Challenge> => {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = nowSeconds + CHALLENGE_SECONDS;
  await table.put({ Item: { ...challengeKey(challenge), bound_to: boundTo, expires_at: expiresAt, ttl: expiresAt + KEPT_SECONDS } });
  return { challenge, expiresAt };
};

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
