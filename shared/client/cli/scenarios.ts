import type { ScenarioContext } from './scenario-context.ts';

/** The shortest sequence of calls that causes an event, in test mode. */
type Scenario = (context: ScenarioContext) => Promise<unknown>;

const sellSubscription: Scenario = ({ sell }) => sell();
const refundSale: Scenario = async ({ billing, sell }) =>
  billing.refunds.create({ payment_id: (await sell()).paymentId, amount_cents: 500 });
const disputeSale = async ({ sandbox, sell }: ScenarioContext): Promise<string> => {
  const { paymentId } = await sell();
  await sandbox(`payments/${paymentId}/outcome`, { outcome: 'charged_back' });
  return paymentId;
};
const declineRenewal = async ({ sell }: ScenarioContext) => {
  const sale = await sell({ charges: 'insufficient_funds' });
  await sale.pass(32);
  return sale;
};
/** A scenario for every event type. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'checkout.session.completed': sellSubscription,
  'checkout.session.expired': async ({ billing, price, sandbox }) => {
    const session = await billing.checkoutSessions.create({
      price_id: (await price()).id,
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
    });
    await sandbox(`checkout_sessions/${session.id}/pay`, { outcome: 'failed' });
  },
  'subscription.created': sellSubscription,
  'subscription.updated': async ({ billing, sell }) => billing.subscriptions.cancel((await sell()).subscriptionId),
  'subscription.paused': async ({ billing, sell }) => billing.subscriptions.pause((await sell()).subscriptionId),
  'subscription.resumed': async ({ billing, sell }) => {
    const { subscriptionId } = await sell();
    await billing.subscriptions.pause(subscriptionId);
    await billing.subscriptions.resume(subscriptionId);
  },
  'subscription.reactivated': async ({ billing, sell }) => {
    const { subscriptionId } = await sell();
    await billing.subscriptions.cancel(subscriptionId);
    await billing.subscriptions.reactivate(subscriptionId);
  },
  'subscription.plan_changed': async ({ billing, price, sell }) =>
    billing.subscriptions.update((await sell()).subscriptionId, { price_id: (await price(2999)).id }),
  'subscription.trial_started': ({ sell }) => sell({ trialDays: 14 }),
  'subscription.trial_will_end': async ({ sell }) => (await sell({ trialDays: 14 })).pass(12),
  'subscription.trial_ended': async ({ sell }) => (await sell({ trialDays: 14 })).pass(15),
  'subscription.past_due': declineRenewal,
  'subscription.canceled': async ({ billing, sell }) => {
    const { subscriptionId, pass } = await sell();
    await billing.subscriptions.cancel(subscriptionId);
    await pass(32);
  },
  'subscription.payment_method_updated': async ({ portal, sell }) => {
    const calls = await portal((await sell()).subscriptionId);
    await calls.addMethod({ method: 'creditcard', card_token: `tkn_${Date.now()}` });
    const { payment_methods: methods } = await calls.retrieve();
    const savedMethod = methods.data.find(({ is_default: isDefault }) => !isDefault);
    await calls.setDefaultMethod(savedMethod?.id ?? '');
  },
  'subscription.coupon_applied': async ({ coupon, portal, sell }) =>
    (await portal((await sell()).subscriptionId)).applyCoupon({ code: (await coupon()).code }),
  'subscription.coupon_expired': async ({ coupon, sell }) => (await sell({ couponCode: (await coupon()).code })).pass(32),
  'invoice.created': sellSubscription,
  'invoice.paid': sellSubscription,
  'invoice.payment_failed': async ({ billing, sell }) => {
    const { subscriptionId, pass } = await sell({ isMetered: true, charges: 'insufficient_funds' });
    await billing.usageRecords.create(subscriptionId, { quantity: 100 });
    await pass(32);
  },
  'invoice.voided': async (context) => {
    const { subscriptionId } = await declineRenewal(context);
    const { data } = await context.billing.invoices.list({ subscription_id: subscriptionId });
    await context.billing.invoices.void(data[0]?.id ?? '');
  },
  'invoice.marked_uncollectible': async (context) => (await declineRenewal(context)).pass(40),
  'invoice.upcoming': async ({ sell }) => (await sell()).pass(25),
  'payment.succeeded': sellSubscription,
  'payment.failed': declineRenewal,
  'refund.created': refundSale,
  'refund.succeeded': refundSale,
  'refund.failed': async ({ billing, sandbox, sell }) => {
    const { customerId, paymentId } = await sell();
    await sandbox(`customers/${customerId}/behavior`, { refunds: 'pending' });
    const refund = await billing.refunds.create({ payment_id: paymentId, amount_cents: 500 });
    await sandbox(`refunds/${refund.id}/outcome`, { outcome: 'failed' });
  },
  'dispute.created': disputeSale,
  'dispute.closed': async (context) => {
    const paymentId = await disputeSale(context);
    await context.sandbox(`payments/${paymentId}/outcome`, { outcome: 'chargeback_reversed' });
  },
  'credit_note.created': refundSale,
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
