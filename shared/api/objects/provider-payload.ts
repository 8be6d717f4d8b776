import * as v from 'valibot';
import { described, doc, named } from '../schemas/described.ts';
import { livemode, objectName } from './common.ts';

/** The payment as the payment provider returns it [PAY-03]. */
export const ProviderPayload = named(
  v.strictObject({
    object: objectName('payment.provider'),
    livemode,
    redacted: described(
      v.boolean(),
      doc('True if the customer was purged: `payload` then contains only amounts, statuses, timestamps and identifiers.'),
    ),
    payload: described(
      v.record(v.string(), v.unknown()),
      doc('The payment as the payment provider returns it, with the field names of the provider.'),
    ),
  }),
  'ProviderPayload',
);
