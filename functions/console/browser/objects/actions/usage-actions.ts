import { decimalText } from '../../../../../shared/domain/amounts/money.ts';
import type { Row, RowOf } from '../rows.ts';
import { type Action, field, pathOf, postAction, requiredField } from './actions.ts';

/** The actions on the usage of a metered subscription: spending cap and alerts. */

type Subscription = RowOf['subscriptions'];

const hasUsage = ({ price, status }: Subscription): boolean => price.usage_type === 'metered' && status !== 'canceled';

export const USAGE_ACTIONS: readonly Action<Subscription>[] = [
  {
    title: 'Set spending cap',
    scope: 'subscriptions:write',
    path: pathOf('subscriptions', '/update'),
    when: hasUsage,
    fields: [requiredField('max_amount_cents', 'Spending cap', 'amount', { hint: 'For the usage of a period, before discount and tax.' })],
    initial: ({ max_amount_cents: cents, price }) => (cents == null ? {} : { max_amount_cents: decimalText(cents, price.currency) }),
    effect: 'When the usage exceeds the cap, the customer has no access until the next period or until you increase the cap.',
    done: 'Spending cap set.',
  },
  {
    ...postAction<Subscription>(
      'Remove spending cap',
      'subscriptions:write',
      pathOf('subscriptions', '/update'),
      (row) => hasUsage(row) && row.max_amount_cents != null,
      'The usage is no longer limited. If the cap was exceeded, the customer has access again.',
      'Spending cap removed.',
    ),
    fixed: () => ({ max_amount_cents: null }),
  },
];

/**
 * The action that creates a usage alert. Its `row` has the `subscription_id` or `customer_id` to which the alert belongs. `hasCurrency`:
 * amounts can be entered.
 */
export const newUsageAlert = (hasCurrency: boolean): Action => ({
  title: 'Create alert',
  scope: 'subscriptions:write',
  path: () => 'usage_alerts',
  fixed: ({ currency: _currency, ...owner }: Row) => owner,
  fields: [
    field('quantity', 'Units in a period', 'integer', {
      when: ({ amount_cents: amount = '' }) => amount === '',
      ...(hasCurrency ? { hint: 'Or leave it empty and enter an amount.' } : {}),
    }),
    ...(hasCurrency
      ? [
          field('amount_cents', 'Amount in a period', 'amount', {
            when: ({ quantity = '' }) => quantity === '',
            hint: 'Before discount and tax.',
          }),
        ]
      : []),
    field('email_customer', 'Email the customer', 'flag', { hint: 'In test mode, only members of your team get emails.' }),
  ],
  effect: 'The event subscription.updated is sent when the usage reaches the threshold, once in a period.',
  done: 'Alert created.',
});
