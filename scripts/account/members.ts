import * as v from 'valibot';
import { email } from '../../shared/api/fields.ts';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import type { TeamChange } from '../../shared/domain/account/team.ts';
import { Refusal } from '../../shared/domain/kernel.ts';
import { changeTeamOf } from '../../shared/flows/accounts.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';

/** The account's team in the table that the environment names. Throws when there is no such account. */
export const listMembers = async (accountId: string): Promise<readonly string[]> => {
  const account = await storeOf(openTable()).get(accountAggregate, { accountId, mode: 'live' }, accountId);
  if (account === null) throw new Error(`There is no account ${accountId}.`);
  return account.record.teamEmails;
};

/** Changes the team, and gives back whom it has then. Throws what says why when it is not changed. */
export const changeMembers = async (accountId: string, change: TeamChange): Promise<readonly string[]> => {
  const address = 'add' in change ? change.add : change.remove;
  if (!v.is(email, address.trim())) throw new Error(`--email must be an e-mail address, not "${address}".`);
  const outcome = await changeTeamOf(storeOf(openTable()), accountId, change);
  if (!(outcome instanceof Refusal)) return outcome.teamEmails;
  throw new Error(outcome.code === 'resource_missing' ? `There is no account ${accountId}.` : outcome.message);
};
