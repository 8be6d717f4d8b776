import * as v from 'valibot';
import { UsageAlert } from '../../shared/api/objects/usage/usage-alert.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { integer, reference } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { MAX_AMOUNT_CENTS } from '../../shared/domain/amounts/money.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { meterAggregate } from '../../shared/domain/meter/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { createUsageAlert } from '../../shared/domain/usage-alert/create.ts';
import { viewUsageAlert } from '../../shared/domain/usage-alert/record.ts';
import { loadMeter } from '../../shared/flows/subscriptions/metered-state.ts';

export const operation = defineOperation({
  id: 'usage_alerts.create',
  method: 'POST',
  path: '/v1/usage_alerts',
  summary: 'Create a usage alert',
  description: doc(
    'When the usage of a period reaches the threshold, `reached_usage_alerts` of the subscription contains the alert, and `subscription.updated` is recorded once per period, even if the usage reached the threshold before the alert was created. A subscription and a customer can have 10 alerts each.',
  ),
  auth: apiKey('subscriptions:write'),
  profile: 'write',
  params: {},
  body: v.strictObject({
    subscription_id: described(v.nullish(reference), doc('Id of a metered subscription. Default: the subscriptions of `customer_id`.')),
    customer_id: described(
      v.nullish(reference),
      doc(
        'Id of a customer: the alert applies to each metered subscription of the customer, including later ones. Not together with `subscription_id`.',
      ),
    ),
    meter_id: described(
      v.nullish(reference),
      doc(
        'Id of a meter: the alert applies only to subscriptions with a price of this meter. With `subscription_id`, the subscription must already have such a price. Default: any metered price.',
      ),
    ),
    quantity: described(v.nullish(integer(1, Number.MAX_SAFE_INTEGER)), doc('Threshold as a number of units in a period.')),
    amount_cents: described(
      v.nullish(integer(1, MAX_AMOUNT_CENTS)),
      doc('Threshold as an amount of the usage of a period in cents, before discount and tax. Not together with `quantity`.'),
    ),
    email_customer: described(
      v.nullish(v.boolean()),
      doc('Whether the customer gets an email when the threshold is reached. Default: false.'),
    ),
  }),
  response: UsageAlert,
  errors: ['resource_missing', 'state_conflict'],
  reasons: ['subscription_not_metered'],
  expectedEventLogEntries: () => 0,
});

export const handler = serve(operation, async ({ body }, { tenant, store, run }) => {
  const { subscription_id: subscriptionId = null, customer_id: customerId = null, meter_id: meterId = null } = body;
  const { quantity = null, amount_cents: amountCents = null } = body;
  const emailCustomer = body.email_customer ?? false;
  return run({
    load: async () => {
      const [subscription, customer, meter] = await Promise.all([
        subscriptionId === null ? null : store.get(subscriptionAggregate, tenant, subscriptionId),
        customerId === null ? null : store.get(customerAggregate, tenant, customerId),
        meterId === null ? null : store.get(meterAggregate, tenant, meterId),
      ]);
      const priceMeter = subscription === null || meter === null ? null : await loadMeter(store, tenant, subscription.record.price.id);
      return { subscription, customer, meter, priceMeterId: priceMeter?.id ?? null };
    },
    nowOf: () => null,
    decide: (state, context) =>
      createUsageAlert({ subscriptionId, customerId, meterId, quantity, amountCents, emailCustomer }, state, context),
    answer: (alert) => viewUsageAlert(alert, tenant),
  });
});
