import type { LineType } from '../../domain/invoice/record.ts';

export const en = {
  receipt: {
    subject: (shop: string, number: string | null) =>
      number === null ? `Your receipt from ${shop}` : `Your receipt from ${shop} (${number})`,
    heading: 'Thank you for your payment',
    opening: (shop: string, amount: string) => `${shop} has received your payment of ${amount}.`,
  },
  invoice: {
    subject: (shop: string, number: string) => `Invoice ${number} from ${shop}`,
    heading: (number: string) => `Invoice ${number}`,
    paid: 'Here is your invoice. It has been paid; there is nothing left to do.',
    due: (amount: string) => `Here is your invoice. ${amount} is still to be paid.`,
  },
  paymentFailed: {
    subject: (shop: string) => `Your payment to ${shop} did not go through`,
    heading: 'Your payment did not go through',
    opening: (shop: string, amount: string) => `Your payment of ${amount} to ${shop} could not be completed, and no money was taken.`,
    closing: (shop: string) => [
      `To try again, go back to ${shop} and choose the same or another way to pay.`,
      'If you have paid in the meantime, there is nothing left to do.',
    ],
    /** Closing for a failed renewal, below the portal link. */
    renewal: [
      'Through the link you can pay now, or choose another way to pay. The link is for you alone: do not pass it on.',
      'If you have paid in the meantime, there is nothing left to do.',
    ],
    tryAgain: 'Try again',
    /** Closing for a refused checkout, below the link to its page. */
    again: [
      'On the page behind the link you can pay with the same or another payment method.',
      'If you have paid in the meantime, there is nothing left to do.',
    ],
  },
  refund: {
    subject: (shop: string) => `Your refund from ${shop}`,
    heading: (amount: string) => `You get ${amount} back`,
    opening: (shop: string, amount: string) => `${shop} has refunded ${amount}. The money goes back to where you paid from.`,
    closing: 'Depending on your bank, it may take a few days until you see it on your account.',
  },
  creditNote: {
    subject: (shop: string, number: string) => `Credit note ${number} from ${shop}`,
    heading: (number: string) => `Credit note ${number}`,
    opening: (invoiceNumber: string) => `Invoice ${invoiceNumber} was corrected by a credit note.`,
  },
  portalLink: {
    subject: (shop: string) => `Your access to ${shop}`,
    heading: 'Manage your subscription',
    opening: (shop: string) =>
      `Through the link you can see the invoices of your subscription with ${shop}, and change the subscription and how you pay.`,
    closing: [
      'The link works for an hour, for everybody who has it: do not pass it on.',
      'If you did not ask for it, there is nothing to do.',
    ],
  },
  emailChange: {
    subject: (shop: string) => `Confirm your address for ${shop}`,
    heading: 'Confirm your e-mail address',
    opening: (shop: string) =>
      `Invoices and messages from ${shop} are to come to this address from now on. Open the link to confirm that it is yours.`,
    /** Label of the link. */
    action: 'Confirm the address',
    closing: ['The link is for you alone: do not pass it on.', 'If you did not ask for this, do nothing: nothing changes then.'],
  },
  emailChanged: {
    subject: (shop: string) => `Your e-mail address for ${shop} was changed`,
    heading: 'Your e-mail address was changed',
    opening: (shop: string) =>
      `Invoices and messages from ${shop} go to another address from now on. Links in earlier e-mails no longer work.`,
    closing: 'If you did not change it, reply to this e-mail.',
  },
  /** Label of the portal link. */
  portal: 'Manage your subscription',
  attached: { invoice: 'The invoice is attached as a PDF.', creditNote: 'The credit note is attached as a PDF.' },
  labels: {
    invoice: 'Invoice',
    creditNote: 'Credit note',
    issuedOn: 'Issued on',
    paidOn: 'Paid on',
    paidWith: 'Paid with',
    period: 'Period',
    date: 'Date',
    amount: 'Amount',
    discount: 'Discount',
    tax: 'Tax',
    /** Follows the name of a tax that is included in the prices. */
    included: 'included',
    amountPaid: 'Amount paid',
    amountDue: 'Amount due',
    refunded: 'Refunded',
    credited: 'Credited',
  },
  /** Prefix of the price name on lines of a plan change. */
  lines: { proration_credit: 'Unused time', proration_charge: 'Rest of the period', carried_credit: 'Credit from earlier' } as Readonly<
    Partial<Record<LineType, string>>
  >,
  methods: { creditcard: 'Card', directdebit: 'SEPA Direct Debit', banktransfer: 'Bank transfer' },
  testMode: 'Test mode: no money moved.',
  questions: (address: string) => `Questions? Reply to this e-mail or write to ${address}.`,
};

/** The texts of mails to customers in one language. Amounts, dates and names are passed formatted. */
export type EmailTexts = Readonly<typeof en>;
