import type { ApiObject } from '../support/api.ts';
import { eventually } from '../support/waiting.ts';
import {
  advanceTo,
  createPrice,
  DAY,
  ensureEvents,
  ensureInvoices,
  ensurePayments,
  ensureSame,
  ensureSubscription,
  FEB,
  type LifecycleTenant,
  MAR,
  pathOf,
  START,
  setChargeBehavior,
  startLifecycle,
  VERIFICATION_CENTS,
  waitForNotices,
} from './lifecycle.ts';

const MEMBER_EMAIL = 'dunned@lives.example';
const EXPIRED_EMAIL = 'expired@lives.example';
const PAID_WITHIN_MS = 60_000;

/** Days from the due date of the renewal until each event of the type. */
const daysOf = (events: readonly ApiObject[], type: string): readonly number[] =>
  events.filter((event) => event.type === type).map(({ created }) => (Number(created) - FEB) / DAY);

/**
 * Every attempt to charge a renewal fails and is reported by an event and an email. After the last attempt, the invoice is uncollectible
 * and the subscription ends.
 */
export const runDunningToCancellation = async (tenant: LifecycleTenant): Promise<void> => {
  await tenant.addMember(MEMBER_EMAIL);
  const life = await startLifecycle(tenant, await createPrice(tenant, { amount_cents: 1000 }), { email: MEMBER_EMAIL });
  await setChargeBehavior(life, 'insufficient_funds');
  await advanceTo(life, FEB);
  await ensureSubscription(life, {
    status: 'past_due',
    renewal_state: 'retrying',
    current_period_end: FEB,
    next_payment_attempt: FEB + 2 * DAY,
    dunning_attempts_notified: 1,
    dunning_last_notified_at: FEB,
  });
  await advanceTo(life, FEB + 21 * DAY);
  await ensureSubscription(life, {
    status: 'canceled',
    renewal_state: 'ended',
    cancellation_reason: 'payment_failed',
    canceled_at: FEB + 21 * DAY,
    next_payment_attempt: null,
    payment_count: 1,
    // Five notices are sent, one per attempt, but this field counts only up to 4, the number of retries after the first attempt.
    dunning_attempts_notified: 4,
  });
  const failed = ['renewal', 'failed', 1000] as const;
  await ensurePayments(life, [['initial', 'succeeded', 1000], failed, failed, failed, failed, failed]);
  await ensureInvoices(life, [
    ['subscription_create', 'paid', 1000, 1000],
    ['subscription_cycle', 'uncollectible', 1000, 0],
  ]);
  const events = await ensureEvents(life, {
    'payment.failed': 5,
    'dunning.email_required': 5,
    'subscription.past_due': 1,
    'invoice.marked_uncollectible': 1,
    'subscription.canceled': 1,
    'invoice.paid': 1,
  });
  ensureSame('the days of the attempts', daysOf(events, 'payment.failed'), [0, 2, 7, 14, 21]);
  ensureSame('the days of the notices', daysOf(events, 'dunning.email_required'), [0, 2, 7, 14, 21]);
  ensureSame('first and last day', [daysOf(events, 'subscription.past_due'), daysOf(events, 'invoice.marked_uncollectible')], [[0], [21]]);
  await waitForNotices(tenant, MEMBER_EMAIL, 5);
};

/**
 * An expired card is not retried. If no other card is authorized by the last day of retries, the subscription ends. Does not wait for the
 * email about the end: its order is created, but the sweep sends it only after two minutes.
 */
export const runHardDecline = async (tenant: LifecycleTenant): Promise<void> => {
  await tenant.addMember(EXPIRED_EMAIL);
  const life = await startLifecycle(tenant, await createPrice(tenant, { amount_cents: 1000 }), { email: EXPIRED_EMAIL });
  await setChargeBehavior(life, 'card_expired');
  await advanceTo(life, FEB);
  await ensureSubscription(life, { status: 'past_due', next_payment_attempt: null });
  await advanceTo(life, FEB + 21 * DAY);
  await ensureSubscription(life, { status: 'canceled', cancellation_reason: 'payment_failed' });
  await ensurePayments(life, [
    ['initial', 'succeeded', 1000],
    ['renewal', 'failed', 1000],
  ]);
  await ensureInvoices(life, [
    ['subscription_create', 'paid', 1000, 1000],
    ['subscription_cycle', 'uncollectible', 1000, 0],
  ]);
};

/** An expired card is not retried. When another card is authorized, the amount due is charged at once, and renewals use the new card. */
export const runDunningRecovery = async (tenant: LifecycleTenant): Promise<void> => {
  const life = await startLifecycle(tenant, await createPrice(tenant, { amount_cents: 1000 }));
  await setChargeBehavior(life, 'card_expired');
  await advanceTo(life, FEB + DAY);
  await ensureSubscription(life, { status: 'past_due', next_payment_attempt: null, dunning_attempts_notified: 1 });
  const body = { return_url: 'https://shop.example/account', method: 'creditcard' };
  const reauthorization = await tenant.client.post(pathOf(life, '/reauthorize_payment_method'), body);
  await setChargeBehavior(life, 'paid');
  await tenant.client.post(`/sandbox/payments/${String(reauthorization.payment_id)}/outcome`, { outcome: 'paid' });
  await eventually(
    () => tenant.client.get(pathOf(life)),
    ({ status }) => status === 'active',
    PAID_WITHIN_MS,
  );
  await ensureSubscription(life, { current_period_start: FEB, current_period_end: MAR, payment_count: 2, dunning_attempts_notified: 0 });
  await advanceTo(life, MAR);
  await ensurePayments(life, [
    ['initial', 'succeeded', 1000],
    ['renewal', 'failed', 1000],
    ['setup', 'succeeded', VERIFICATION_CENTS],
    ['renewal', 'succeeded', 1000],
    ['renewal', 'succeeded', 1000],
  ]);
  await ensureInvoices(life, [
    ['subscription_create', 'paid', 1000, 1000],
    ['subscription_cycle', 'paid', 1000, 1000],
    ['subscription_cycle', 'paid', 1000, 1000],
  ]);
  const events = await ensureEvents(life, {
    'subscription.past_due': 1,
    'dunning.email_required': 1,
    'subscription.payment_method_updated': 1,
    'payment.failed': 1,
    'invoice.paid': 3,
    'subscription.canceled': 0,
  });
  ensureSame(
    'the times of payment',
    events.filter(({ type }) => type === 'invoice.paid').map(({ created }) => created),
    [START, FEB + DAY, MAR],
  );
};
