import type { VerifyDomain } from '../../shared/domain/account/domain.ts';
import { verifyDomainOf } from '../../shared/flows/accounts/create.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';
import { accountIn, changed } from './account.ts';

/** The account's own domain in the table that the environment names; `null`: it has none. Throws when there is no such account. */
export const showDomain = async (accountId: string): Promise<string | null> => (await accountIn(accountId)).domain?.name ?? null;

/** Notes the domain, or that there is none, and returns what is then. Throws what says why when it is not changed. */
export const changeDomain = async (accountId: string, change: VerifyDomain): Promise<string | null> =>
  changed(accountId, await verifyDomainOf(storeOf(openTable()), accountId, change)).domain?.name ?? null;
