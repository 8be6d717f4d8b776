import { customerAggregate } from '../domain/customer/record.ts';
import type { MailOrder } from '../domain/mail/orders.ts';
import { isInTrial } from '../domain/subscription/state.ts';
import type { Subscription } from '../domain/subscription/types.ts';
import { subscriptionAggregate } from '../domain/subscription/view.ts';
import type { Composer } from './composed.ts';
import { composeForCustomer, type EmailContext, portalLinkFor } from './email-context.ts';
import type { EmailTemplate } from './email-template.ts';

/** A reached threshold, in units or as an amount, with the subscription and the start of the period. */
type Threshold = Omit<Extract<MailOrder, { readonly kind: 'usage_alert' }>, 'kind'>;

/** Reports that the usage of a period has reached a threshold. */
export const usageAlertEmail = (
  subscription: Pick<Subscription, 'price' | 'periodIndex'>,
  { quantity, amountCents, periodStart }: Threshold,
  context: EmailContext,
  linkUrl: string | null,
): EmailTemplate => {
  const { productName: product, currency } = subscription.price;
  const { units, heading, opening } = context.texts.usageAlert;
  const date = context.date(periodStart);
  const usage = amountCents === null ? context.quantity(String(quantity ?? 0)) : context.amount(amountCents, currency);
  const reached = amountCents === null ? units(quantity ?? 0, usage) : usage;
  return context.template({
    ...context.wording(
      'usage_alert',
      { product, usage, date },
      {
        heading: heading(reached),
        opening: opening(product, reached, date),
        // Usage in a trial is free.
        ...(isInTrial(subscription) && { closing: [] }),
      },
    ),
    facts: [],
    amounts: [],
    action: context.portalAction(linkUrl),
  });
};

export const composeUsageAlert: Composer<'usage_alert'> = async (deps, threshold) => {
  const { store, tenant } = deps;
  const subscription = (await store.get(subscriptionAggregate, tenant, threshold.subscriptionId))?.record ?? null;
  const customer = subscription === null ? null : await store.get(customerAggregate, tenant, subscription.customerId);
  if (subscription === null || customer === null) return 'subject_gone';
  return composeForCustomer(deps, customer.record, {
    document: null,
    link: portalLinkFor(subscription.id, customer.record),
    rateLimits: [],
    template: (context, { linkUrl }) => usageAlertEmail(subscription, threshold, context, linkUrl),
  });
};
