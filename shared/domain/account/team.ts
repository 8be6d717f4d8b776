import { unchanged } from '../decisions.ts';
import { change, type Decision, type DecisionContext, Refusal, type Stored } from '../kernel.ts';
import { sameAddress } from '../mail/recipients.ts';
import { type Account, accountAggregate } from './record.ts';

/** An e-mail address that joins or leaves. */
export type TeamChange = { readonly add: string } | { readonly remove: string };

/**
 * Takes an address into the account's team, or out of it. Who is in already is not taken in twice, however the address is
 * written. The owner cannot leave. No event: the audit log has it.
 */
export const changeTeam = (
  command: TeamChange,
  { account }: { readonly account: Stored<Account> | null },
  _ctx: DecisionContext,
): Decision<Account> | Refusal => {
  if (account === null) return new Refusal('resource_missing', 'No such account.');
  const { record } = account;
  const address = ('add' in command ? command.add : command.remove).trim();
  const others = record.teamEmails.filter((member) => !sameAddress(member, address));
  const isMember = others.length < record.teamEmails.length;
  if ('remove' in command && sameAddress(record.email, address)) {
    return new Refusal('state_conflict', 'The owner of the account stays a member of its team.');
  }
  if (isMember === 'add' in command) return unchanged(record);
  const after: Account = { ...record, teamEmails: isMember ? others : [...record.teamEmails, address] };
  return {
    changes: [change(accountAggregate, account, after)],
    events: [],
    audit: {
      action: isMember ? 'team_member.removed' : 'team_member.added',
      resourceType: 'team_member',
      resourceId: address,
      accountWide: true,
    },
    result: after,
  };
};
