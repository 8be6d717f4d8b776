import { suspendAccount } from '../../shared/flows/accounts/create.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';

/** Suspends or resumes an account. Returns the time of suspension in Unix seconds, or `null` if resumed. Throws for an unknown account. */
export const setSuspended = async (accountId: string, suspended: boolean): Promise<number | null> => {
  const account = await suspendAccount(storeOf(openTable()), accountId, suspended);
  if (account === null) throw new Error(`No account \`${accountId}\`.`);
  return account.suspendedAt;
};
