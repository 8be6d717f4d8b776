import * as v from 'valibot';
import { ACTIVATION_STEPS } from '../../domain/account/activation.ts';
import { PROBLEMS_OF_ACCOUNT, PROBLEMS_OF_MODE } from '../../domain/account/attention.ts';
import { PLAN_IDS } from '../../domain/account/plans.ts';
import { described, doc, named } from '../schemas/described.ts';
import { billingInterval, cents, count, currency, livemode, objectName, openEnum } from './common.ts';

const keysOf = <Key extends string>(values: Readonly<Record<Key, unknown>>): readonly Key[] => Object.keys(values) as Key[];

const AccountPlan = v.strictObject({
  object: objectName('account.plan'),
  id: described(openEnum(PLAN_IDS), doc('Id of the plan, such as `growth` or `growth_year`.')),
  name: described(v.string(), doc('Name of the plan.')),
  interval: described(billingInterval, doc('Billing interval of the plan: `month` or `year`.')),
  amount_cents: described(cents, doc('Price of the plan in cents; always 0, because plans are free.')),
  currency,
});

const UsageMeter = v.strictObject({
  object: objectName('account.usage_meter'),
  key: described(
    openEnum<string>(['invoices_issued', 'webhook_endpoints']),
    doc('What is counted: `invoices_issued` (all invoices so far) or `webhook_endpoints`.'),
  ),
  livemode,
  quantity: described(count, doc('Counted number in this mode.')),
  limit: described(v.nullable(count), doc('Highest number that the plan allows; `null`: without limit.')),
});

export const AccountBilling = v.strictObject({
  object: objectName('account.billing'),
  plan: described(AccountPlan, doc('The plan that the account has with the operator of this deployment.')),
  subscription: described(v.null(), doc('Always `null`: the service collects no payments for plans.')),
  next_invoice: described(v.null(), doc('Always `null`: the service issues no invoices for plans.')),
  usage: described(v.array(UsageMeter), doc('Usage of the account: each meter once per mode.')),
  collection_available: described(v.boolean(), doc('Always false: the service collects no payments for plans.')),
  billing_authorized: described(v.boolean(), doc('Always false: the service collects no payments for plans.')),
});

const Step = v.strictObject({
  key: described(openEnum(keysOf(ACTIVATION_STEPS)), doc('Name of the step, such as `product_created`.')),
  done: described(v.boolean(), doc('True if the step is completed.')),
});

export const Activation = v.strictObject({
  object: objectName('onboarding.activation'),
  steps: described(v.array(Step), doc('The steps from a new account to live payments, in the usual order.')),
  completed: described(count, doc('Number of completed steps.')),
  total: described(count, doc('Number of steps.')),
  ready_for_live: described(v.boolean(), doc('True if the account can take and invoice live payments.')),
  payment_provider_connected: described(v.boolean(), doc('True if a payment provider account is connected in live mode.')),
  has_product: described(v.boolean(), doc('True if the account has a product, in either mode.')),
  has_price: described(v.boolean(), doc('True if the account has a price, in either mode.')),
  domain_verified: described(v.boolean(), doc('True if the account uses a custom domain.')),
  has_test_payment: described(v.boolean(), doc('True if a payment succeeded in test mode.')),
  has_webhook: described(v.boolean(), doc('True if the account has a webhook endpoint, in either mode.')),
});

const AttentionItem = named(
  v.strictObject({
    key: described(
      openEnum(keysOf({ ...PROBLEMS_OF_MODE, ...PROBLEMS_OF_ACCOUNT })),
      doc('Name of the problem, such as `subscriptions_past_due`.'),
    ),
    severity: described(
      openEnum(['bad', 'warn', 'info']),
      doc('`bad` (something fails now), `warn` (something will fail, or money is outstanding) or `info`.'),
    ),
    title: described(v.string(), doc('Title of the problem, in English.')),
    body: described(v.string(), doc('What the problem means and what to do, in English.')),
    cta: described(v.string(), doc('Label of the action, in English.')),
    href: described(v.string(), doc('API path of the action, such as `/v1/subscriptions?status=past_due`.')),
    count: described(
      v.nullable(count),
      doc('Number of affected objects, at most 100: 100 means 100 or more. `null` if the problem has no number.'),
    ),
  }),
  'AttentionItem',
);

export const Attention = v.strictObject({
  object: objectName('account.attention'),
  data: described(v.array(AttentionItem), doc('The current problems, most severe first; empty if there are none.')),
});
