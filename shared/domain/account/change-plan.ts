import { change } from '../aggregate.ts';
import { type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import type { PlanId } from './plans.ts';
import { type Account, type AccountState, accountAggregate } from './record.ts';

/**
 * Changes the plan that the account has with the operator of this deployment, immediately. No change if the account has the plan already.
 */
export const changePlan = (command: { readonly planId: PlanId }, { account }: AccountState, _ctx: DecisionContext): Decision<Account> => {
  const after: Account = { ...account.record, planId: command.planId };
  if (!differs(account, after)) return unchanged(after);
  return {
    changes: [change(accountAggregate, account, after)],
    events: [],
    audit: {
      action: 'account.plan_changed',
      accountWide: true,
      resourceType: 'account',
      resourceId: after.id,
      metadata: { plan_id: after.planId, previous_plan_id: account.record.planId },
    },
    result: after,
  };
};
