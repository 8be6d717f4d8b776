import { type ChangeMembers, memberOf } from '../../shared/domain/account/members.ts';
import type { Account } from '../../shared/domain/account/record.ts';
import { changeMembersOf } from '../../shared/flows/accounts/create.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';
import { orThrowRefusal, readAccount } from './account.ts';
import { checkedEmail } from './email.ts';

const formatMembers = ({ members }: Account): readonly string[] => members.map((member) => `${member.email} (${member.role})`);

/** Lists the account's members. Throws if the account does not exist. */
export const listMembers = async (accountId: string): Promise<readonly string[]> => formatMembers(await readAccount(accountId));

/** Changes the members; returns the new list. Removing someone who is not a member changes nothing. Throws if the change is refused. */
export const changeMembers = async (accountId: string, change: ChangeMembers): Promise<readonly string[]> => {
  const address = checkedEmail(change.kind === 'add' ? change.email : change.member);
  const account = await readAccount(accountId);
  if (change.kind === 'remove' && memberOf(account, address) === null) return formatMembers(account);
  return formatMembers(orThrowRefusal(accountId, await changeMembersOf(storeOf(openTable()), accountId, change)));
};
