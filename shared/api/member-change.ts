import { type ChangeMembers, changeMembers, memberOf } from '../domain/account/members.ts';
import { accountOf } from '../flows/accounts.ts';
import { viewMembers } from './console-views.ts';
import type { ConsoleContext } from './serve-console.ts';

/** Changes the account's members for one of them, with the role that they have at that moment; who is none any more may do nothing. */
export const changeMembersFor = ({ tenant, store, run, member }: ConsoleContext, command: ChangeMembers) =>
  run({
    load: async () => {
      const account = await accountOf(store, tenant);
      return { account, by: memberOf(account.record, member.id)?.role ?? 'viewer' };
    },
    decide: (state, context) => changeMembers(command, state, context),
    answer: viewMembers,
  });
