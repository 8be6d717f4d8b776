import { handler as openPortal } from '../../functions/billing-portal/create-session.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { nextBillingStep } from '../../shared/domain/subscription/state.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { renewNow } from '../../shared/flows/renewals/billing-run.ts';
import type { ChargeBehavior } from '../../shared/sandbox/model.ts';
import { callHandler } from '../api/functions.ts';
import type { FaultyShop } from './faults/faulty-shop.ts';
import { readRecord, sell } from './shop.ts';

/** A past due subscription. */
export interface Overdue {
  readonly id: string;
  readonly customerId: string;
  /** The mandate of the declined charge. */
  readonly mandateId: string | null;
  readonly invoiceId: string;
  /** Token of a portal session. */
  readonly token: string;
}

/** Helpers for subscriptions whose first renewal was declined. */
export const overdueHelpersOf = (shop: FaultyShop) => {
  const setChargeBehavior = async (customerId: string, charges: ChargeBehavior): Promise<void> => {
    const { providerCustomerIds } = await readRecord(shop, customerAggregate, customerId);
    await shop.sandbox.behave(String(providerCustomerIds.sandbox), { charges });
  };

  const createPortalToken = async (subscriptionId: string): Promise<string> => {
    const { status, text } = await callHandler(openPortal, {
      method: 'POST',
      path: '/v1/billing_portal/sessions',
      body: { subscription_id: subscriptionId, return_url: 'https://shop.test/account' },
      headers: { authorization: `Bearer ${shop.apiKey}` },
    });
    if (status !== 200) throw new Error(`The portal session was not created: ${text}`);
    return JSON.parse(text).token;
  };

  /** Creates a subscription whose renewal was declined; further charges succeed. `charges`: the provider's outcome of the renewal. */
  const createOverdue = async (charges: ChargeBehavior = 'insufficient_funds'): Promise<Overdue> => {
    const { id, customerId, mandateId } = await sell(shop);
    await setChargeBehavior(customerId, charges);
    const dueAt = nextBillingStep(await readRecord(shop, subscriptionAggregate, id))?.at ?? 0;
    shop.fixture.clock.nowMs = Math.max(shop.fixture.clock.nowMs, dueAt * 1000) + 1000;
    shop.sandbox.clock.now = Math.floor(shop.fixture.clock.nowMs / 1000);
    await renewNow(shop.deps, shop.tenant, id);
    await setChargeBehavior(customerId, 'paid');
    // Further charges are later than the declined charge, so they sort after it.
    shop.advanceTime(1);
    shop.sandbox.webhooks.splice(0);
    const { status, renewal } = await readRecord(shop, subscriptionAggregate, id);
    if (status !== 'past_due' || renewal === null) throw new Error('The renewal was not declined.');
    return { id, customerId, mandateId, invoiceId: renewal.invoiceId, token: await createPortalToken(id) };
  };

  return { createPortalToken, createOverdue };
};
