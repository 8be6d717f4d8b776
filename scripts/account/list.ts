import { type Account, accountAggregate } from '../../shared/domain/account/record.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';
import { yieldAccountIds } from '../../shared/store/console/account-list.ts';
import { accountsOfMember } from '../../shared/store/console/sign-in-links.ts';

const ownersOf = ({ members }: Account): string =>
  members
    .filter(({ role }) => role === 'owner')
    .map(({ email }) => email)
    .join(' ');

/** One line per account, oldest first: id, name, owners, and whether it is suspended. */
export const listAccounts = async (): Promise<readonly string[]> => {
  const table = openTable();
  const store = storeOf(table);
  const lines: string[] = [];
  for await (const id of yieldAccountIds(table)) {
    const account = (await store.get(accountAggregate, { accountId: id, mode: 'live' }, id))?.record;
    if (account !== undefined)
      lines.push(`${id}  ${account.name}  ${ownersOf(account)}${account.suspendedAt === null ? '' : '  suspended'}`);
  }
  return lines;
};

/** Returns a warning if the owner of a new account is already a member of other accounts: `create` may have run twice. Otherwise `null`. */
export const fetchOwnerWarning = async (email: string): Promise<string | null> => {
  const accounts = await accountsOfMember(openTable(), email);
  return accounts.length === 0 ? null : `${email} is a member of another account, too: ${accounts.join(', ')}`;
};
