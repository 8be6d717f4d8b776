import { type Action, below, both, does, field, idOf, is, needed } from './actions.ts';
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
    says: 'What is left of the paid period is credited, and its rest is charged at the new price.',
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
      needed('return_url', 'Where the customer goes back to', 'url', { hint: 'A page of your own, such as https://example.com/account.' }),
      field('deliver_email', 'Mail it to the customer as well', 'flag', { hint: 'In test mode, only members of the team get mail.' }),
    ],
    shows: { name: 'url', title: 'Link for the customer' },
    says: 'For an hour, whoever has the link can look after this subscription.',
  },
  refundOf((row) => ({ subscription_id: idOf(row) })),
  does('Cancel', 'subscriptions:cancel', below('subscriptions', '/cancel'), canBeCanceled, saysCancel),
];
