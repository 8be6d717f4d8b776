import { mailWrites, wakeMailWorker } from '../../../shared/api/calls/ordered-mail.ts';
import { rateLimitedError } from '../../../shared/api/pipeline/authenticate.ts';
import { type ChangeMembers, changeMembers, memberOf } from '../../../shared/domain/account/members.ts';
import type { Account } from '../../../shared/domain/account/record.ts';
import type { MailOrderWithId } from '../../../shared/domain/mail/orders.ts';
import { fetchAccount } from '../../../shared/flows/accounts/fetch.ts';
import { clock } from '../../../shared/runtime/services.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import { debitMailTo } from '../../../shared/store/limits/mail-limits.ts';
import { debitInvitations } from '../../../shared/store/limits/rate-limit.ts';
import type { ConsoleContext } from './serve.ts';
import { viewMembers } from './views.ts';

/**
 * The email address to invite; `null` if nobody is invited. A command that adds a member invites an address that no member has yet. With
 * `isSentAgain`, it also invites a member who already has the command's role and has not signed in yet.
 */
const invitedEmail = (command: ChangeMembers, account: Account, isSentAgain: boolean): string | null => {
  if (command.kind !== 'add') return null;
  const member = memberOf(account, command.email);
  const needsInvitation = member === null || (isSentAgain && member.isInvited === true && member.role === command.role);
  return needsInvitation ? command.email : null;
};

/** Debits the rate limits of invitations, so that adding and removing the same member again and again cannot flood a mailbox. */
const debitInvitation = async (table: Table, accountId: string, email: string): Promise<void> => {
  const nowMs = clock.nowMs();
  const mail = { kind: 'invitation-mail', email, sender: accountId } as const;
  for (const debit of [() => debitInvitations(table, accountId, nowMs), () => debitMailTo(table, mail, nowMs)]) {
    const bucket = await debit();
    if (!bucket.allowed) throw rateLimitedError(bucket, 'invitations');
  }
};

/** The mail order of an invitation. Its id contains the second, so a member gets at most one per second. `null`: no member has `email`. */
const invitationTo = (email: string | null, account: Account, invitedById: string, now: number): MailOrderWithId | null => {
  const member = email === null ? null : memberOf(account, email);
  if (member === null) return null;
  return {
    mailId: `invitation#${member.id}#${now}`,
    order: { kind: 'invitation', memberId: member.id, invitedBy: invitedById },
    customerId: null,
  };
};

/**
 * Changes the members of the account on behalf of the calling member, if the caller's role in the loaded account allows it. A caller who
 * is no longer a member counts as a viewer. Invites an added member by email; `isSentAgain`: also a member who has not signed in yet.
 */
export const changeMembersFor = ({ tenant, store, run, member }: ConsoleContext, command: ChangeMembers, isSentAgain = false) => {
  let isDebited = false;
  return run({
    load: async () => {
      const account = await fetchAccount(store, tenant);
      const invited = invitedEmail(command, account.record, isSentAgain);
      // A retried transaction calls `load` again, but a request debits the limits only once.
      if (invited !== null && !isDebited) {
        await debitInvitation(store.table, tenant.accountId, invited);
        isDebited = true;
      }
      return { account, by: memberOf(account.record, member.id)?.role ?? 'viewer', invited };
    },
    nowOf: () => null,
    decide: (state, context) => {
      const decided = changeMembers(command, state, context);
      if (!('result' in decided)) return decided;
      const invitation = invitationTo(state.invited, decided.result, member.id, context.realNow);
      return { ...decided, result: { account: decided.result, invitation } };
    },
    extraWrites: ({ invitation }) => mailWrites(tenant, invitation),
    answer: ({ account }) => viewMembers(account),
    afterCommit: ({ invitation }) => wakeMailWorker(tenant, invitation, 'console.members_add'),
  });
};
