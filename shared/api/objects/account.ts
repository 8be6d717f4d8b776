import * as v from 'valibot';
import { cents, count, openEnum } from './common.ts';

const AccountPlan = v.strictObject({
  object: v.literal('account.plan'),
  id: openEnum(),
  name: v.string(),
  interval: openEnum(),
  /** Price of the account's plan. */
  amount_cents: cents,
  currency: v.string(),
});

const UsageMeter = v.strictObject({
  object: v.literal('account.usage_meter'),
  key: openEnum(),
  livemode: v.boolean(),
  quantity: count,
  /** `null`: unlimited. */
  limit: v.nullable(count),
});

export const AccountBilling = v.strictObject({
  object: v.literal('account.billing'),
  plan: AccountPlan,
  /** `subscription` and `next_invoice` are always `null`: this service collects no payments for the plans of accounts. */
  subscription: v.null(),
  next_invoice: v.null(),
  usage: v.array(UsageMeter),
  collection_available: v.boolean(),
  billing_authorized: v.boolean(),
});

export const Activation = v.strictObject({
  object: v.literal('onboarding.activation'),
  steps: v.array(v.strictObject({ key: openEnum(), done: v.boolean() })),
  completed: count,
  total: count,
  ready_for_live: v.boolean(),
  payment_provider_connected: v.boolean(),
  has_product: v.boolean(),
  has_price: v.boolean(),
  domain_verified: v.boolean(),
  has_test_payment: v.boolean(),
  has_webhook: v.boolean(),
});

const AttentionItem = v.strictObject({
  key: openEnum(),
  severity: openEnum(),
  title: v.string(),
  body: v.string(),
  cta: v.string(),
  href: v.string(),
  count: v.nullable(count),
});

export const Attention = v.strictObject({ object: v.literal('account.attention'), data: v.array(AttentionItem) });
