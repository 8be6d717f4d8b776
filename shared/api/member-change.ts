import { type ChangeMembers, changeMembers, memberOf } from '../domain/account/members.ts';
import type { NamedOrder } from '../domain/mail/orders.ts';
import { accountOf } from '../flows/accounts.ts';
import { viewMembers } from './console-views.ts';
import { mailWrites, wakeMail } from './ordered-mail.ts';
import type { ConsoleContext } from './serve-console.ts';

/**
 * Changes the account's members for one of them, with the role that they have at that moment; who is none any more may do nothing.
 * Whoever joins by it is invited by mail.
 */
export const changeMembersFor = ({ tenant, store, run, member, request }: ConsoleContext, command: ChangeMembers) =>
  run({
    load: async () => {
      const account = await accountOf(store, tenant);
      return { account, by: memberOf(account.record, member.id)?.role ?? 'viewer' };
    },
    decide: (state, context) => {
      const decided = changeMembers(command, state, context);
      if (!('result' in decided)) return decided;
      const { result: account, changes } = decided;
      const joined = command.kind === 'add' && changes.length > 0 ? memberOf(account, command.email) : null;
      const invitation: NamedOrder | null =
        joined === null
          ? null
          : {
              mailId: `invitation#${joined.id}`,
              order: { kind: 'invitation', memberId: joined.id, invitedBy: member.id },
              customerId: null,
            };
      return { ...decided, result: { account, invitation } };
    },
    extraWrites: ({ invitation }) => mailWrites(tenant, invitation),
    answer: ({ account }) => viewMembers(account),
    afterwards: ({ invitation }) => wakeMail(tenant, invitation, request.requestId),
  });
