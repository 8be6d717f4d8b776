import { type Account, accountAggregate } from '../../domain/account/record.ts';
import type { Stored } from '../../domain/aggregate.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';

/** Fetches the account record, which both modes share. Throws if the record is missing. */
export const fetchAccount = async (store: Store, tenant: Tenant): Promise<Stored<Account>> => {
  const account = await store.get(accountAggregate, tenant, tenant.accountId);
  if (account === null) throw new Error(`The account ${tenant.accountId} is missing.`);
  return account;
};
