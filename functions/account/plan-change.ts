import * as v from 'valibot';
import { AccountBilling } from '../../shared/api/objects/account.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { changePlan } from '../../shared/domain/account/change-plan.ts';
import { PLAN_IDS } from '../../shared/domain/account/plans.ts';
import { loadUsageAmounts } from '../../shared/flows/accounts/facts.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { billingView } from './billing-view.ts';

export const operation = defineOperation({
  id: 'account.plan_change',
  method: 'POST',
  path: '/v1/account/plan',
  summary: "Change the account's own plan",
  description: doc('Takes effect immediately, in both modes. Plans are free.'),
  auth: apiKey('tenant:write'),
  profile: 'write',
  params: {},
  body: v.strictObject({ plan_id: described(v.picklist(PLAN_IDS), doc('Id of the new plan; `_year` means yearly billing.')) }),
  response: AccountBilling,
});

export const handler = serve(operation, async ({ body }, { tenant, store, run }) =>
  run({
    load: async () => {
      const [account, usage] = await Promise.all([fetchAccount(store, tenant), loadUsageAmounts(store, tenant)]);
      return { account, usage };
    },
    nowOf: () => null,
    decide: ({ account, usage }, context) => {
      const decision = changePlan({ planId: body.plan_id }, { account }, context);
      return { ...decision, result: { account: decision.result, usage } };
    },
    answer: ({ account, usage }) => billingView(account, usage),
  }),
);
