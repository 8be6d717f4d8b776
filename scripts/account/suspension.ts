import { suspendAccount } from '../../shared/flows/accounts/create.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';

/** Suspends or resumes in the table that the environment names: since when it is suspended, Unix seconds. Throws when there is no such account. */
export const setSuspended = async (accountId: string, suspended: boolean): Promise<number | null> => {
  const account = await suspendAccount(storeOf(openTable()), accountId, suspended);
  if (account === null) throw new Error(`There is no account ${accountId}.`);
  return account.suspendedAt;
};
