import type { SetDomain } from '../../shared/domain/account/domain.ts';
import { setDomainOf } from '../../shared/flows/accounts/create.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';
import { orThrowRefusal, readAccount } from './account.ts';
import { checkDomain } from './domain-check.ts';

/** Returns the account's portal domain, or `null`. Throws if the account does not exist. */
export const showDomain = async (accountId: string): Promise<string | null> => (await readAccount(accountId)).domain?.name ?? null;

/**
 * Sets or removes the domain; returns the new domain, or `null` after removal. Throws if the domain does not lead to this deployment, or if
 * the change is refused; the error message contains the reason.
 */
export const changeDomain = async (accountId: string, change: SetDomain): Promise<string | null> => {
  await readAccount(accountId);
  if (change.domain !== null) await checkDomain(change.domain, baseUrl());
  return orThrowRefusal(accountId, await setDomainOf(storeOf(openTable()), accountId, change)).domain?.name ?? null;
};
