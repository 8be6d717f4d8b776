import type { ScenarioContext } from './scenario-context.ts';

/** Days after which the first renewal of a monthly subscription has been charged. */
const AFTER_RENEWAL_DAYS = 32;

/** The shortest sequence of calls that causes an event, in test mode. */
export type Scenario = (context: ScenarioContext) => Promise<unknown>;

const createSubscription: Scenario = ({ subscribe }) => subscribe();
const refundFirstPayment: Scenario = async ({ billing, subscribe }) =>
  billing.refunds.create({ payment_id: (await subscribe()).paymentId, amount_cents: 500 });
const disputeFirstPayment = async ({ sandbox, subscribe }: ScenarioContext): Promise<string> => {
  const { paymentId } = await subscribe();
  await sandbox(`payments/${paymentId}/outcome`, { outcome: 'charged_back' });
  return paymentId;
};
const declineRenewal = async ({ subscribe }: ScenarioContext) => {
  const subscription = await subscribe({ charges: 'insufficient_funds' });
  await subscription.advanceDays(AFTER_RENEWAL_DAYS);
  return subscription;
};

/**
 * A scenario for every event type. Days 12 and 15 are shortly before and after the end of a trial of 14 days. Day 25 is in the week before
 * the first renewal. 40 days after a declined renewal, the last retry is over.
 */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'checkout.session.completed': createSubscription,
  'checkout.session.expired': async ({ billing, price, sandbox }) => {
    const session = await billing.checkoutSessions.create({
      price_id: (await price()).id,
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
    });
    await sandbox(`checkout_sessions/${session.id}/pay`, { outcome: 'failed' });
  },
  'subscription.created': createSubscription,
  'subscription.updated': async ({ billing, subscribe }) => billing.subscriptions.cancel((await subscribe()).subscriptionId),
  'subscription.paused': async ({ billing, subscribe }) => billing.subscriptions.pause((await subscribe()).subscriptionId),
  'subscription.resumed': async ({ billing, subscribe }) => {
    const { subscriptionId } = await subscribe();
    await billing.subscriptions.pause(subscriptionId);
    await billing.subscriptions.resume(subscriptionId);
  },
  'subscription.reactivated': async ({ billing, subscribe }) => {
    const { subscriptionId } = await subscribe();
    await billing.subscriptions.cancel(subscriptionId);
    await billing.subscriptions.reactivate(subscriptionId);
  },
  'subscription.plan_changed': async ({ billing, price, subscribe }) =>
    billing.subscriptions.update((await subscribe()).subscriptionId, { price_id: (await price(2999)).id }),
  'subscription.trial_started': ({ subscribe }) => subscribe({ trialDays: 14 }),
  'subscription.trial_will_end': async ({ subscribe }) => (await subscribe({ trialDays: 14 })).advanceDays(12),
  'subscription.trial_ended': async ({ subscribe }) => (await subscribe({ trialDays: 14 })).advanceDays(15),
  'subscription.past_due': declineRenewal,
  'subscription.canceled': async ({ billing, subscribe }) => {
    const { subscriptionId, advanceDays } = await subscribe();
    await billing.subscriptions.cancel(subscriptionId);
    await advanceDays(AFTER_RENEWAL_DAYS);
  },
  'subscription.payment_method_updated': async ({ portal, subscribe }) => {
    const calls = await portal((await subscribe()).subscriptionId);
    await calls.addMethod({ method: 'creditcard', card_token: `tkn_${Date.now()}` });
    const { payment_methods: methods } = await calls.retrieve();
    const savedMethod = methods.data.find(({ is_default: isDefault }) => !isDefault);
    await calls.setDefaultMethod(savedMethod?.id ?? '');
  },
  'subscription.coupon_applied': async ({ coupon, portal, subscribe }) =>
    (await portal((await subscribe()).subscriptionId)).applyCoupon({ code: (await coupon()).code }),
  'subscription.coupon_expired': async ({ coupon, subscribe }) =>
    (await subscribe({ couponCode: (await coupon()).code })).advanceDays(AFTER_RENEWAL_DAYS),
  'invoice.created': createSubscription,
  'invoice.paid': createSubscription,
  'invoice.payment_failed': async ({ billing, subscribe }) => {
    const { subscriptionId, advanceDays } = await subscribe({ isMetered: true, charges: 'insufficient_funds' });
    await billing.usageRecords.create(subscriptionId, { quantity: 100 });
    await advanceDays(AFTER_RENEWAL_DAYS);
  },
  'invoice.voided': async (context) => {
    const { subscriptionId } = await declineRenewal(context);
    const { data } = await context.billing.invoices.list({ subscription_id: subscriptionId });
    await context.billing.invoices.void(data[0]?.id ?? '');
  },
  'invoice.marked_uncollectible': async (context) => (await declineRenewal(context)).advanceDays(40),
  'invoice.upcoming': async ({ subscribe }) => (await subscribe()).advanceDays(25),
  'payment.succeeded': createSubscription,
  'payment.failed': declineRenewal,
  'refund.created': refundFirstPayment,
  'refund.succeeded': refundFirstPayment,
  'refund.failed': async ({ billing, sandbox, subscribe }) => {
    const { customerId, paymentId } = await subscribe();
    await sandbox(`customers/${customerId}/behavior`, { refunds: 'pending' });
    const refund = await billing.refunds.create({ payment_id: paymentId, amount_cents: 500 });
    await sandbox(`refunds/${refund.id}/outcome`, { outcome: 'failed' });
  },
  'dispute.created': disputeFirstPayment,
  'dispute.closed': async (context) => {
    const paymentId = await disputeFirstPayment(context);
    await context.sandbox(`payments/${paymentId}/outcome`, { outcome: 'chargeback_reversed' });
  },
  'credit_note.created': refundFirstPayment,
  'one_shot_payment.succeeded': ({ oneShot }) => oneShot('paid'),
  'one_shot_payment.failed': ({ oneShot }) => oneShot('failed'),
  'one_shot_payment.refunded': async ({ billing, oneShot }) =>
    billing.refunds.create({ payment_id: (await oneShot('paid')).payment_id ?? '' }),
  'customer.created': ({ billing }) => billing.customers.create({ name: 'Ada Triggered' }),
  'customer.updated': async ({ billing }) => {
    const { id } = await billing.customers.create({ name: 'Ada Triggered' });
    await billing.customers.update(id, { name: 'Grace Triggered' });
  },
  'customer.deleted': async ({ billing }) => billing.customers.delete((await billing.customers.create({ name: 'Ada Triggered' })).id),
  'product.created': ({ product }) => product(),
  'product.updated': async ({ billing, product }) => billing.products.update((await product()).id, { description: 'Triggered' }),
  'product.archived': async ({ billing, product }) => billing.products.update((await product()).id, { active: false }),
  'price.created': ({ price }) => price(),
  'price.archived': async ({ billing, price }) => billing.prices.update((await price()).id, { active: false }),
  'price.updated': async ({ billing, price }) => billing.prices.update((await price()).id, { refund_window_days: 30 }),
  'coupon.created': ({ coupon }) => coupon(),
  'coupon.updated': async ({ billing, coupon }) => billing.coupons.update((await coupon()).id, { max_redemptions: 10 }),
  'webhook_endpoint.created': ({ endpoint }) => endpoint(),
  'webhook_endpoint.updated': async ({ billing, endpoint }) =>
    billing.webhookEndpoints.update((await endpoint()).id, { description: 'Changed' }),
  'webhook_endpoint.deleted': async ({ billing, endpoint }) => billing.webhookEndpoints.delete((await endpoint()).id),
  'dunning.email_required': declineRenewal,
};
