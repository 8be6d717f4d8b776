import { type Account, sendsCustomerEmails } from '../../domain/account/record.ts';
import { customerAggregate } from '../../domain/customer/record.ts';
import { type Invoice, invoiceAggregate } from '../../domain/invoice/record.ts';
import { type OneShotPayment, oneShotAggregate } from '../../domain/one-shot/record.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import type { ComposeDeps, Composer } from '../composed.ts';
import { composeForCustomer, type EmailContext } from '../email-context.ts';
import type { EmailTemplate } from '../email-template.ts';
import { invoiceAmounts } from '../invoice-rows.ts';
import { composeAboutSubscription, type SubscriptionWithTaxes } from './subject.ts';
import { agreedDiscountRow, debitRow, legalRows, methodRow, nextChargeRow, planRows, withdrawalRow } from './terms.ts';

/** A purchase: the invoice of the first payment, and the seller. */
interface Purchase {
  /** The invoice of the first payment; `null`: nothing was charged yet. */
  readonly invoice: Invoice | null;
  readonly account: Account;
}

const paidAmounts = ({ invoice }: Purchase, context: EmailContext) =>
  invoice === null
    ? []
    : invoiceAmounts(invoice, context, [context.texts.labels.amountPaid, context.amount(invoice.amountPaidCents, invoice.currency)]);

/** Confirms an order of a subscription with the agreed terms. */
export const orderConfirmationEmail = (subject: SubscriptionWithTaxes, purchase: Purchase, context: EmailContext): EmailTemplate => {
  const { created, price, trialEnd } = subject.subscription;
  const { labels } = context.texts;
  const date = context.date(created);
  return context.template({
    ...context.wording('order_confirmation', { product: price.productName, date }),
    facts: [
      [labels.orderedOn, date],
      ...planRows(subject, context),
      ...agreedDiscountRow(subject, context),
      ...(trialEnd === null ? [] : [[labels.trialUntil, context.date(trialEnd)] as const]),
      ...nextChargeRow(subject, context),
      ...methodRow(subject, context),
      ...debitRow(subject, context),
      ...withdrawalRow(subject, context),
      ...legalRows(purchase.account, context),
    ],
    amounts: paidAmounts(purchase, context),
    action: null,
  });
};

const invoiceOf = async ({ store, tenant }: ComposeDeps, paymentId: string | null): Promise<Invoice | null> => {
  const invoiceId = paymentId === null ? null : ((await store.get(paymentAggregate, tenant, paymentId))?.record.invoiceId ?? null);
  return invoiceId === null ? null : ((await store.get(invoiceAggregate, tenant, invoiceId))?.record ?? null);
};

/** `needless` once the subscription is canceled or has another price: the terms of the order no longer apply. */
export const composeOrderConfirmation: Composer<'order_confirmation'> = async (deps, { subscriptionId, priceId, paymentId }) => {
  const invoice = await invoiceOf(deps, paymentId);
  return composeAboutSubscription(deps, subscriptionId, {
    stillApplies: ({ status, price }) => status !== 'canceled' && price.id === priceId,
    template: (subject, context) => orderConfirmationEmail(subject, { invoice, account: deps.account }, context),
  });
};

/** Confirms a one-off purchase. */
export const purchaseConfirmationEmail = (
  { created, description }: Pick<OneShotPayment, 'created' | 'description'>,
  purchase: Purchase,
  context: EmailContext,
): EmailTemplate => {
  const { texts } = context;
  const date = context.date(purchase.invoice?.paidAt ?? created);
  return context.template({
    ...context.wording('purchase_confirmation', { product: description, date }),
    facts: [[texts.labels.orderedOn, date], [texts.labels.product, description], ...legalRows(purchase.account, context)],
    amounts: paidAmounts(purchase, context),
    action: null,
  });
};

/** `needless` if the account sends no customer emails, or once the purchase is refunded. */
export const composePurchaseConfirmation: Composer<'purchase_confirmation'> = async (deps, { oneShotId }) => {
  const { store, tenant, account } = deps;
  if (!sendsCustomerEmails(account)) return 'needless';
  const oneShot = (await store.get(oneShotAggregate, tenant, oneShotId))?.record ?? null;
  const customer = oneShot === null ? null : ((await store.get(customerAggregate, tenant, oneShot.customerId))?.record ?? null);
  if (oneShot === null || customer === null) return 'subject_gone';
  if (oneShot.status !== 'succeeded') return 'needless';
  const invoice = await invoiceOf(deps, oneShot.paymentId);
  return composeForCustomer(deps, customer, {
    document: null,
    link: null,
    rateLimits: [],
    template: (context) => purchaseConfirmationEmail(oneShot, { invoice, account }, context),
  });
};
