import { change } from '../aggregate.ts';
import { redactedOneShot } from '../erasure/redaction.ts';
import { type InvoiceTotals, issueInvoice, totalsOf } from '../invoice/build.ts';
import { invoiceAggregate } from '../invoice/record.ts';
import { eventsOfPaidInvoice, paidInvoice } from '../invoice/transitions.ts';
import type { PayableKind } from '../payable/record.ts';
import { methodTakesCurrency } from '../payment/methods.ts';
import type { Payment } from '../payment/record.ts';
import { invalidParam } from '../refusal.ts';
import { DEFAULT_TAX_CATEGORY } from '../tax/rates.ts';
import { invoicedAmountCents, type TaxTreatment } from '../tax/tax.ts';
import { methodProblem } from './create.ts';
import { type OneShotPayment, oneShotAggregate } from './record.ts';

/** Totals of the charge: one line, plus tax if exclusive. Under reverse charge, an amount that includes tax is reduced by the tax. */
export const totalsOfOneShot = ({ amountCents, description }: OneShotPayment, tax: TaxTreatment): InvoiceTotals => {
  const invoicedCents = invoicedAmountCents(amountCents, tax);
  const line = {
    type: 'one_shot',
    description,
    quantity: '1',
    unitAmountDecimal: String(invoicedCents),
    amountCents: invoicedCents,
  } as const;
  return totalsOf([{ ...line, priceId: null, periodStart: null, periodEnd: null }], null, tax);
};

/** Issues the invoice as paid. Events: those of the invoice, of the payment and of the one-off payment [EVT-32, EVT-46]. */
const sell: PayableKind<OneShotPayment>['sell'] = (before, paid, _command, { tax, parties }, ctx) => {
  const issued = issueInvoice(
    {
      billingReason: 'one_shot',
      customerId: before.customerId,
      parties,
      subscriptionId: null,
      oneShotPaymentId: before.id,
      paymentId: paid.id,
      currency: before.currency,
      tax,
      totals: totalsOfOneShot(before, tax),
      period: null,
    },
    ctx,
  );
  const invoice = paidInvoice(issued, paid.id, ctx.now);
  const payment: Payment = { ...paid, invoiceId: invoice.id };
  const payable: OneShotPayment = {
    ...before,
    status: 'succeeded',
    paymentId: payment.id,
    amountPaidCents: payment.amountCents,
    invoiceId: invoice.id,
    paymentMethod: payment.paymentMethod?.type ?? before.paymentMethod,
  };
  return {
    payable,
    payment,
    subscription: null,
    invoice,
    changes: [change(invoiceAggregate, null, invoice)],
    events: [
      ...eventsOfPaidInvoice(invoice),
      { type: 'payment.succeeded', subjectId: payment.id },
      { type: 'one_shot_payment.succeeded', subjectId: payable.id },
    ],
    guards: [],
    audit: null,
  };
};

/** One-off payments as a kind of payable. */
export const oneShotKind: PayableKind<OneShotPayment> = {
  aggregate: oneShotAggregate,
  noun: 'one-off payment',
  describe: ({ description }) => description,
  createsMandate: false,
  logEntriesPerAttempt: 2,
  couponIdOf: () => null,
  countryOf: () => null,
  // Direct debit cannot pay a one-off payment, but can be added to the wallet: the verification charge creates the mandate that it needs.
  walletTermsOf: ({ currency }) => ({ currency, accepts: (method) => methodTakesCurrency(method, currency), subscriptionId: null }),
  chargeOf: (oneShot, _method, tax) => ({
    type: 'one_shot',
    amountCents: totalsOfOneShot(oneShot, tax).totalCents,
    currency: oneShot.currency,
    verification: false,
    priceId: null,
    oneShotPaymentId: oneShot.id,
  }),
  startsTrial: () => false,
  taxPointOf: (_oneShot, now) => ({ at: now, category: DEFAULT_TAX_CATEGORY }),
  refuseMethod: ({ currency }, method) => {
    const problem = methodProblem(method, currency);
    return problem === null ? null : invalidParam('method', problem);
  },
  withStartedAttempt: (oneShot) => oneShot,
  reopened: (oneShot) => ({ ...oneShot, status: 'open', transfer: null }),
  pending: (oneShot, transfer) => ({ ...oneShot, status: 'pending', transfer }),
  ended: (oneShot, ending) => ({ payable: { ...oneShot, status: ending }, events: [], guards: [] }),
  redacted: redactedOneShot,
  refusedEvent: 'one_shot_payment.failed',
  sell,
};
