import * as v from 'valibot';
import { described, doc, named } from '../../schemas/described.ts';
import { cents, count, objectHead, objectName } from '../common.ts';

export const UsageAlert = v.strictObject({
  ...objectHead('usage_alert', doc('Id of the usage alert. Starts with `ualert_`.')),
  subscription_id: described(v.nullable(v.string()), doc('Id of the subscription. Starts with `sub_`; `null` for an alert of a customer.')),
  customer_id: described(
    v.nullable(v.string()),
    doc(
      'Id of the customer: the usage of each of its subscriptions is compared with the threshold. Starts with `cus_`; `null` for an alert of a subscription.',
    ),
  ),
  meter_id: described(
    v.nullable(v.string()),
    doc(
      'Id of a meter: the alert counts only subscriptions whose price has this meter. Starts with `mtr_`; `null`: all metered subscriptions.',
    ),
  ),
  quantity: described(v.nullable(count), doc('Threshold as number of units in a period; `null` for an amount.')),
  amount_cents: described(
    v.nullable(cents),
    doc('Threshold as amount of the usage of a period in cents, before discount and tax; `null` for a quantity.'),
  ),
  email_customer: described(v.boolean(), doc('True if the customer gets an email when the threshold is reached.')),
});

export const UsageAlertDeleted = named(
  v.strictObject({
    id: described(v.string(), doc('Id of the deleted usage alert. Starts with `ualert_`.')),
    object: objectName('usage_alert'),
    deleted: described(v.literal(true), doc('Always true: the alert is deleted.')),
  }),
  'UsageAlertDeleted',
);
