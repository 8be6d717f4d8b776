export const en = {
  receipt: {
    subject: (shop: string, number: string | null) =>
      number === null ? `Your receipt from ${shop}` : `Your receipt from ${shop} (${number})`,
    heading: 'Thank you for your payment',
    opening: (shop: string, amount: string) => `${shop} received your payment of ${amount}.`,
  },
  invoice: {
    subject: (shop: string, number: string) => `Invoice ${number} from ${shop}`,
    heading: (number: string) => `Invoice ${number}`,
    paid: 'This invoice is paid. You don’t need to do anything.',
    due: (amount: string) => `Amount due: ${amount}.`,
  },
  paymentFailed: {
    subject: (shop: string) => `Your payment to ${shop} failed`,
    heading: 'Your payment failed',
    opening: (shop: string, amount: string) => `Your payment of ${amount} to ${shop} failed. Nothing was charged.`,
    /** If the buyer's bank asks for an authentication. */
    authentication: {
      subject: (shop: string) => `Your bank asks you to confirm your payment to ${shop}`,
      heading: 'Your bank asks you to confirm the payment',
      opening: (shop: string, amount: string) =>
        `Your bank asks you to confirm your payment of ${amount} to ${shop}. Until then, nothing is charged.`,
      /** For a failed renewal, above the texts of `renewal`. */
      confirm:
        'When you pay, your bank asks you to confirm a small charge, which verifies your payment method. The amount is charged after that.',
    },
    closing: (shop: string) => [
      `To try again, return to ${shop} and choose the same or another payment method.`,
      'If you’ve already paid, you can ignore this email.',
    ],
    /** Closing for a failed renewal, below the portal link. */
    renewal: [
      'Use the link to pay now or to choose another payment method. The link is personal, so don’t share it.',
      'If you’ve already paid, you can ignore this email.',
    ],
    /** Closing after the last attempt of a renewal. */
    ended: ['No further attempt will be made, and your subscription has ended.'],
    /** Label of the portal link. */
    pay: 'Pay now',
    tryAgain: 'Try again',
    /** Closing for a refused checkout, below the link to its page. */
    again: ['Use the link to pay with the same or another payment method.', 'If you’ve already paid, you can ignore this email.'],
  },
  /** A failed renewal was not paid in time. */
  collectionEnded: {
    subject: (shop: string) => `Your subscription with ${shop} has ended`,
    heading: 'Your subscription has ended',
    opening: (shop: string, product: string, amount: string) =>
      `Your payment of ${amount} to ${shop} failed. Because of this, your subscription to ${product} has ended.`,
    closing: 'No further attempt will be made.',
  },
  /** The charge of a change was pending, and then failed. */
  changeFailed: {
    subject: (shop: string) => `Your subscription with ${shop} was not changed`,
    heading: 'Your subscription was not changed',
    opening: (shop: string, product: string, amount: string) =>
      `Your payment of ${amount} to ${shop} failed. Because of this, your subscription to ${product} was not changed.`,
    closing: ['Nothing was charged, and your subscription stays as it was.', 'If you still want the change, please request it again.'],
  },
  refund: {
    subject: (shop: string) => `Your refund from ${shop}`,
    heading: (amount: string) => `Refund of ${amount}`,
    opening: (shop: string, amount: string) => `${shop} refunded ${amount} to your original payment method.`,
    closing: 'Depending on your bank, it can take a few days for the amount to appear in your account.',
  },
  usageAlert: {
    subject: (shop: string) => `Your usage with ${shop}`,
    /** A quantity with its unit. `text`: the formatted number. */
    units: (count: number, text: string) => (count === 1 ? `${text} unit` : `${text} units`),
    heading: (reached: string) => `Your usage has reached ${reached}`,
    opening: (product: string, reached: string, since: string) => `Your usage of ${product} since ${since} has reached ${reached}.`,
    closing: 'Your usage is charged at the end of the period, plus VAT where it applies.',
  },
  withdrawal: {
    subject: (shop: string) => `Your withdrawal from the contract with ${shop}`,
    heading: 'We received your withdrawal',
    opening: (shop: string, product: string) => `You have withdrawn from your contract with ${shop} for ${product}.`,
    received: 'Received on',
    contract: 'Contract',
    concluded: 'Concluded on',
    refund: 'Refund',
    ended: 'Your subscription has ended.',
    refunded: (amount: string) => `You will get ${amount} back within 14 days, through the payment method that you paid with.`,
    noRefund: 'There is nothing to refund.',
  },
  creditNote: {
    subject: (shop: string, number: string) => `Credit note ${number} from ${shop}`,
    heading: (number: string) => `Credit note ${number}`,
    opening: (invoiceNumber: string) => `A credit note was issued for invoice ${invoiceNumber}.`,
  },
  portalLink: {
    subject: (shop: string) => `Manage your subscription with ${shop}`,
    heading: 'Manage your subscription',
    opening: (shop: string) => `Use the link to view your invoices, change your subscription with ${shop} or update your payment method.`,
    closing: [
      'The link expires in one hour. Anyone who has it can use it, so don’t share it.',
      'If you didn’t request it, you can ignore this email.',
    ],
  },
  checkoutLink: {
    subject: (shop: string) => `Complete your order with ${shop}`,
    heading: 'Complete your order',
    opening: (shop: string, product: string) =>
      `Use the link to subscribe to ${product} from ${shop}. You’ll see the price and choose how to pay before you order.`,
    /** Label of the link. */
    action: 'Continue to checkout',
    closing: (until: string) => [
      `The link works until ${until}, for one order.`,
      'If you didn’t expect this email, you can ignore it. You are only charged if you order.',
    ],
  },
  emailChange: {
    subject: (shop: string) => `Confirm your email address for ${shop}`,
    heading: 'Confirm your email address',
    opening: (shop: string) => `Invoices and messages from ${shop} will be sent to this address once you confirm it.`,
    /** Label of the link. */
    action: 'Confirm email address',
    closing: ['The link is personal, so don’t share it.', 'If you didn’t request this, you can ignore this email. Nothing will change.'],
  },
  emailChanged: {
    subject: (shop: string) => `Your email address for ${shop} was changed`,
    heading: 'Your email address was changed',
    opening: (shop: string) => `Invoices and messages from ${shop} now go to another address. Links in earlier emails no longer work.`,
    closing: 'If you didn’t change it, reply to this email.',
  },
  orderConfirmation: {
    subject: (shop: string) => `Your order from ${shop}`,
    heading: 'Your order is confirmed',
    opening: (shop: string, product: string) => `Thank you for ordering ${product} from ${shop}. These are the agreed terms.`,
    /** For a one-off purchase. */
    purchase: (shop: string, product: string) => `Thank you for ordering ${product} from ${shop}.`,
  },
  cancellation: {
    subject: (shop: string) => `Your cancellation with ${shop}`,
    heading: 'Your cancellation is confirmed',
    scheduled: (product: string, date: string) => `Your subscription to ${product} is canceled. It ends on ${date} and does not renew.`,
    ended: (product: string, date: string) => `Your subscription to ${product} is canceled. It ended on ${date}.`,
  },
  reactivation: {
    subject: (shop: string) => `Your subscription with ${shop} continues`,
    heading: 'Your subscription continues',
    opening: (product: string) => `The cancellation of your subscription to ${product} was withdrawn.`,
  },
  planChange: {
    subject: (shop: string) => `Your subscription with ${shop} has changed`,
    heading: 'Your subscription has changed',
    opening: (product: string) => `You are now subscribed to ${product}. These terms apply from now on.`,
  },
  paymentMethodChange: {
    subject: (shop: string) => `Your payment method for ${shop}`,
    heading: 'Your payment method has changed',
    opening: (product: string) => `Future payments for ${product} use this payment method.`,
  },
  trialEnding: {
    subject: (shop: string) => `Your free trial with ${shop} ends soon`,
    heading: (date: string) => `Your free trial ends on ${date}`,
    opening: (product: string) => `Your subscription to ${product} then continues on the agreed terms.`,
  },
  renewalNotice: {
    subject: (shop: string) => `Your subscription with ${shop} renews soon`,
    heading: (date: string) => `Your subscription renews on ${date}`,
    opening: (product: string) => `Your subscription to ${product} renews automatically for another year.`,
  },
  directDebitNotice: {
    /** The agreed term about announcements of debits, for the emails that list the terms of the order. */
    agreed:
      'Each debit is announced by email 14 days in advance. If fewer days remain, for example after a change, it is announced at once.',
    subject: (shop: string) => `Upcoming direct debit from ${shop}`,
    heading: (amount: string) => `Upcoming direct debit of ${amount}`,
    opening: (product: string, date: string) =>
      `The next payment for ${product} will be collected from your bank account by SEPA Direct Debit on ${date} or shortly after.`,
    closing: 'Please make sure that your account has sufficient funds.',
  },
  cardExpiring: {
    subject: (shop: string) => `Your card for ${shop} expires soon`,
    heading: 'Your card expires soon',
    opening: (product: string) => `The card for your subscription to ${product} expires soon.`,
    /** Below the portal link. */
    closing: 'Use the link to add a new card. The link is personal, so don’t share it.',
  },
  /** Terms of a subscription. */
  terms: {
    per: { month: (amount: string) => `${amount} per month`, year: (amount: string) => `${amount} per year` },
    perUnit: (amount: string) => `${amount} per unit`,
    tiered: 'According to the price tiers of the plan',
    withVat: 'VAT included',
    plusVat: 'plus VAT',
    reverseCharge: 'no VAT (reverse charge)',
    /** When the price is charged. */
    billing: {
      licensed: { month: 'Every month, in advance', year: 'Every year, in advance' },
      metered: { month: 'Based on usage, at the end of each month', year: 'Based on usage, at the end of each year' },
    },
    /** Discounts: `value` is a percentage or an amount. */
    discount: {
      once: (value: string) => `${value} on the first payment`,
      forever: (value: string) => `${value} on every payment`,
      repeating: (value: string, months: number) => (months === 1 ? `${value} for 1 month` : `${value} for ${months} months`),
    },
    nextCharge: (date: string) => `Next charge on ${date}`,
    cancel: (address: string) =>
      `You can cancel at any time: reply to this email or write to ${address}. Your subscription then ends at the end of the current period.`,
    cancelBefore: (address: string) => `If you don’t want this, cancel before that date: reply to this email or write to ${address}.`,
    notRequested: 'If you didn’t request this, reply to this email.',
    /** In the order confirmation, if the buyer asked that the service begins before the withdrawal period ends. */
    immediateService: 'You asked for the service to begin at once. If you withdraw, you pay for the part provided until then.',
  },
  /** Label of the portal link. */
  portal: 'Manage your subscription',
  attached: { invoice: 'The invoice is attached as a PDF.', creditNote: 'The credit note is attached as a PDF.' },
  labels: {
    invoice: 'Invoice',
    creditNote: 'Credit note',
    paidWith: 'Paid with',
    date: 'Date',
    amount: 'Amount',
    discount: 'Discount',
    tax: 'VAT',
    /** Follows the name of a tax that is included in the prices. */
    included: 'included',
    /** Name of the tax if the buyer owes it. */
    reverseCharge: 'VAT (reverse charge)',
    amountPaid: 'Amount paid',
    amountDue: 'Amount due',
    refunded: 'Refunded',
    credited: 'Credited',
    product: 'Product',
    price: 'Price',
    billing: 'Billing',
    trialUntil: 'Free trial until',
    orderedOn: 'Ordered on',
    nextCharge: 'Next charge',
    /** When a failed renewal is charged again. */
    nextAttempt: 'Next attempt',
    /** When the attempts to collect a failed renewal end. */
    payBy: 'Pay by',
    canceledOn: 'Cancellation received',
    endsOn: 'Subscription ends',
    paymentMethod: 'Payment method',
    card: 'Card',
    validUntil: 'Valid until',
    terms: 'Terms',
    privacy: 'Privacy policy',
    withdrawalRight: 'Right of withdrawal',
    withdrawalUntil: 'Withdrawal possible until',
  },
  methods: { creditcard: 'Card', directdebit: 'SEPA Direct Debit', banktransfer: 'Bank transfer' },
  testMode: 'Test mode: no real money was charged.',
  questions: (address: string) => `Questions? Reply to this email or write to ${address}.`,
};

/** The texts of mails to customers in one language. Amounts, dates and names are passed formatted. */
export type EmailTexts = Readonly<typeof en>;
