import {
  advanceTo,
  createPrice,
  ensureEvents,
  ensureHas,
  ensureInvoices,
  ensureLines,
  ensurePayments,
  ensureSubscription,
  FEB,
  type LifecycleTenant,
  MAR,
  MIDDLE_OF_FIRST_PERIOD,
  MIDDLE_OF_SECOND_PERIOD,
  pathOf,
  startLifecycle,
} from './lifecycle.ts';

/** An upgrade is charged for the rest of the period at once; a downgrade leaves a credit that the next renewal uses. */
export const runPlanChanges = async (tenant: LifecycleTenant): Promise<void> => {
  const [priceId, expensiveId, cheapId] = await Promise.all(
    [1000, 3000, 1200].map((cents) => createPrice(tenant, { amount_cents: cents })),
  );
  const life = await startLifecycle(tenant, String(priceId));
  const changePlan = async (price: string | undefined, dueNowCents: number, carriedCents: number): Promise<void> => {
    const previewed = await tenant.client.post(pathOf(life, '/preview_update'), { price_id: price });
    ensureHas('the preview', previewed, { amount_due_now_cents: dueNowCents, carried_credit_cents: carriedCents });
    const changed = await tenant.client.post(pathOf(life, '/update'), { price_id: price });
    ensureHas('the changed subscription', changed, { price_id: price, next_charge_amount_cents: previewed.next_charge_amount_cents });
  };
  // With half of the period left, a change charges half of the new price and credits half of the old one.
  await advanceTo(life, MIDDLE_OF_FIRST_PERIOD);
  await changePlan(expensiveId, 1500 - 500, 0);
  await advanceTo(life, FEB);
  await ensureSubscription(life, { current_period_start: FEB, payment_count: 3, mrr_cents: 3000 });
  await advanceTo(life, MIDDLE_OF_SECOND_PERIOD);
  await changePlan(cheapId, 0, 1500 - 600);
  await advanceTo(life, MAR);
  await ensureSubscription(life, { status: 'active', current_period_start: MAR, payment_count: 4, next_charge_amount_cents: 1200 });
  await ensurePayments(life, [
    ['initial', 'succeeded', 1000],
    ['plan_change', 'succeeded', 1000],
    ['renewal', 'succeeded', 3000],
    ['renewal', 'succeeded', 300],
  ]);
  const [, upgrade, , downgrade, renewal] = await ensureInvoices(life, [
    ['subscription_create', 'paid', 1000, 1000],
    ['subscription_update', 'paid', 1000, 1000],
    ['subscription_cycle', 'paid', 3000, 3000],
    ['subscription_update', 'paid', 0, 0],
    ['subscription_cycle', 'paid', 300, 300],
  ]);
  await ensureLines(life, upgrade, [
    ['proration_charge', 1500],
    ['proration_credit', -500],
  ]);
  await ensureLines(life, downgrade, [
    ['proration_charge', 600],
    ['proration_credit', -600],
  ]);
  await ensureLines(life, renewal, [
    ['subscription', 1200],
    ['carried_credit', -900],
  ]);
  await ensureEvents(life, { 'subscription.plan_changed': 2, 'payment.succeeded': 4, 'invoice.paid': 5, 'payment.failed': 0 });
};
