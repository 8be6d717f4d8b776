import { sendsCustomerEmails } from '../../domain/account/record.ts';
import { type Customer, customerAggregate } from '../../domain/customer/record.ts';
import { type TaxOf, taxOf } from '../../domain/parties.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { ComposeDeps, ComposedMail, MailLink, MailSkipReason, SendDetails } from '../composed.ts';
import { composeForCustomer, type EmailContext } from '../email-context.ts';
import type { EmailTemplate } from '../email-template.ts';

/** A subscription with the tax of its charges. */
export interface SubscriptionWithTaxes {
  readonly subscription: Subscription;
  readonly taxes: TaxOf;
}

/** The parts in which the mails about subscriptions differ. */
export interface SubscriptionMail {
  /** False if what the mail says is no longer true: the mail is not sent. */
  readonly stillApplies: (subscription: Subscription) => boolean;
  /** Default: unlimited. */
  readonly rateLimits?: ComposedMail['rateLimits'];
  readonly linkFor?: (subscription: Subscription, customer: Customer) => MailLink | null;
  readonly template: (subject: SubscriptionWithTaxes, context: EmailContext, details: SendDetails) => EmailTemplate;
}

/**
 * Composes a mail about a subscription from its current record. `needless` if the account sends no customer emails, or if what the mail
 * says is no longer true.
 */
export const composeAboutSubscription = async (
  deps: ComposeDeps,
  subscriptionId: string,
  { stillApplies, rateLimits = [], linkFor, template }: SubscriptionMail,
): Promise<ComposedMail | MailSkipReason> => {
  const { store, tenant, account, partiesOf } = deps;
  if (!sendsCustomerEmails(account)) return 'needless';
  const subscription = (await store.get(subscriptionAggregate, tenant, subscriptionId))?.record ?? null;
  const customer = subscription === null ? null : ((await store.get(customerAggregate, tenant, subscription.customerId))?.record ?? null);
  if (subscription === null || customer === null) return 'subject_gone';
  if (!stillApplies(subscription)) return 'needless';
  const subject: SubscriptionWithTaxes = { subscription, taxes: taxOf(await partiesOf(tenant, customer.id)) };
  return composeForCustomer(deps, customer, {
    document: null,
    link: linkFor?.(subscription, customer) ?? null,
    rateLimits,
    template: (context, details) => template(subject, context, details),
  });
};

/** True while the subscription is not canceled and will renew. */
export const continues = ({ status, cancelAtPeriodEnd }: Subscription): boolean => status !== 'canceled' && !cancelAtPeriodEnd;
