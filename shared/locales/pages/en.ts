import type { Discount } from '../../domain/amounts/discounts.ts';

/** Describes a discount. `reduction`: the formatted amount or percentage. `code`: the coupon's code. `months`: for `repeating`. */
type DiscountText = (reduction: string, code: string, months: number) => string;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** The texts of the pages. Those with placeholders are functions: each language chooses the word order. Arguments are formatted. */
export const en = {
  testNotice: 'Test mode: no real money is charged.',
  checkout: 'Checkout',
  problemTitle: 'Error: checkout',
  problemHeading: 'Something isn’t right',
  subscribeTo: (product: string) => `Subscribe to ${product}`,
  payFor: (description: string) => `Pay for ${description}`,
  every: {
    month: (amount: string) => `${amount} per month`,
    year: (amount: string) => `${amount} per year`,
  },
  /** Unit price of a metered price and how often it is charged. */
  eachUnit: {
    month: (amount: string) => `${amount} per unit, billed at the end of each month`,
    year: (amount: string) => `${amount} per unit, billed at the end of each year`,
  },
  /** For a tiered metered price. */
  byUse: {
    month: 'Based on usage, billed at the end of each month',
    year: 'Based on usage, billed at the end of each year',
  },
  /** The units of a tier. */
  unitsBetween: (from: string, to: string) => `${from}–${to} units`,
  unitsFrom: (from: string) => `${from} units and more`,
  perUnit: (amount: string) => `${amount} per unit`,
  /** `21% VAT` */
  namedTax: (name: string, rate: string) => `${rate} ${name}`,
  inclTax: (price: string, tax: string) => `${price} incl. ${tax}`,
  plusTax: (price: string, tax: string) => `${price} plus ${tax}`,
  /** The tax depends on the buyer's country, which is unknown. */
  plusUnknownTax: (price: string) => `${price} plus VAT, depending on your country`,
  plusVat: (amount: string) => `${amount} plus VAT`,
  includesTax: (tax: string) => `Includes ${tax}`,
  reverseCharge: 'VAT (reverse charge)',
  freeThen: (days: number, price: string) => `${counted(days, 'day')} free, then ${price}`,

  discount: 'Discount',
  tax: 'VAT',
  net: 'Net amount',
  total: 'Total',
  dueToday: 'Due today',
  firstPayment: 'First payment',
  nextPayment: 'Next payment',
  amountOn: (amount: string, day: string) => `${amount} on ${day}`,
  discounts: {
    once: (reduction, code) => `${reduction} off your first payment (code ${code})`,
    forever: (reduction, code) => `${reduction} off every payment (code ${code})`,
    repeating: (reduction, code, months) => `${reduction} off for ${counted(months, 'month')} (code ${code})`,
  } as Readonly<Record<Discount['duration'], DiscountText>>,

  addCode: 'Add promotion code',
  changeCode: 'Change promotion code',
  codeLabel: 'Promotion code',
  applyCode: 'Apply',
  removeCode: 'Remove code',
  codeProblems: {
    unknown: 'This code doesn’t exist. Check the spelling.',
    expired: 'This code has expired.',
    usedUp: 'This code has reached its redemption limit.',
    alreadyUsed: 'You have already used this code.',
    tooSmall: 'This code requires a higher amount.',
    notForThis: 'This code doesn’t apply to this purchase.',
    notAccepted: 'Promotion codes aren’t accepted for this plan.',
  },

  yourDetails: 'Your details',
  name: 'Name',
  email: 'Email',
  country: 'Country',
  chooseCountry: 'Select a country',
  asBusiness: 'Buying as a business?',
  vatNumber: 'VAT number',
  street: 'Street and number',
  postalCode: 'Postal code',
  city: 'City',
  leitwegId: 'Leitweg-ID (public bodies)',
  buyerReference: 'Reference on invoices (optional)',
  peppolId: 'Peppol ID (optional)',
  emailWrong: 'Enter a valid email address, for example name@example.com.',
  countryWrong: 'Select your country.',
  /** The IP address is in another country than the billing address. */
  countryUnclear: 'You seem to be in another country. Confirm where you live.',
  /** Label of a checkbox. `null`: the country is unknown. */
  confirmCountry: (country: string | null) =>
    country === null ? 'I confirm that I live in the country of my billing address.' : `I confirm my country of residence: ${country}`,
  vatWrong: 'This VAT number isn’t valid.',
  vatLater: 'We can’t check VAT numbers right now. Try again later.',
  nameTooLong: 'This name is too long.',
  peppolIdWrong: 'Enter a Peppol ID of scheme and number, for example 0106:12345678.',
  entryWrong: 'This entry is too long or contains characters that can’t be printed.',
  editDetails: 'Edit details',
  /** `merchant` is the seller's name. */
  changeStored: (merchant: string) => `To change these details, contact ${merchant}.`,
  taxAdded: (tax: string) => `We added ${tax}.`,
  noTaxAdded: 'No VAT applies in your country.',
  reverseChargeApplies: 'Your VAT number is valid. No VAT is charged (reverse charge).',
  totalChanged: 'The total has changed.',
  /** `−€12.25`, or the text of the discount if the amount is unknown. */
  codeApplied: (reduction: string) => `Promotion code applied: ${reduction}.`,
  newTotal: (amount: string) => `New total: ${amount}.`,
  newFirstPayment: (amount: string, day: string) => `First payment: ${amount} on ${day}.`,
  newNextPayment: (amount: string, day: string) => `Next payment: ${amount} on ${day}.`,

  howToPay: 'Payment method',
  card: 'Card',
  directDebit: 'SEPA Direct Debit',
  /** Shown for a first payment by direct debit. */
  directDebitHint: 'You confirm the mandate with your bank on the next page.',
  /** For a subscription that is first paid by iDEAL or eps. */
  laterByDebit: 'Later payments are collected from the same bank account by SEPA direct debit.',
  bankTransfer: 'Bank transfer',
  methodsWithheld: (methods: string, country: string) => `Not available in your country (${country}): ${methods}.`,
  amountToday: (amount: string) => `${amount} today`,
  verification: 'This small charge only verifies your payment method.',
  verificationBeforeTrial: 'This small charge only verifies your payment method. You pay the price when your free trial ends.',
  pay: (amount: string | null) => (amount === null ? 'Pay' : `Pay ${amount}`),
  startTrial: 'Start free trial',
  /** The text that consumer law requires on an order button. If you change it, add a `ButtonWording` (`payable/consent.ts`). */
  order: 'Order with obligation to pay',
  immediateService:
    'I expressly ask for the service to begin at once. If I withdraw from the contract within 14 days, I pay for the part of the service that I have used.',
  proceed: 'Continue',
  cancelTo: (merchant: string) => `Cancel and return to ${merchant}`,

  chooseMethod: 'Select a payment method.',
  methodRefused: 'Your payment was declined. Try another method.',
  amountTooSmall: (method: string, minimum: string) => `The amount is below the minimum for ${method} (${minimum}).`,
  noProvider: 'Payments aren’t available right now. Nothing was charged. Try again in a few minutes.',

  methods: 'Payment methods',
  noMethods: 'No saved payment methods.',
  inUse: 'In use',
  makeDefault: 'Use for payments',
  remove: 'Remove',
  methodInUse: 'Your subscription is paid with this method. Use another one for payments first.',
  methodNotAccepted: 'This payment method can’t be used for your subscription. Choose another one.',
  methodUnavailable: 'This payment method can’t be used any more. Add it again.',
  addMethod: 'Add payment method',
  endingIn: (method: string, last4: string) => `${method} ending in ${last4}`,
  expires: (month: string) => `Expires ${month}`,
  /** The charge that verifies a payment method; `null`: the amount is unknown. */
  verifiesMethod: (amount: string | null) =>
    `${amount === null ? 'A small charge' : `A charge of ${amount}`} verifies the payment method. You aren’t buying anything.`,
  discard: 'Go back',

  inProgress: 'Payment in progress',
  processing: 'A payment is being processed.',
  /** `what`: the product or the description; `null`: unknown. */
  waitingFor: (what: string | null) =>
    `We’re waiting for the confirmation of your payment${what === null ? '' : ` for ${what}`}. Some banks take a few days. You can close this page.`,
  checkAgain: 'Check again',
  backToCheckout: 'Back to checkout',
  byTransfer: 'Pay by bank transfer',
  transfer: (amount: string, what: string) =>
    `Transfer ${amount} for ${what} from your bank account. Use exactly the reference below so that we can match your payment. A transfer takes a few days. You can close this page.`,
  amount: 'Amount',
  accountHolder: 'Account holder',
  account: 'Account',
  reference: 'Reference',

  complete: 'Payment complete',
  subscribed: (product: string) => `Thank you. You’re subscribed to ${product}.`,
  arrived: (what: string) => `Thank you. We received your payment for ${what}.`,
  amountPaid: 'Amount paid',
  /** The receipt is mailed after the page is shown. */
  receiptTo: (email: string) => `We’re sending a receipt to ${email}.`,
  continueTo: (merchant: string) => `Continue to ${merchant}`,
  backTo: (merchant: string) => `Back to ${merchant}`,
  methodSaved: { title: 'Payment method saved', text: 'Your payment method was saved. Return to the shop to continue.' },
  methodNotSaved: { title: 'Payment method not saved', text: 'Your payment method wasn’t saved. Return to the shop to try again.' },
  failed: {
    title: 'Payment failed',
    text: 'Your payment was declined, and nothing was charged. Return to the shop to try another payment method.',
  },
  failedAgain: 'Your payment was declined, and nothing was charged. Try again with the same or another payment method.',
  tryAgain: 'Try again',
  ended: { title: 'Checkout closed', text: 'This checkout is no longer open, and nothing was charged. Return to the shop to start again.' },
  /** As `ended`, with a button that starts again. */
  endedAgain: 'This checkout is no longer open, and nothing was charged. You can start again.',
  /** A payment link on which nothing can be bought at present. */
  withdrawn: { title: 'Not available', text: 'This offer isn’t available right now. Nothing was charged.' },
  /** The buyer was purged. The text does not reveal whether the buyer has paid. */
  closed: { title: 'Checkout closed', text: 'This checkout is closed. You don’t need to do anything.' },
  unknown: {
    title: 'Checkout not found',
    text: 'This link doesn’t work. Check that it is complete, or return to the shop to start again.',
  },
  broken: { title: 'Something went wrong', text: 'We can’t show this page right now. Try again in a moment.' },
  didNotWork: 'That didn’t work',
  tooMany: {
    title: 'Too many requests',
    text: (seconds: number) => `You’ve made too many requests. Try again in ${counted(seconds, 'second')}.`,
  },

  terms: 'Terms',
  privacy: 'Privacy',
  withdrawalRight: 'Right of withdrawal',
  help: 'Help',
};

/** The texts of the billing portal. */
export const enPortal = {
  title: 'Your subscription',
  expired: { title: 'This link has expired', text: 'Open the link in your latest email, or ask the seller for a new one.' },
  plan: 'Plan',
  freeUntil: (day: string) => `Free trial until ${day}`,
  endsOn: (day: string) => `Ends on ${day}`,
  endedOn: (day: string) => `Ended on ${day}`,
  paused: 'Paused',
  pastDue: (date: string) =>
    `Your last payment failed. The next attempt is on ${date}. To pay earlier, pay the open invoice or choose another payment method.`,
  pastDueSoon: 'Your last payment failed. The next attempt, with your current payment method, starts within a few minutes.',
  pastDueOtherMethod: 'Your last payment failed, and your bank doesn’t allow another attempt. Choose another payment method.',
  /** A discount on one payment that is not made yet. */
  onceOff: (reduction: string, code: string) => `${reduction} off your next payment (code ${code})`,
  changePlan: 'Change plan',
  noPlans: 'No other plans are available.',
  newPlan: 'New plan',
  creditLeft: 'Credit for unused time',
  newPlanUntil: (day: string) => `New plan until ${day}`,
  creditKept: 'Credit for future payments',
  dueNow: 'Due now',
  change: (amount: string | null) => (amount === null ? 'Change plan' : `Change plan and pay ${amount}`),
  cancel: 'Cancel subscription',
  cancelText: (day: string) => `Your subscription ends on ${day}. You can undo this until then.`,
  /** For a licensed price. */
  cancelNowText: 'Your subscription ends immediately, and you no longer owe the open invoice.',
  cancelNowMeteredText: 'Your subscription ends immediately. You still pay the open invoice and the usage until now.',
  /** Closes the form for the cancellation. */
  keepSubscription: 'Keep subscription',
  why: 'Why are you canceling? (optional)',
  reasons: {
    too_expensive: 'It’s too expensive',
    not_used: 'I don’t use it enough',
    missing_features: 'It’s missing features I need',
    switched_service: 'I’m switching to another service',
    other: 'Other reason',
  },
  /** The texts that Directive 2023/2673 requires on the two buttons are `withdraw` and `confirmWithdrawal`. */
  withdraw: 'Withdraw from contract',
  withdrawText: (day: string) =>
    `You can withdraw from the contract until ${day} without giving a reason. Your subscription ends immediately.`,
  withdrawRefund: (amount: string) => `We refund ${amount} to the payment method that you paid with.`,
  withdrawNoRefund: 'There is nothing to refund.',
  withdrawEmail: (email: string) => `We confirm the withdrawal by email to ${email}.`,
  confirmWithdrawal: 'Confirm withdrawal',
  withdrawalOver: 'The withdrawal period is over.',
  keep: 'Undo cancellation',
  resume: 'Resume subscription',
  /** Follows the explanation of the charge that verifies a new payment method. */
  newMethodInUse: 'The new method will be used for your next payments.',
  /** Confirmations of changes. */
  done: {
    planChanged: 'Your plan has been changed.',
    canceled: (day: string) => `Your subscription is canceled. It ends on ${day}.`,
    canceledNow: 'Your subscription has ended.',
    withdrawn: 'You have withdrawn from the contract. Your subscription has ended.',
    reactivated: 'The cancellation is undone. Your subscription continues.',
    resumed: 'Your subscription continues.',
    codeApplied: 'The promotion code is applied.',
    methodUsed: (method: string) => `${method} is now used for your payments.`,
    methodRemoved: 'The payment method is removed.',
    invoicePaid: 'Thank you. The invoice is paid.',
    invoiceProcessing: 'Thank you. Your payment is being processed.',
    detailsSaved: 'Your details are saved.',
    emailApproved: 'Your email address is confirmed.',
  },
  usage: 'Usage in this period',
  usageSoFar: 'Usage so far',
  usageNotListed: 'There are too many entries to list them by date: see the total.',
  spendingLimit: 'Spending limit',
  limitExceeded: (day: string) => `Your usage is above the spending limit. The service continues on ${day}.`,
  invoices: 'Invoices',
  noInvoices: 'No invoices yet.',
  olderInvoices: 'Older invoices aren’t shown here.',
  creditNote: 'Credit note',
  statuses: { open: 'Open', paid: 'Paid', void: 'Void', uncollectible: 'Unpaid' },
  payInvoice: (amount: string) => `Pay ${amount}`,
  confirmAtBank: 'Confirm a small charge at your bank to verify your payment method. After that, the invoice is charged.',
  download: 'Download PDF',
  pdfLater: 'The PDF isn’t ready yet. Try again in a moment.',
  edit: 'Edit details',
  save: 'Save',
  address: 'Address',
  addition: 'Address line 2',
  pendingEmail: (email: string) => `We sent a link to ${email}. Open it to confirm the new address.`,
  approveEmail: (email: string) => `Confirm ${email} as your email address`,
  notNow: 'This isn’t possible right now. Reload the page.',
};

export type Texts = Readonly<typeof en>;
export type PortalTexts = Readonly<typeof enPortal>;
