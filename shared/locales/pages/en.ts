import type { Discount } from '../../domain/discounts.ts';

/** Describes a discount: by how much the coupon reduces the price, the coupon's code, and for how many months. */
type DiscountText = (reduction: string, code: string, months: number) => string;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/**
 * The texts of the pages. Texts with placeholders are functions, so that each language chooses the word order. Amounts, days and names are
 * passed formatted.
 */
export const en = {
  testNotice: 'Test mode: no money moves here.',
  checkout: 'Checkout',
  problemTitle: 'Problem: checkout',
  problemHeading: 'There is a problem',
  subscribeTo: (product: string) => `Subscribe to ${product}`,
  payFor: (description: string) => `Pay for ${description}`,

  every: {
    month: (amount: string) => `${amount} every month`,
    year: (amount: string) => `${amount} every year`,
  },
  /** Unit price of a metered price and how often it is charged. */
  eachUnit: {
    month: (amount: string) => `${amount} for each unit used, charged at the end of each month`,
    year: (amount: string) => `${amount} for each unit used, charged at the end of each year`,
  },
  /** For a tiered metered price. */
  byUse: {
    month: 'According to what you use, charged at the end of each month',
    year: 'According to what you use, charged at the end of each year',
  },
  inclTax: (price: string, tax: string) => `${price} incl. ${tax}`,
  plusTax: (price: string, tax: string) => `${price} plus ${tax}`,
  freeThen: (days: number, price: string) => `${counted(days, 'day')} free, then ${price}`,

  price: 'Price',
  discount: 'Discount',
  tax: 'Tax',
  included: 'included',
  onTop: 'on top',
  dueToday: 'Due today',
  firstPayment: 'First payment',
  nextPayment: 'Next payment',
  amountOn: (amount: string, day: string) => `${amount} on ${day}`,
  discounts: {
    once: (reduction, code) => `${reduction} off your first payment (code ${code})`,
    forever: (reduction, code) => `${reduction} off every payment (code ${code})`,
    repeating: (reduction, code, months) => `${reduction} off for ${counted(months, 'month')} (code ${code})`,
  } as Readonly<Record<Discount['duration'], DiscountText>>,

  addCode: 'Add a promotion code',
  changeCode: 'Change the promotion code',
  codeLabel: 'Promotion code',
  applyCode: 'Apply',
  removeCode: 'Remove the code',
  codeProblems: {
    unknown: 'This code is not known. Check how it is written.',
    expired: 'This code is no longer valid.',
    usedUp: 'This code has been used as often as it may be.',
    alreadyUsed: 'You have already used this code.',
    tooSmall: 'This code needs a higher price.',
    notForThis: 'This code is not for what you are buying.',
    notAccepted: 'Promotion codes are not accepted for this plan.',
  },

  yourDetails: 'Your details',
  name: 'Name',
  email: 'E-mail',
  country: 'Country',
  chooseCountry: 'Choose a country',
  asBusiness: 'Buying for a business?',
  vatNumber: 'VAT number',
  emailWrong: 'Enter an e-mail address, like name@example.com.',
  countryWrong: 'Choose your country from the list.',
  vatWrong: 'This VAT number is not valid.',
  vatLater: 'VAT numbers cannot be checked right now. Try again later.',
  nameTooLong: 'This name is too long.',
  nowDue: (amount: string) => `What is due today is ${amount} now. Check it and pay again.`,

  howToPay: 'How do you want to pay?',
  card: 'Card',
  directDebit: 'SEPA Direct Debit',
  bankTransfer: 'Bank transfer',
  amountToday: (amount: string) => `${amount} today`,
  verification: 'This small charge only checks your payment method.',
  verificationBeforeTrial: 'This small charge only checks your payment method. The price is charged when the free days are over.',
  pay: (amount: string | null) => (amount === null ? 'Pay' : `Pay ${amount}`),
  payAndStartTrial: (amount: string | null) => (amount === null ? 'Pay and start the free days' : `Pay ${amount} and start the free days`),
  cancelTo: (merchant: string) => `Cancel and go back to ${merchant}`,

  chooseMethod: 'Choose how you want to pay.',
  methodRefused: 'This way to pay was refused. Nothing was charged. Try another one.',
  noProvider: 'Paying is not possible right now. Nothing was charged. Try again in a few minutes.',

  methods: 'Payment methods',
  noMethods: 'No payment method is saved.',
  isDefault: 'Used for payments',
  makeDefault: 'Use for payments',
  remove: 'Remove',
  methodInUse: 'Your subscription is paid by this one. Choose another one for payments first.',
  addMethod: 'Add a payment method',
  endingIn: (method: string, last4: string) => `${method} ending in ${last4}`,
  expires: (month: string) => `Expires ${month}`,
  continueAtBank: 'Continue',
  bankOnly: 'A small charge checks the payment method. It buys nothing.',
  discard: 'Leave it as it is',

  inProgress: 'Payment in progress',
  waitingFor: (what: string) =>
    `We are waiting for word about your payment for ${what}. Some banks take a few days; you need not wait here.`,
  checkAgain: 'Check again now',
  backToCheckout: 'Back to the checkout',
  byTransfer: 'Pay by bank transfer',
  transfer: (amount: string, what: string) =>
    `Transfer ${amount} for ${what} from your bank. Use exactly the reference below, so that the money is recognised. It takes a few days to arrive; you need not wait here.`,
  amount: 'Amount',
  accountHolder: 'Account holder',
  account: 'Account',
  reference: 'Reference',

  complete: 'Payment complete',
  subscribed: (product: string) => `Thank you. Your subscription to ${product} is set up.`,
  arrived: (what: string) => `Thank you. Your payment for ${what} has arrived.`,
  continueTo: (merchant: string) => `Continue to ${merchant}`,
  backTo: (merchant: string) => `Back to ${merchant}`,

  methodSaved: { title: 'Payment method saved', text: 'Your payment method was saved. Go back to the shop to continue.' },
  methodNotSaved: { title: 'Payment method not saved', text: 'Your payment method was not saved. Go back to the shop to try again.' },
  failed: {
    title: 'Payment failed',
    text: 'Your payment was refused, and nothing was charged. Start again from the shop to try another way to pay.',
  },
  failedAgain: 'Your payment did not go through, and nothing was charged. Try again with the same or another payment method.',
  tryAgain: 'Try again',
  ended: { title: 'Checkout closed', text: 'This checkout is no longer open, and nothing was charged. Start again from the shop.' },
  offerContinue: 'Continue',
  withdrawn: { title: 'Not available', text: 'This offer is not available at present, and nothing was charged.' },
  closed: { title: 'Checkout closed', text: 'This checkout is closed. There is nothing left to do here.' },
  unknown: {
    title: 'Checkout not found',
    text: 'There is no checkout at this address. Check that the link is complete, or start again from the shop.',
  },
  broken: { title: 'Something went wrong', text: 'This page cannot be shown right now. Try again in a moment.' },
  didNotWork: 'This did not work',
  tooMany: {
    title: 'Too many requests',
    text: (seconds: number) => `This page was asked for too often. Try again in ${counted(seconds, 'second')}.`,
  },

  terms: 'Terms',
  privacy: 'Privacy',
  help: 'Help',
};

/** The texts of the billing portal. */
export const enPortal = {
  title: 'Your subscription',
  expired: { title: 'This link has expired', text: 'Open the newest mail, or ask for a new link where you came from.' },
  plan: 'Plan',
  freeUntil: (day: string) => `Free until ${day}`,
  endsOn: (day: string) => `Ends on ${day}`,
  endedOn: (day: string) => `Ended on ${day}`,
  paused: 'Paused',
  processing: 'A payment is being processed.',
  pastDue: 'Your last payment failed. Pay the open invoice, or choose another payment method.',
  pastDueOtherMethod: 'Your last payment failed, and your bank wants no further attempts. Choose another payment method.',
  changePlan: 'Change plan',
  noPlans: 'There is no other plan to choose.',
  creditLeft: 'Credit for the time that is left',
  newPlanUntil: (day: string) => `New plan until ${day}`,
  creditKept: 'Credit kept for later payments',
  dueNow: 'Due now',
  change: (amount: string | null) => (amount === null ? 'Change plan' : `Change plan and pay ${amount}`),
  cancel: 'Cancel subscription',
  cancelText: (day: string) => `It stays as it is until ${day} and ends then. Until then you can change your mind.`,
  cancelNowText: 'It ends at once, and the open invoice is not owed any more.',
  why: 'Why do you leave? You need not say.',
  reasons: {
    too_expensive: 'It is too expensive',
    not_used: 'I do not use it enough',
    missing_features: 'Something is missing',
    switched_service: 'I switched to another service',
    other: 'Another reason',
  },
  keep: 'Keep subscription',
  resume: 'Resume subscription',
  invoices: 'Invoices',
  noInvoices: 'There are no invoices yet.',
  olderInvoices: 'Older invoices are not shown here.',
  creditNote: 'Credit note',
  statuses: { open: 'Open', paid: 'Paid', void: 'Void', uncollectible: 'Not paid' },
  payInvoice: (amount: string) => `Pay ${amount}`,
  download: 'Download PDF',
  pdfLater: 'The PDF is still being made. Try again in a moment.',
  edit: 'Change details',
  save: 'Save',
  address: 'Address',
  street: 'Street and number',
  addition: 'Address addition',
  postalCode: 'Postal code',
  city: 'City',
  pendingEmail: (email: string) => `We sent a link to ${email}. The address counts once the link is opened.`,
  approveEmail: (email: string) => `Confirm ${email} as your address`,
  notNow: 'This is not possible right now. Load the page again.',
};

export type Texts = Readonly<typeof en>;
export type PortalTexts = Readonly<typeof enPortal>;
