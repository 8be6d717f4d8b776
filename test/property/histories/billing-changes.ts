import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { planChangeCommand } from '../../../shared/flows/subscriptions/plan-change.ts';
import { beginOperation, finishOperation } from '../../../shared/flows/two-phase/provider-write.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import { addUsage } from '../../flows/usage/usage-steps.ts';
import { createCode } from '../simulations/prices.ts';
import { PLANS } from '../simulations/sale.ts';
import type { Action } from './actions.ts';
import { type History, storeWith } from './environment.ts';
import { buildStoredResponse, OPERATION_RUNNER } from './idempotent-request.ts';
import { enterCode } from './requests.ts';

/** Actions that change what a subscription is charged. */
export type BillingChangeAction = Extract<Action, { kind: 'plan' | 'code' | 'usage' }>;

/** Changes the plan without an idempotency key: an interrupted request is completed by the reaper. */
const changePlan = async ({ shop, priceIds }: History, store: Store, { id }: Subscription, to: number): Promise<void> => {
  const { tenant } = shop;
  const deps = { ...shop.deps, store };
  const now = Math.floor(deps.nowMs() / 1000);
  const request = { subscriptionId: id, priceId: String(priceIds.get(PLANS[to]?.name ?? 'sold')), couponCode: null, inPortal: false };
  const command = planChangeCommand(store, tenant, request, now);
  const started = await beginOperation(deps, command, { tenant, actor: SYSTEM, now, claim: null, toStoredAnswer: buildStoredResponse });
  if (started.kind === 'open') await finishOperation(deps, tenant, command.flow, started.operation, OPERATION_RUNNER);
};

/** Performs the action. `number`: makes the name of a new code unique. */
export const performBillingChange = async (
  history: History,
  store: Store,
  action: BillingChangeAction,
  { subscription, number }: { readonly subscription: Subscription; readonly number: number },
): Promise<unknown> => {
  const { shop } = history;
  switch (action.kind) {
    case 'plan':
      return changePlan(history, store, subscription, action.to);
    case 'code': {
      // No faults are injected into the seller's request that creates the code.
      const code = `CODE-${number}`;
      await createCode({ ...shop, fixture: { ...shop.fixture, store: storeWith(history, new Map()) } }, action.coupon, code, null);
      return enterCode(shop, store, subscription.id, code);
    }
    case 'usage':
      return addUsage(store, shop.tenant, subscription.id, { quantity: action.quantity, now: Math.floor(shop.deps.nowMs() / 1000) });
  }
};
