import type { SetDomain } from '../../shared/domain/account/domain.ts';
import { verifyDomainOf } from '../../shared/flows/accounts/create.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';
import { orThrowRefusal, readAccount } from './account.ts';

/** Returns the account's portal domain, or `null`. Throws if the account does not exist. */
export const showDomain = async (accountId: string): Promise<string | null> => (await readAccount(accountId)).domain?.name ?? null;

/** Sets or removes the domain and returns it, or `null`. Throws the message of a refusal. */
export const changeDomain = async (accountId: string, change: SetDomain): Promise<string | null> =>
  orThrowRefusal(accountId, await verifyDomainOf(storeOf(openTable()), accountId, change)).domain?.name ?? null;
