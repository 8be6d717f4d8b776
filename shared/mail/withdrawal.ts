import { customerAggregate } from '../domain/customer/record.ts';
import type { Subscription } from '../domain/subscription/types.ts';
import { subscriptionAggregate } from '../domain/subscription/view.ts';
import type { Composer } from './composed.ts';
import { composeForCustomer, type EmailContext } from './email-context.ts';
import type { EmailTemplate } from './email-template.ts';

type Withdrawn = Pick<Subscription, 'id' | 'created' | 'price'> & {
  readonly declared: NonNullable<NonNullable<Subscription['withdrawal']>['declared']>;
};

/** Confirms a withdrawal from the contract, with the time at which it was received. */
export const withdrawalEmail = ({ id, created, price, declared }: Withdrawn, context: EmailContext): EmailTemplate => {
  const { withdrawal } = context.texts;
  const amount = context.amount(declared.refundCents, price.currency);
  const date = context.dateTime(declared.at);
  return context.template({
    ...context.wording(
      'withdrawal',
      { product: price.productName, amount, date },
      declared.refundCents === 0 ? { closing: [withdrawal.ended, withdrawal.noRefund] } : {},
    ),
    facts: [
      [withdrawal.received, date],
      [withdrawal.contract, `${price.productName} (${id})`],
      [withdrawal.concluded, context.date(created)],
    ],
    amounts: declared.refundCents === 0 ? [] : [[withdrawal.refund, amount]],
    action: null,
  });
};

export const composeWithdrawal: Composer<'withdrawal'> = async (deps, { subscriptionId }) => {
  const { store, tenant } = deps;
  const subscription = (await store.get(subscriptionAggregate, tenant, subscriptionId))?.record ?? null;
  const customer = subscription === null ? null : await store.get(customerAggregate, tenant, subscription.customerId);
  const declared = subscription?.withdrawal?.declared ?? null;
  if (subscription === null || customer === null || declared === null) return 'subject_gone';
  return composeForCustomer(deps, customer.record, {
    document: null,
    link: null,
    rateLimits: [],
    template: (context) => withdrawalEmail({ ...subscription, declared }, context),
  });
};
