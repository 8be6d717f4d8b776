import { type Action, below, both, does, field, idOf, is, needed, not } from './actions.ts';
import { RETURN_FIELD } from './object-fields.ts';
import { refundOf } from './refund.ts';
import type { Row } from './rows.ts';
import { saysCancel, saysChange, saysKeep, saysPause, saysResume } from './subscription-words.ts';

/** What members do to a subscription. */

/** Its period is paid, its next renewal is not under way, and it is not paused. */
const runs = is('renewal_state', 'scheduled', 'ending');

/** A failed renewal is given up; anything else is to end later, unless that is so already. */
const canBeCanceled = (row: Row): boolean =>
  row['renewal_state'] === 'retrying' || (is('renewal_state', 'scheduled', 'paused')(row) && row['cancel_at_period_end'] !== true);

export const SUBSCRIPTION_ACTIONS: readonly Action[] = [
  {
    title: 'Change price',
    scope: 'subscriptions:write',
    path: below('subscriptions', '/update'),
    when: runs,
    fields: [needed('price_id', 'New price', 'text', { hint: 'Its id.' }), field('coupon_code', 'Coupon', 'text')],
    preview: { path: below('subscriptions', '/preview_update'), textOf: saysChange },
    says: 'What is left of what was paid is credited, and from now on the new price is charged.',
  },
  does('Pause', 'subscriptions:write', below('subscriptions', '/pause'), runs, saysPause),
  does('Resume', 'subscriptions:write', below('subscriptions', '/resume'), is('renewal_state', 'paused'), saysResume),
  does(
    'Keep',
    'subscriptions:write',
    below('subscriptions', '/reactivate'),
    both(is('cancel_at_period_end', true), is('renewal_state', 'ending', 'paused')),
    saysKeep,
  ),
  {
    title: 'Make a portal link',
    scope: 'subscriptions:write',
    path: () => 'billing_portal/sessions',
    fixed: (row) => ({ subscription_id: idOf(row) }),
    fields: [
      RETURN_FIELD,
      field('deliver_email', 'Mail it to the customer as well', 'flag', { hint: 'In test mode, only members of the team get mail.' }),
    ],
    shows: { name: 'url', title: 'Link for the customer' },
    says: 'For an hour, whoever has the link can look after this subscription.',
  },
  {
    title: 'Ask for a payment method',
    scope: 'subscriptions:write',
    path: below('subscriptions', '/reauthorize_payment_method'),
    when: not('status', 'canceled'),
    fields: [RETURN_FIELD],
    shows: { name: 'url', title: 'Link for the customer' },
    says: 'The customer authorises a payment method there, by a charge of the least amount. The subscription is charged to that method from then on, and a renewal that failed at once.',
  },
  refundOf((row) => ({ subscription_id: idOf(row) })),
  does('Cancel', 'subscriptions:cancel', below('subscriptions', '/cancel'), canBeCanceled, saysCancel),
];
