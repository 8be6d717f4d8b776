import * as v from 'valibot';
import { preloadChange, runChange } from '../../shared/api/calls/subscription-change.ts';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveWithPreload } from '../../shared/api/serve/serve.ts';
import { setMaximumAmount } from '../../shared/domain/subscription/usage/limits.ts';
import { viewSubscription } from '../../shared/domain/subscription/view.ts';
import { planChangeCommand } from '../../shared/flows/subscriptions/plan-change.ts';
import { loadUsage } from '../../shared/flows/subscriptions/usage.ts';
import { maxAmountCents, PLAN_CHANGE_REASONS, PLAN_CHARGE_REASONS, planChangeBody, planChangeRequest } from './plan-fields.ts';

const body = v.strictObject({
  ...planChangeBody.entries,
  price_id: described(
    v.optional(planChangeBody.entries.price_id),
    doc('Id of the new price. It must be active and have the currency of the subscription. Required without `max_amount_cents`.'),
  ),
  max_amount_cents: described(
    v.nullish(maxAmountCents),
    doc(
      'For a metered price: maximum amount in cents of the usage of a period, before discount and tax. If the usage exceeds this maximum, `serves_customer` is false until the next period or until the maximum is raised. `null` removes the maximum. Not together with `price_id`. Default: no change.',
    ),
  ),
});

export const operation = defineOperation({
  id: 'subscriptions.update',
  method: 'POST',
  path: '/v1/subscriptions/{subscription_id}/update',
  summary: 'Change the plan or the maximum amount of a subscription',
  description: doc(
    'Changes the price of the subscription and charges the amount that `preview_update` would return at the same second: the unused part ' +
      'of the paid period is credited, and the new price is charged for the rest of the period immediately. The plan changes once the ' +
      'charge is paid; if the payment is declined, the response is 402 and the plan does not change. Remaining credit is applied to the ' +
      'next invoices. A change of the interval starts a new period. With `max_amount_cents` instead of `price_id`, sets the maximum ' +
      'amount of a period.',
  ),
  events: [
    'subscription.updated',
    'subscription.plan_changed',
    'subscription.coupon_applied',
    'invoice.created',
    'invoice.paid',
    'payment.succeeded',
    'payment.failed',
  ],
  auth: apiKey('subscriptions:write'),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { subscription_id: idParams.subscription },
  body,
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'subscription_past_due', 'operation_pending', 'payment_refused', 'provider_unavailable'],
  reasons: [...PLAN_CHANGE_REASONS, ...PLAN_CHARGE_REASONS, 'subscription_not_metered'],
});

/**
 * Returns the id of the new price, or `null` if the request sets the maximum amount instead. Throws 400 if the request contains neither a
 * price nor a maximum amount, or a maximum amount together with a price or a coupon code.
 */
const newPriceOf = ({
  price_id: priceId,
  coupon_code: couponCode,
  max_amount_cents: maximum,
}: v.InferOutput<typeof body>): string | null => {
  if (maximum === undefined) {
    if (priceId === undefined) throw new ApiError('parameter_missing', { message: 'price_id is required.', param: 'price_id' });
    return priceId;
  }
  if (priceId === undefined && couponCode == null) return null;
  throw new ApiError('parameter_invalid', {
    message: 'Send max_amount_cents in a request without price_id and coupon_code.',
    param: 'max_amount_cents',
  });
};

export const handler = serveWithPreload(
  operation,
  async ({ params, body: input }, context) => {
    const priceId = newPriceOf(input);
    if (priceId === null) return null;
    const request = planChangeRequest(params.subscription_id, { ...input, price_id: priceId }, { inPortal: false });
    return preloadChange(context, (store) => planChangeCommand(store, context.tenant, request, context.now));
  },
  ({ params, body: input }, context, change) => {
    if (change !== null) return runChange(context, change);
    const { store, tenant, now, run } = context;
    return run({
      load: () => loadUsage(store, tenant, params.subscription_id, now),
      nowOf: ({ clockTime }) => clockTime,
      decide: (state, decision) => setMaximumAmount({ maxAmountCents: input.max_amount_cents ?? null }, state, decision),
      answer: (subscription) => viewSubscription(subscription, tenant),
    });
  },
);
