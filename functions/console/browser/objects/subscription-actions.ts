import { flagsOfView, isAllowed, type SubscriptionAction } from '../../../../shared/domain/subscription/allowed.ts';
import { type Action, field, idOf, pathOf, postAction, requiredField } from './actions.ts';
import { RETURN_FIELD } from './object-fields.ts';
import { refundOf } from './refund.ts';
import type { RowOf } from './rows.ts';
import { cancelEffect, changeEffect, keepEffect, pauseEffect, resumeEffect } from './subscription-labels.ts';

/** The actions on a subscription. */

/** Returns a predicate: whether the state of a subscription allows the action. */
const isAllowedNow =
  (action: SubscriptionAction) =>
  (subscription: RowOf['subscriptions']): boolean =>
    isAllowed(action, flagsOfView(subscription));

export const SUBSCRIPTION_ACTIONS: readonly Action<RowOf['subscriptions']>[] = [
  {
    title: 'Change price',
    scope: 'subscriptions:write',
    path: pathOf('subscriptions', '/update'),
    when: isAllowedNow('change_plan'),
    fields: [requiredField('price_id', 'New price', 'text', { hint: 'Its id.' }), field('coupon_code', 'Coupon', 'text')],
    preview: { path: pathOf('subscriptions', '/preview_update'), textOf: changeEffect },
    effect: 'What is left of what was paid is credited, and from now on the new price is charged.',
  },
  postAction('Pause', 'subscriptions:write', pathOf('subscriptions', '/pause'), isAllowedNow('pause'), pauseEffect),
  postAction('Resume', 'subscriptions:write', pathOf('subscriptions', '/resume'), isAllowedNow('resume'), resumeEffect),
  postAction('Keep', 'subscriptions:write', pathOf('subscriptions', '/reactivate'), isAllowedNow('reactivate'), keepEffect),
  {
    title: 'Make a portal link',
    scope: 'subscriptions:write',
    path: () => 'billing_portal/sessions',
    fixed: (row) => ({ subscription_id: idOf(row) }),
    fields: [
      RETURN_FIELD,
      field('deliver_email', 'Mail it to the customer as well', 'flag', { hint: 'In test mode, only members of the team get mail.' }),
    ],
    oneTimeValue: { name: 'url', title: 'Link for the customer' },
    effect: 'For an hour, whoever has the link can look after this subscription.',
  },
  {
    title: 'Ask for a payment method',
    scope: 'subscriptions:write',
    path: pathOf('subscriptions', '/reauthorize_payment_method'),
    when: isAllowedNow('reauthorize'),
    fields: [RETURN_FIELD],
    oneTimeValue: { name: 'url', title: 'Link for the customer' },
    effect:
      'The customer authorises a payment method there, by a charge of the least amount. The subscription is charged to that method from then on, and a renewal that failed at once.',
  },
  refundOf((row) => ({ subscription_id: idOf(row) })),
  postAction('Cancel', 'subscriptions:cancel', pathOf('subscriptions', '/cancel'), isAllowedNow('cancel'), cancelEffect),
];
