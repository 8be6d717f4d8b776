import type { KeptCredential } from '../../platform/credentials.ts';
import { type Key, lookupKey } from '../core/keys.ts';
import { conditionFailure, type Table } from '../core/table.ts';

/** A link by which a member signs in to the console, once. Of its token only the peppered hash is kept. */
export interface SignInLink {
  readonly accountId: string;
  readonly memberId: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** Members are slow at their mail, and thieves of it faster than they think. */
export const SIGN_IN_LINK_SECONDS = 15 * 60;

const KEPT_SECONDS = 3600;

const signInLinkKey = (pepperVersion: string, hash: string): Key => lookupKey(`console-sign-in#${pepperVersion}#${hash}`);

export const keepSignInLink = (table: Table, { pepperVersion, hash }: KeptCredential, link: SignInLink): Promise<void> =>
  table.put({
    Item: {
      ...signInLinkKey(pepperVersion, hash),
      account_id: link.accountId,
      member_id: link.memberId,
      expires_at: link.expiresAt,
      ttl: link.expiresAt + KEPT_SECONDS,
    },
  });

/** Uses the link up, whoever else tries to at the same time; `null` when there is none, it was used, or its time is over. */
export const useSignInLink = async (
  table: Table,
  { pepperVersion, hash }: KeptCredential,
  nowSeconds: number,
): Promise<Pick<SignInLink, 'accountId' | 'memberId'> | null> => {
  try {
    const link = await table.update({
      Key: signInLinkKey(pepperVersion, hash),
      UpdateExpression: 'SET used_at = :now',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(used_at) AND expires_at > :now',
      ExpressionAttributeValues: { ':now': nowSeconds },
      ReturnValues: 'ALL_NEW',
    });
    return { accountId: String(link.account_id), memberId: String(link.member_id) };
  } catch (error) {
    if (conditionFailure(error) !== null) return null;
    throw error;
  }
};
