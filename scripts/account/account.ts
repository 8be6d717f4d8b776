import { type Account, accountAggregate } from '../../shared/domain/account/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';

/** The account in the table that the environment names. Throws when there is no such account. */
export const accountIn = async (accountId: string): Promise<Account> => {
  const account = await storeOf(openTable()).get(accountAggregate, { accountId, mode: 'live' }, accountId);
  if (account === null) throw new Error(`There is no account ${accountId}.`);
  return account.record;
};

/** The account as it was changed. Throws what says why when it was not. */
export const changed = (accountId: string, outcome: Account | Refusal): Account => {
  if (!(outcome instanceof Refusal)) return outcome;
  throw new Error(outcome.code === 'resource_missing' ? `There is no account ${accountId}.` : outcome.message);
};
