import { type Account, accountAggregate } from '../../shared/domain/account/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';

/** Reads an account from the table that the environment names. Throws if it does not exist. */
export const readAccount = async (accountId: string): Promise<Account> => {
  const account = await storeOf(openTable()).get(accountAggregate, { accountId, mode: 'live' }, accountId);
  if (account === null) throw new Error(`No account \`${accountId}\`.`);
  return account.record;
};

/** Returns the outcome if it is the changed account. If it is a refusal, throws an error with its message. */
export const orThrowRefusal = (accountId: string, outcome: Account | Refusal): Account => {
  if (!(outcome instanceof Refusal)) return outcome;
  throw new Error(outcome.code === 'resource_missing' ? `No account \`${accountId}\`.` : outcome.message);
};
