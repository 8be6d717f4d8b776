import * as v from 'valibot';
import { email } from '../../shared/api/fields.ts';
import { type ChangeMembers, memberOf } from '../../shared/domain/account/members.ts';
import type { Account } from '../../shared/domain/account/record.ts';
import { changeMembersOf } from '../../shared/flows/accounts/create.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';
import { accountIn, changed } from './account.ts';

const reportedOf = ({ members }: Account): readonly string[] => members.map((member) => `${member.email} (${member.role})`);

/** The account's team in the table that the environment names. Throws when there is no such account. */
export const listMembers = async (accountId: string): Promise<readonly string[]> => reportedOf(await accountIn(accountId));

/** Changes the team, and returns whom it has then. Throws what says why when it is not changed; who is no member need not leave. */
export const changeMembers = async (accountId: string, change: ChangeMembers): Promise<readonly string[]> => {
  const address = change.kind === 'add' ? change.email : change.member;
  if (!v.is(email, address.trim())) throw new Error(`--email must be an e-mail address, not "${address}".`);
  const account = await accountIn(accountId);
  if (change.kind === 'remove' && memberOf(account, address) === null) return reportedOf(account);
  return reportedOf(changed(accountId, await changeMembersOf(storeOf(openTable()), accountId, change)));
};
