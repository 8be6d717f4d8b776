import { flagsOfView, isAllowed, type SubscriptionAction } from '../../../../shared/domain/subscription/allowed.ts';
import { type Action, below, does, field, idOf, needed } from './actions.ts';
import { RETURN_FIELD } from './object-fields.ts';
import { refundOf } from './refund.ts';
import type { RowOf } from './rows.ts';
import { saysCancel, saysChange, saysKeep, saysPause, saysResume } from './subscription-labels.ts';

/** What members do to a subscription. */

/** The state of the subscription allows the action. */
const may =
  (action: SubscriptionAction) =>
  (subscription: RowOf['subscriptions']): boolean =>
    isAllowed(action, flagsOfView(subscription));

export const SUBSCRIPTION_ACTIONS: readonly Action<RowOf['subscriptions']>[] = [
  {
    title: 'Change price',
    scope: 'subscriptions:write',
    path: below('subscriptions', '/update'),
    when: may('change_plan'),
    fields: [needed('price_id', 'New price', 'text', { hint: 'Its id.' }), field('coupon_code', 'Coupon', 'text')],
    preview: { path: below('subscriptions', '/preview_update'), textOf: saysChange },
    says: 'What is left of what was paid is credited, and from now on the new price is charged.',
  },
  does('Pause', 'subscriptions:write', below('subscriptions', '/pause'), may('pause'), saysPause),
  does('Resume', 'subscriptions:write', below('subscriptions', '/resume'), may('resume'), saysResume),
  does('Keep', 'subscriptions:write', below('subscriptions', '/reactivate'), may('reactivate'), saysKeep),
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
    when: may('reauthorize'),
    fields: [RETURN_FIELD],
    shows: { name: 'url', title: 'Link for the customer' },
    says: 'The customer authorises a payment method there, by a charge of the least amount. The subscription is charged to that method from then on, and a renewal that failed at once.',
  },
  refundOf((row) => ({ subscription_id: idOf(row) })),
  does('Cancel', 'subscriptions:cancel', below('subscriptions', '/cancel'), may('cancel'), saysCancel),
];
