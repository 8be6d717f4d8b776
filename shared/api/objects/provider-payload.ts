import * as v from 'valibot';

/** The payment as the payment provider returns it [PAY-03]. */
export const ProviderPayload = v.strictObject({
  object: v.literal('payment.provider'),
  livemode: v.boolean(),
  redacted: v.boolean(),
  payload: v.record(v.string(), v.unknown()),
});
