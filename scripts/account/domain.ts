import type { SetDomain } from '../../shared/domain/account/domain.ts';
import { verifyDomainOf } from '../../shared/flows/accounts/create.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';
import { orThrowRefusal, readAccount } from './account.ts';

/** Returns the account's portal domain, or `null`. Throws if the account does not exist. */
export const showDomain = async (accountId: string): Promise<string | null> => (await readAccount(accountId)).domain?.name ?? null;

/** Sets or removes the domain; returns the new domain, or `null` after removal. If the change is refused, throws an error that says why. */
export const changeDomain = async (accountId: string, change: SetDomain): Promise<string | null> =>
  orThrowRefusal(accountId, await verifyDomainOf(storeOf(openTable()), accountId, change)).domain?.name ?? null;
