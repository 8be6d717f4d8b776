import {
  advanceTo,
  createPrice,
  DAY,
  ensureEvents,
  ensureHas,
  ensureInvoices,
  ensurePayments,
  ensureSubscription,
  type LifecycleTenant,
  START,
  startLifecycle,
  VERIFICATION_CENTS,
} from './lifecycle.ts';

const TRIAL_DAYS = 14;
const TRIAL_END = START + TRIAL_DAYS * DAY;
/** Start of the second period; the first period starts at the end of the trial. */
const SECOND_PERIOD = Date.UTC(2027, 2, 14, 12) / 1000;
const THIRD_PERIOD = Date.UTC(2027, 3, 14, 12) / 1000;
const FOURTH_PERIOD = Date.UTC(2027, 4, 14, 12) / 1000;

/** A subscription is charged when its trial ends, and one and two months after that date. The price includes the buyer's tax. */
export const runTrial = async (tenant: LifecycleTenant): Promise<void> => {
  await tenant.client.post('/v1/tax_rates', { country_code: 'NL', rate_basis_points: 2100, display_name: 'BTW' });
  const life = await startLifecycle(tenant, await createPrice(tenant, { amount_cents: 1500, trial_days: TRIAL_DAYS }), {
    country_code: 'NL',
  });
  await ensureSubscription(life, { status: 'active', trial_end: TRIAL_END, payment_count: 0, next_charge_amount_cents: 1500 });
  await advanceTo(life, TRIAL_END);
  await ensureSubscription(life, {
    current_period_start: TRIAL_END,
    current_period_end: SECOND_PERIOD,
    payment_count: 1,
    last_payment_at: TRIAL_END,
  });
  await advanceTo(life, SECOND_PERIOD);
  await advanceTo(life, THIRD_PERIOD);
  await ensureSubscription(life, {
    status: 'active',
    renewal_state: 'scheduled',
    current_period_start: THIRD_PERIOD,
    current_period_end: FOURTH_PERIOD,
    payment_count: 3,
    last_payment_at: THIRD_PERIOD,
  });
  await ensurePayments(life, [
    ['initial', 'succeeded', VERIFICATION_CENTS],
    ['renewal', 'succeeded', 1500],
    ['renewal', 'succeeded', 1500],
    ['renewal', 'succeeded', 1500],
  ]);
  const invoices = await ensureInvoices(life, [
    ['subscription_cycle', 'paid', 1500, 1500],
    ['subscription_cycle', 'paid', 1500, 1500],
    ['subscription_cycle', 'paid', 1500, 1500],
  ]);
  for (const invoice of invoices) ensureHas(`the invoice ${invoice.id}`, invoice, { tax_cents: 260, amount_due_cents: 0 });
  await ensureEvents(life, {
    'subscription.trial_started': 1,
    'subscription.trial_will_end': 1,
    'subscription.trial_ended': 1,
    'invoice.upcoming': 3,
    'invoice.paid': 3,
    'payment.succeeded': 4,
    'payment.failed': 0,
  });
};
