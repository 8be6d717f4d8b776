import { createHash, randomBytes } from 'node:crypto';
import { type Key, lookupKey } from '../core/keys.ts';
import { conditionMet, type Table } from '../core/table.ts';

/** Time for the user to complete the passkey prompt. */
const CHALLENGE_SECONDS = 5 * 60;

/** An expired item stays this long, to allow for clock differences. */
const TTL_MARGIN_SECONDS = 3600;

const challengeKey = (challenge: string): Key =>
  lookupKey(`console-sign-in#challenge#${createHash('sha256').update(challenge).digest('hex')}`);

/** A WebAuthn challenge for registration or sign-in, used once; base64url. */
interface Challenge {
  readonly challenge: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/**
 * Creates a challenge and stores its hash. Only one browser (sign-in) or console session (registration) can use it. `boundTo`: hash of the
 * browser's cookie, or id of the session.
 */
export const newChallenge = async (table: Table, boundTo: string, nowSeconds: number): Promise<Challenge> => {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = nowSeconds + CHALLENGE_SECONDS;
  await table.put({ Item: { ...challengeKey(challenge), bound_to: boundTo, expires_at: expiresAt, ttl: expiresAt + TTL_MARGIN_SECONDS } });
  return { challenge, expiresAt };
};

/** Marks the challenge as used. `false`: unknown, already used, expired, or bound to another browser or session. */
export const useChallenge = (table: Table, challenge: string, boundTo: string, nowSeconds: number): Promise<boolean> =>
  conditionMet(
    table.update({
      Key: challengeKey(challenge),
      UpdateExpression: 'SET used_at = :now',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(used_at) AND expires_at > :now AND bound_to = :bound',
      ExpressionAttributeValues: { ':now': nowSeconds, ':bound': boundTo },
    }),
  );
