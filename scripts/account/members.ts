import * as v from 'valibot';
import { email } from '../../shared/api/fields.ts';
import type { TeamChange } from '../../shared/domain/account/team.ts';
import { changeTeamOf } from '../../shared/flows/accounts.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';
import { accountIn, changed } from './account.ts';

/** The account's team in the table that the environment names. Throws when there is no such account. */
export const listMembers = async (accountId: string): Promise<readonly string[]> => (await accountIn(accountId)).teamEmails;

/** Changes the team, and gives back whom it has then. Throws what says why when it is not changed. */
export const changeMembers = async (accountId: string, change: TeamChange): Promise<readonly string[]> => {
  const address = 'add' in change ? change.add : change.remove;
  if (!v.is(email, address.trim())) throw new Error(`--email must be an e-mail address, not "${address}".`);
  return changed(accountId, await changeTeamOf(storeOf(openTable()), accountId, change)).teamEmails;
};
