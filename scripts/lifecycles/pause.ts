import {
  APR,
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

/** A period that starts during a pause is not charged. Resuming charges the rest of that period at once and keeps the billing dates. */
export const runPause = async (tenant: LifecycleTenant): Promise<void> => {
  const life = await startLifecycle(tenant, await createPrice(tenant, { amount_cents: 1000 }));
  await advanceTo(life, MIDDLE_OF_FIRST_PERIOD);
  const paused = await tenant.client.post(pathOf(life, '/pause'));
  const pausedFields = { status: 'active', serves_customer: false, renewal_state: 'paused', mrr_cents: 0, next_charge_amount_cents: null };
  ensureHas('the paused subscription', paused, pausedFields);
  await advanceTo(life, MIDDLE_OF_SECOND_PERIOD);
  await ensureSubscription(life, { ...pausedFields, current_period_start: FEB, current_period_end: MAR, payment_count: 1 });
  const resumed = await tenant.client.post(pathOf(life, '/resume'));
  ensureHas('the resumed subscription', resumed, {
    serves_customer: true,
    renewal_state: 'scheduled',
    current_period_end: MAR,
    payment_count: 2,
  });
  await advanceTo(life, MAR);
  await ensureSubscription(life, { status: 'active', current_period_start: MAR, current_period_end: APR, payment_count: 3 });
  await ensurePayments(life, [
    ['initial', 'succeeded', 1000],
    ['renewal', 'succeeded', 500],
    ['renewal', 'succeeded', 1000],
  ]);
  const [, resumeInvoice] = await ensureInvoices(life, [
    ['subscription_create', 'paid', 1000, 1000],
    ['subscription_update', 'paid', 500, 500],
    ['subscription_cycle', 'paid', 1000, 1000],
  ]);
  await ensureLines(life, resumeInvoice, [['proration_charge', 500]]);
  await ensureEvents(life, { 'subscription.paused': 1, 'subscription.resumed': 1, 'invoice.paid': 3, 'payment.failed': 0 });
};
