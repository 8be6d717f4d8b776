import { type Account, accountAggregate } from '../domain/account/record.ts';
import type { Stored, Tenant } from '../domain/kernel.ts';
import type { Store } from '../store/store.ts';

/** The caller's account, one for both modes. A key cannot be without it. */
export const accountOf = async (store: Store, tenant: Tenant): Promise<Stored<Account>> => {
  const account = await store.get(accountAggregate, tenant, tenant.accountId);
  if (account === null) throw new Error(`the account ${tenant.accountId} is missing`);
  return account;
};
