import type { EmailTexts } from './locale.ts';

export const en: EmailTexts = {
  receipt: {
    subject: (shop, number) => (number === null ? `Your receipt from ${shop}` : `Your receipt from ${shop} (${number})`),
    heading: 'Thank you for your payment',
    opening: (shop, amount) => `${shop} has received your payment of ${amount}.`,
  },
  invoice: {
    subject: (shop, number) => `Invoice ${number} from ${shop}`,
    heading: (number) => `Invoice ${number}`,
    paid: 'Here is your invoice. It has been paid; there is nothing left to do.',
    due: (amount) => `Here is your invoice. ${amount} is still to be paid.`,
  },
  paymentFailed: {
    subject: (shop) => `Your payment to ${shop} did not go through`,
    heading: 'Your payment did not go through',
    opening: (shop, amount) => `Your payment of ${amount} to ${shop} could not be completed, and no money was taken.`,
    closing: (shop) => [
      `To try again, go back to ${shop} and choose the same or another way to pay.`,
      'If you have paid in the meantime, there is nothing left to do.',
    ],
    renewal: [
      'Through the link you can pay now, or choose another way to pay. It is for you alone: do not pass it on.',
      'If you have paid in the meantime, there is nothing left to do.',
    ],
  },
  refund: {
    subject: (shop) => `Your refund from ${shop}`,
    heading: (amount) => `You get ${amount} back`,
    opening: (shop, amount) => `${shop} has refunded ${amount}. The money goes back to where you paid from.`,
    closing: 'Depending on your bank, it may take a few days until you see it on your account.',
  },
  creditNote: {
    subject: (shop, number) => `Credit note ${number} from ${shop}`,
    heading: (number) => `Credit note ${number}`,
    opening: (invoiceNumber) => `Invoice ${invoiceNumber} was corrected by a credit note.`,
  },
  portalLink: {
    subject: (shop) => `Your access to ${shop}`,
    heading: 'Manage your subscription',
    opening: (shop) => `Through the link you can see your subscription with ${shop}, its invoices and how you pay, and change them.`,
    closing: [
      'The link works for an hour, for everybody who has it: do not pass it on.',
      'If you did not ask for it, there is nothing to do.',
    ],
  },
  emailChange: {
    subject: (shop) => `Confirm your address for ${shop}`,
    heading: 'Confirm your e-mail address',
    opening: (shop) =>
      `Invoices and messages from ${shop} are to come to this address from now on. Open the link to confirm that it is yours.`,
    action: 'Confirm the address',
    closing: ['The link is for you alone: do not pass it on.', 'If you did not ask for this, do nothing: nothing changes then.'],
  },
  emailChanged: {
    subject: (shop) => `Your e-mail address for ${shop} was changed`,
    heading: 'Your e-mail address was changed',
    opening: (shop) => `Invoices and messages from ${shop} go to another address from now on. Links in earlier e-mails no longer work.`,
    closing: 'If you did not change it, reply to this e-mail.',
  },
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
    included: 'included',
    amountPaid: 'Amount paid',
    amountDue: 'Amount due',
    refunded: 'Refunded',
    credited: 'Credited',
  },
  lines: { proration_credit: 'Unused time', proration_charge: 'Rest of the period', carried_credit: 'Credit from earlier' },
  methods: { creditcard: 'Card', directdebit: 'SEPA Direct Debit', banktransfer: 'Bank transfer' },
  testMode: 'Test mode: no money moved.',
  questions: (address) => `Questions? Reply to this e-mail or write to ${address}.`,
};
