import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { type Account, accountAggregate } from './record.ts';

/** Suspends or resumes the account. Idempotent. No event, only an audit entry. */
export const setSuspension = (
  { suspended }: { readonly suspended: boolean },
  { account }: { readonly account: Stored<Account> | null },
  { now }: DecisionContext,
): Decision<Account> | Refusal => {
  if (account === null) return new Refusal('resource_missing', 'No such account.');
  if (suspended === (account.record.suspendedAt !== null)) return unchanged(account.record);
  const after: Account = { ...account.record, suspendedAt: suspended ? now : null };
  return {
    changes: [change(accountAggregate, account, after)],
    events: [],
    audit: {
      action: suspended ? 'account.suspended' : 'account.resumed',
      resourceType: 'account',
      resourceId: after.id,
      accountWide: true,
    },
    result: after,
  };
};
