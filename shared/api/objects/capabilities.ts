import * as v from 'valibot';
import { count, openEnum } from './common.ts';

const PaymentMethodCapability = v.strictObject({
  id: openEnum(),
  /** True if the method can start a subscription. */
  recurring: v.boolean(),
  currencies: v.array(v.string()),
});

/** Limits and features can be added without notice. */
export const Capabilities = v.strictObject({
  object: v.literal('tenant_capabilities'),
  livemode: v.boolean(),
  currencies: v.array(v.string()),
  payment_methods: v.array(PaymentMethodCapability),
  limits: v.record(v.string(), count),
  features: v.record(v.string(), v.boolean()),
});
