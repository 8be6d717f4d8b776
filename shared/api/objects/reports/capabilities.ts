import * as v from 'valibot';
import { described, doc, named } from '../../schemas/described.ts';
import { count, livemode, methodName, objectName } from '../common.ts';

const PaymentMethodCapability = named(
  v.strictObject({
    id: described(methodName, doc('Payment method, such as `creditcard`.')),
    recurring: described(v.boolean(), doc('True if the method can start a subscription.')),
    currencies: described(v.array(v.string()), doc('Currencies that the method accepts, as ISO 4217 codes.')),
  }),
  'PaymentMethodCapability',
);

/** Later versions can add names of limits and features. */
export const Capabilities = v.strictObject({
  object: objectName('tenant_capabilities'),
  livemode,
  currencies: described(v.array(v.string()), doc('Currencies that the service supports, as ISO 4217 codes.')),
  payment_methods: described(
    v.array(PaymentMethodCapability),
    doc('Payment methods that the service supports, active at the payment provider or not.'),
  ),
  limits: described(
    v.record(v.string(), count),
    doc('Limits of the API by name; the name contains the unit, as in `webhook_timeout_seconds`.'),
  ),
  features: described(v.record(v.string(), v.boolean()), doc('Features by name; true if this deployment has the feature.')),
});
