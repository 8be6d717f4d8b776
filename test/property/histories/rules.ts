import type { CreditNote } from '../../../shared/domain/credit-note/record.ts';
import type { Dispute } from '../../../shared/domain/dispute/record.ts';
import { amountDueCents, type Invoice } from '../../../shared/domain/invoice/record.ts';
import { sum } from '../../../shared/domain/money.ts';
import type { Payment } from '../../../shared/domain/payment/record.ts';
import type { Refund } from '../../../shared/domain/refund/record.ts';
import type { TaxSum } from '../../../shared/domain/tax.ts';
import type { SandboxPayment } from '../../../shared/sandbox/model.ts';
import type { Books } from './books.ts';

const amounts = (records: readonly { readonly amountCents: number }[]): number => sum(records.map(({ amountCents }) => amountCents));

const isGapless = (numbers: readonly string[]): boolean =>
  numbers
    .map((number) => Number(number.split('-').at(-1)))
    .sort((one, other) => one - other)
    .every((number, index) => number === index + 1);

/** Credit that was taxed at another rate may leave a rate with less than no tax. */
const isWithin = (part: number, whole: number): boolean => Math.min(0, whole) <= part && part <= Math.max(0, whole);

const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

/** Whether the payment bought something: there is an invoice that it paid. */
const boughtBy = ({ invoices }: Books, { id }: Payment): Invoice | undefined =>
  invoices.find(({ paymentId, status }) => paymentId === id && status === 'paid');

type Rule = readonly [name: string, holds: boolean];

const paymentRules = (books: Books, payment: Payment): readonly Rule[] => {
  const refunds = books.refunds.filter(({ paymentId }) => paymentId === payment.id);
  const made = refunds.filter(({ status }) => status !== 'failed');
  const returned = refunds.filter(({ status }) => status === 'succeeded');
  const open = books.disputes.filter(({ paymentId, status }) => paymentId === payment.id && status === 'open');
  const charge = books.charges.find(({ id }) => id === payment.providerPaymentId);
  const refundsThere = (books.refundsThere.get(String(payment.providerPaymentId)) ?? []).filter(({ status }) => status !== 'failed');
  const chargedBackCents = charge?.chargeback === null || charge?.chargeback?.reversedAt !== null ? 0 : charge.chargeback.amountCents;
  const succeeded = payment.status === 'succeeded';
  return [
    ['is decided', payment.status !== 'pending'],
    ['is not locked', payment.lockedBy === null],
    ['succeeded as there', succeeded === (charge?.status === 'paid')],
    [
      'was charged what is written',
      charge === undefined || (charge.amountCents === payment.amountCents && charge.currency === payment.currency),
    ],
    ['is refunded by what its refunds come to', payment.amountRefundedCents === amounts(made)],
    ['has returned what its refunds brought back', payment.amountReturnedCents === amounts(returned)],
    ['is refunded no more than it paid', payment.amountRefundedCents <= (succeeded ? payment.amountCents : 0)],
    [
      'is refunded there what is refunded here',
      amounts(refundsThere) === payment.amountRefundedCents && refundsThere.length === made.length,
    ],
    ['is disputed by what is open', payment.amountDisputedCents === amounts(open)],
    ['is disputed as there', payment.amountDisputedCents === chargedBackCents],
    [
      'bought something or is returned',
      !succeeded || payment.verification || boughtBy(books, payment) !== undefined || isReturned(payment, charge, refunds),
    ],
  ];
};

/** All of it went back, by a separate refund or by the buyer's bank. */
const isReturned = (payment: Payment, charge: SandboxPayment | undefined, refunds: readonly Refund[]): boolean =>
  payment.amountReturnedCents === payment.amountCents
    ? refunds.some(({ overpayment, status }) => overpayment && status === 'succeeded')
    : charge?.chargeback !== null;

/** What the notes of an invoice credit of one of its rates. */
const creditedAt = (notes: readonly CreditNote[], { rateBasisPoints }: TaxSum): Pick<TaxSum, 'taxableCents' | 'taxCents'> => {
  const own = notes.flatMap(({ tax }) => tax.filter((each) => each.rateBasisPoints === rateBasisPoints));
  return { taxableCents: sum(own.map(({ taxableCents }) => taxableCents)), taxCents: sum(own.map(({ taxCents }) => taxCents)) };
};

const isCreditedWithin = (whole: TaxSum, part: ReturnType<typeof creditedAt>): boolean =>
  isWithin(part.taxableCents, whole.taxableCents) && isWithin(part.taxCents, whole.taxCents);

const isCreditedInFull = (whole: TaxSum, part: ReturnType<typeof creditedAt>): boolean =>
  part.taxableCents === whole.taxableCents && part.taxCents === whole.taxCents;

const invoiceRules = (books: Books, invoice: Invoice): readonly Rule[] => {
  const { lines, tax, taxCents, totalCents, subtotalCents, discountCents, taxBehavior } = invoice;
  const notes = books.creditNotes.filter(({ invoiceId }) => invoiceId === invoice.id);
  const payment = books.payments.find(({ id }) => id === invoice.paymentId);
  const netCents = sum(lines.map((line) => line.amountCents - line.discountCents));
  const isPaid = invoice.status === 'paid';
  return [
    ['has lines', lines.length > 0],
    ['comes to its lines and tax', totalCents === netCents + (taxBehavior === 'exclusive' ? taxCents : 0)],
    ['has the tax of its rates', taxCents === sum(tax.map((each) => each.taxCents))],
    ['has the subtotal of its lines', subtotalCents === amounts(lines) && discountCents === sum(lines.map((line) => line.discountCents))],
    ['is paid in full or not at all', isPaid ? amountDueCents(invoice) === 0 : invoice.amountPaidCents === 0],
    [
      'was paid by its payment',
      !isPaid || totalCents === 0 || (payment?.status === 'succeeded' && payment.amountCents === invoice.amountPaidCents),
    ],
    ['is credited by its credit notes', invoice.amountCreditedCents === sum(notes.map((note) => note.totalCents))],
    ['is credited no more than it came to', invoice.amountCreditedCents <= (isPaid ? totalCents : 0)],
    ['is credited no more of a rate than it had', tax.every((each) => isCreditedWithin(each, creditedAt(notes, each)))],
    [
      'is credited all of its rates with its last cent',
      invoice.amountCreditedCents < totalCents || totalCents === 0 || tax.every((each) => isCreditedInFull(each, creditedAt(notes, each))),
    ],
    [
      'names both VAT numbers under reverse charge',
      !invoice.reverseCharge || (invoice.seller.vatId !== null && invoice.buyer.vatNumber !== null),
    ],
  ];
};

const refundRules = (books: Books, refund: Refund): readonly Rule[] => {
  const payment = books.payments.find(({ id }) => id === refund.paymentId);
  const notes = books.creditNotes.filter(({ refundId }) => refundId === refund.id);
  const corrects = refund.status === 'succeeded' && !refund.overpayment && payment !== undefined && boughtBy(books, payment) !== undefined;
  return [
    ['is settled', refund.status !== 'pending'],
    ['corrects the invoice of its charge, once', notes.length === (corrects ? 1 : 0)],
    ['is corrected by its amount', !corrects || notes[0]?.totalCents === refund.amountCents],
    ['names its credit note', refund.creditNoteId === (notes[0]?.id ?? null)],
  ];
};

const noteRules = ({ invoices }: Books, note: CreditNote): readonly Rule[] => {
  const { lines, taxCents, totalCents, tax, taxBehavior } = note;
  return [
    ['comes to its lines and tax', totalCents === amounts(lines) + (taxBehavior === 'exclusive' ? taxCents : 0)],
    ['has the tax of its rates', taxCents === sum(tax.map((each) => each.taxCents))],
    ['names its invoice', invoices.some(({ id, number }) => id === note.invoiceId && number === note.invoiceNumber)],
  ];
};

/** What the log tells of one thing, as often as it must. */
const reportedOf = ({ events }: Books, id: string, wanted: Readonly<Record<string, boolean>>): readonly Rule[] => {
  const types = events.filter(({ data }) => data.id === id).map(({ type }) => type);
  return Object.entries(wanted).map(
    ([type, once]): Rule => [`tells ${type} ${once ? 'once' : 'never'}`, types.filter((each) => each === type).length === (once ? 1 : 0)],
  );
};

/** The last that was notified of it is how it is. */
const lastReportedIs = ({ events }: Books, id: string, field: string, value: unknown): Rule => {
  const last = events.findLast(({ data }) => data.id === id);
  return [`was last reported with its ${field}`, last === undefined || last.data[field] === value];
};

/** It is paused and resumed in turn, and nothing is begun to be billed to it in the meantime but usage that the end of it closes. */
const pauseRules = ({ events, subscriptions }: Books): readonly (readonly [id: string, rules: readonly Rule[]])[] =>
  subscriptions.map(({ id, pausedAt }) => {
    const turns = events.flatMap(({ type, data }): readonly ('paused' | 'resumed' | 'billed')[] => {
      if (type === 'invoice.created' && data.subscription_id === id) return data.billing_reason === 'usage' ? [] : ['billed'];
      if (data.id !== id) return [];
      return type === 'subscription.paused' ? ['paused'] : type === 'subscription.resumed' ? ['resumed'] : [];
    });
    const story = turns.join(' ');
    return [
      id,
      [
        ['is paused and resumed in turn', !/paused( billed)* paused|resumed( billed)* resumed|^(billed )*resumed/.test(story)],
        ['is billed nothing while it is paused', !story.includes('paused billed')],
        ['is paused as it was reported', (pausedAt !== null) === /paused( billed)*$/.test(story)],
      ],
    ];
  });

const eventRules = (books: Books): readonly (readonly [id: string, rules: readonly Rule[]])[] => [
  ...books.payments.map(({ id, status }) => [id, reportedOf(books, id, { 'payment.succeeded': status === 'succeeded' })] as const),
  ...books.refunds.map(
    ({ id, status }) =>
      [
        id,
        reportedOf(books, id, { 'refund.created': true, 'refund.succeeded': status === 'succeeded', 'refund.failed': status === 'failed' }),
      ] as const,
  ),
  ...books.invoices.map(
    ({ id, status }) =>
      [
        id,
        [
          ...reportedOf(books, id, { 'invoice.created': true, 'invoice.paid': status === 'paid', 'invoice.voided': status === 'void' }),
          lastReportedIs(books, id, 'status', status),
        ],
      ] as const,
  ),
  ...books.creditNotes.map(({ id }) => [id, reportedOf(books, id, { 'credit_note.created': true })] as const),
  ...books.disputes.map(
    ({ id, status }: Dispute) => [id, reportedOf(books, id, { 'dispute.created': true, 'dispute.closed': status === 'won' })] as const,
  ),
  ...books.sessions.map(({ id, status }) => [id, reportedOf(books, id, { 'checkout.session.completed': status === 'completed' })] as const),
  ...books.subscriptions.map(
    ({ id, status }) =>
      [
        id,
        [
          ...reportedOf(books, id, { 'subscription.created': true, 'subscription.canceled': status === 'canceled' }),
          lastReportedIs(books, id, 'status', status),
        ],
      ] as const,
  ),
  ...books.oneShots.map(
    ({ id, status }) =>
      [
        id,
        reportedOf(books, id, {
          'one_shot_payment.succeeded': status === 'succeeded' || status === 'refunded',
          'one_shot_payment.refunded': status === 'refunded',
        }),
      ] as const,
  ),
];

const pricesOf = (lines: Invoice['lines']): string => lines.map(({ priceId }) => priceId).join(' ');

const wholeRules = (books: Books): readonly Rule[] => {
  const { payments, charges, invoices, creditNotes, sessions, oneShots, subscriptions, operations } = books;
  const ofPayment = charges.map(({ webhookUrl }) => webhookUrl?.split('/').at(-1));
  const sold = sessions.filter(({ status }) => status === 'completed');
  return [
    [
      'each charge is of a separate payment',
      isDistinct(ofPayment) && ofPayment.every((id) => payments.some((payment) => payment.id === id)),
    ],
    [
      'each paid charge is known',
      charges.every(({ id, status }) => status !== 'paid' || payments.some(({ providerPaymentId }) => providerPaymentId === id)),
    ],
    ['invoice numbers have no gap', isGapless(invoices.map(({ number }) => number))],
    ['credit note numbers have no gap', isGapless(creditNotes.map(({ number }) => number))],
    [
      'each session sold one subscription',
      sold.length === subscriptions.length && isDistinct(sold.map(({ subscriptionId }) => subscriptionId)),
    ],
    [
      'each period is invoiced once for each price',
      isDistinct(
        invoices
          .filter(({ subscriptionId }) => subscriptionId !== null)
          .map(({ subscriptionId, periodStart, periodEnd, billingReason, lines }) => {
            // Plan changes of one metered price bill its period in slices, each until its change.
            const slice = billingReason === 'subscription_update' ? periodEnd : null;
            return [subscriptionId, periodStart, slice, billingReason, pricesOf(lines)].join();
          }),
      ),
    ],
    [
      'each one-off payment was paid by what its invoice says',
      oneShots.every(({ id, status }) => {
        const paid = invoices.filter(({ oneShotPaymentId, status: is }) => oneShotPaymentId === id && is === 'paid');
        return paid.length === (status === 'succeeded' || status === 'refunded' ? 1 : 0);
      }),
    ],
    ['nothing is left under way', operations.length === 0],
  ];
};

/** What must be true once all is quiet; the names of what is not. */
export const faultsIn = (books: Books): readonly string[] => {
  const about: readonly (readonly [id: string, rules: readonly Rule[]])[] = [
    ['whole', wholeRules(books)],
    ...books.payments.map((each) => [each.id, paymentRules(books, each)] as const),
    ...books.invoices.map((each) => [each.id, invoiceRules(books, each)] as const),
    ...books.refunds.map((each) => [each.id, refundRules(books, each)] as const),
    ...books.creditNotes.map((each) => [each.id, noteRules(books, each)] as const),
    ...eventRules(books),
    ...pauseRules(books),
  ];
  return about.flatMap(([id, rules]) => rules.flatMap(([name, holds]) => (holds ? [] : [`${id} ${name}`])));
};
