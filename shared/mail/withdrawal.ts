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
  const { shop } = context;
  const { withdrawal } = context.texts;
  const refund = declared.refundCents === 0 ? null : context.amount(declared.refundCents, price.currency);
  return context.template({
    subject: withdrawal.subject(shop),
    heading: withdrawal.heading,
    opening: withdrawal.opening(shop, price.productName),
    facts: [
      [withdrawal.received, context.dateTime(declared.at)],
      [withdrawal.contract, `${price.productName} (${id})`],
      [withdrawal.concluded, context.date(created)],
    ],
    amounts: refund === null ? [] : [[withdrawal.refund, refund]],
    action: null,
    closing: [withdrawal.ended, refund === null ? withdrawal.noRefund : withdrawal.refunded(refund)],
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
    rateLimit: null,
    template: (context) => withdrawalEmail({ ...subscription, declared }, context),
  });
};
