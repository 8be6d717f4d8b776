import { type Account, type Member, memberLookupEntry, memberLookupKey } from '../../domain/account/record.ts';
import type { StoredCredential } from '../../platform/credentials.ts';
import { type Key, lookupKey } from '../core/keys.ts';
import { conditionFailure, type Table, type TransactItem } from '../core/table.ts';

/** A single-use sign-in link of a member. Only the peppered hash of its token is stored. */
export interface SignInLink {
  readonly accountId: string;
  readonly memberId: string;
  /** Hash of the cookie of the requesting browser; no other browser can use the link. `null`: any browser can. */
  readonly browserHash: string | null;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** Lifetime of a sign-in link. */
export const SIGN_IN_LINK_SECONDS = 15 * 60;

/** An expired item stays this long, to allow for clock differences. */
const TTL_MARGIN_SECONDS = 3600;

const signInLinkKey = (pepperVersion: string, hash: string): Key => lookupKey(`console-sign-in#${pepperVersion}#${hash}`);

export const saveSignInLink = (table: Table, { pepperVersion, hash }: StoredCredential, link: SignInLink): Promise<void> =>
  table.put({
    Item: {
      ...signInLinkKey(pepperVersion, hash),
      account_id: link.accountId,
      member_id: link.memberId,
      ...(link.browserHash === null ? {} : { browser_hash: link.browserHash }),
      expires_at: link.expiresAt,
      ttl: link.expiresAt + TTL_MARGIN_SECONDS,
    },
  });

/** Result of using a link. `elsewhere`: valid only in the browser that requested it. `over`: unknown, used or expired. */
export type SignInLinkResult =
  | ({ readonly kind: 'used' } & Pick<SignInLink, 'accountId' | 'memberId'>)
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'over' };

/** Marks the link as used and returns its member. Of concurrent calls, one succeeds. A call from another browser leaves the link unused. */
export const useSignInLink = async (
  table: Table,
  { pepperVersion, hash }: StoredCredential,
  browserHash: string | null,
  nowSeconds: number,
): Promise<SignInLinkResult> => {
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
    const isUsable = item !== undefined && item.used_at === undefined && Number(item.expires_at) > nowSeconds;
    return { kind: isUsable ? 'elsewhere' : 'over' };
  }
};

/** Maximum number of accounts for which one email address gets sign-in links. */
const MAX_ACCOUNTS = 20;

/** Ids of the accounts that may have a member with this email address; the caller checks the members of each account. */
export const accountsOfMember = async (table: Table, email: string): Promise<readonly string[]> => {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': lookupKey(memberLookupKey(email)).pk },
    Limit: MAX_ACCOUNTS,
  });
  return items.map(({ sk }) => sk);
};

/** Builds the lookup item of a member's email address, for a member whom an earlier release added without this item. */
export const memberLookupItem = (account: Pick<Account, 'id'>, member: Pick<Member, 'email'>): TransactItem => {
  const { key, entry } = memberLookupEntry(account, member);
  return { Put: { Item: { ...lookupKey(key, entry), t: 'lookup', account_id: account.id, mode: 'live' } } };
};
