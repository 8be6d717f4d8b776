import { type Account, type Member, memberLookup, memberLookupOf } from '../../domain/account/record.ts';
import type { KeptCredential } from '../../platform/credentials.ts';
import { type Key, lookupKey } from '../core/keys.ts';
import { conditionFailure, type Table, type TransactItem } from '../core/table.ts';

/** A link by which a member signs in to the console, once. Of its token only the peppered hash is kept. */
export interface SignInLink {
  readonly accountId: string;
  readonly memberId: string;
  /** The hash of what the asking browser keeps: no other one may use it. `null`: any may. */
  readonly browserHash: string | null;
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
      ...(link.browserHash === null ? {} : { browser_hash: link.browserHash }),
      expires_at: link.expiresAt,
      ttl: link.expiresAt + KEPT_SECONDS,
    },
  });

/** Whom a link let in, or why it let nobody in. `elsewhere`: it is good, in the browser that asked for it. */
export type UsedLink =
  | ({ readonly kind: 'used' } & Pick<SignInLink, 'accountId' | 'memberId'>)
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'over' };

/**
 * Uses the link up, no matter who else tries to at the same time. `over`: there is none, it was used, or its time is over. In another browser
 * than the one that asked it is not used up.
 */
export const useSignInLink = async (
  table: Table,
  { pepperVersion, hash }: KeptCredential,
  browserHash: string | null,
  nowSeconds: number,
): Promise<UsedLink> => {
  try {
    const link = await table.update({
      Key: signInLinkKey(pepperVersion, hash),
      UpdateExpression: 'SET used_at = :now',
      ConditionExpression:
        'attribute_exists(pk) AND attribute_not_exists(used_at) AND expires_at > :now AND (attribute_not_exists(browser_hash) OR browser_hash = :browser)',
      ExpressionAttributeValues: { ':now': nowSeconds, ':browser': browserHash ?? '' },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return { kind: 'used', accountId: String(link.account_id), memberId: String(link.member_id) };
  } catch (error) {
    const failure = conditionFailure(error);
    if (failure === null) throw error;
    const { item } = failure;
    const isGood = item !== undefined && item.used_at === undefined && Number(item.expires_at) > nowSeconds;
    return { kind: isGood ? 'elsewhere' : 'over' };
  }
};

/** Accounts that somebody is a member of, at most: anyone who runs more is notified of the first ones. */
const MAX_ACCOUNTS = 20;

/** The accounts that may have a member with this address. */
export const accountsOfMember = async (table: Table, email: string): Promise<readonly string[]> => {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': lookupKey(memberLookup(email)).pk },
    Limit: MAX_ACCOUNTS,
  });
  return items.map(({ sk }) => sk);
};

/** The write by which a member is found by the address from now on who joined before members were. */
export const memberAddressItem = (account: Pick<Account, 'id'>, member: Pick<Member, 'email'>): TransactItem => {
  const { key, entry } = memberLookupOf(account, member);
  return { Put: { Item: { ...lookupKey(key, entry), t: 'lookup', account_id: account.id, mode: 'live' } } };
};
