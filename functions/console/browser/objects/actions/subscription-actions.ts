import { flagsOfView, isAllowed, type SubscriptionAction } from '../../../../../shared/domain/subscription/allowed.ts';
import { dayText, money } from '../../app/format.ts';
import { isRow, type RowOf } from '../rows.ts';
import {
  cancelEffect,
  pauseEffect,
  planChangedText,
  planChangeEffect,
  resumedText,
  resumeEffect,
  undoCancellationEffect,
  withdrawEffect,
} from '../subscription-labels.ts';
import { type Action, field, idOf, pathOf, postAction } from './actions.ts';
import { DELIVER_EMAIL_FIELD, PRICE_FIELD, RETURN_FIELD } from './object-fields.ts';
import { refundAction } from './refund.ts';
import { USAGE_ACTIONS } from './usage-actions.ts';

/** The actions on a subscription. */

/** Returns a predicate: whether the state of a subscription allows the action. */
const isAllowedNow =
  (action: SubscriptionAction) =>
  (subscription: RowOf['subscriptions']): boolean =>
    isAllowed(action, flagsOfView(subscription));

export const SUBSCRIPTION_ACTIONS: readonly Action<RowOf['subscriptions']>[] = [
  postAction(
    'Resume subscription',
    'subscriptions:write',
    pathOf('subscriptions', '/resume'),
    isAllowedNow('resume'),
    resumeEffect,
    resumedText,
  ),
  postAction(
    'Undo cancellation',
    'subscriptions:write',
    pathOf('subscriptions', '/reactivate'),
    isAllowedNow('reactivate'),
    undoCancellationEffect,
    'Cancellation undone.',
  ),
  {
    title: 'Change plan',
    scope: 'subscriptions:write',
    path: pathOf('subscriptions', '/update'),
    when: isAllowedNow('change_plan'),
    fields: [{ ...PRICE_FIELD, label: 'New price' }, field('coupon_code', 'Coupon', 'entity', { entity: 'coupons' })],
    preview: { path: pathOf('subscriptions', '/preview_update'), textOf: planChangeEffect },
    effect: 'The rest of the current period is credited, and the new price applies immediately.',
    done: planChangedText,
  },
  ...USAGE_ACTIONS,
  refundAction((row) => ({ subscription_id: idOf(row) })),
  {
    title: 'Create portal link',
    scope: 'subscriptions:write',
    path: () => 'billing_portal/sessions',
    fixed: (row) => ({ subscription_id: idOf(row) }),
    fields: [RETURN_FIELD, DELIVER_EMAIL_FIELD],
    copyableField: { name: 'url', title: 'Portal link', isSecret: true },
    effect: 'With the link, the customer manages this subscription. It works for one hour.',
    done: 'Portal link created.',
  },
  {
    title: 'Request new payment method',
    scope: 'subscriptions:write',
    path: pathOf('subscriptions', '/reauthorize_payment_method'),
    when: isAllowedNow('reauthorize'),
    fields: [RETURN_FIELD],
    copyableField: { name: 'url', title: 'Link for the customer' },
    effect:
      'The customer authorizes a payment method with a minimal charge. The method is used for future renewals, and a failed renewal is retried immediately.',
    done: 'Link for a new payment method created.',
  },
  postAction(
    'Pause subscription',
    'subscriptions:write',
    pathOf('subscriptions', '/pause'),
    isAllowedNow('pause'),
    pauseEffect,
    'Subscription paused.',
  ),
  {
    title: 'Withdraw (14 days)',
    scope: 'subscriptions:cancel',
    path: pathOf('subscriptions', '/cancel'),
    when: ({ withdrawal }) => withdrawal?.refundable_cents !== undefined,
    fixed: () => ({ withdraw: true }),
    effect: withdrawEffect,
    done: ({ withdrawal }, { price }) => {
      const refundCents = isRow(withdrawal) ? Number(withdrawal['refund_cents']) : 0;
      return refundCents === 0
        ? 'Withdrawn from the contract.'
        : `Withdrawn from the contract. ${money(refundCents, price.currency)} refunded.`;
    },
    submit: 'Confirm withdrawal',
    isDestructive: true,
  },
  {
    ...postAction<RowOf['subscriptions']>(
      'Cancel subscription',
      'subscriptions:cancel',
      pathOf('subscriptions', '/cancel'),
      isAllowedNow('cancel'),
      cancelEffect,
      'Subscription canceled.',
    ),
    done: ({ status }, { current_period_end: end }) =>
      status === 'canceled' ? 'Subscription canceled.' : `Subscription ends on ${dayText(end)}.`,
    cancelLabel: 'Keep it',
    isDestructive: true,
  },
];
