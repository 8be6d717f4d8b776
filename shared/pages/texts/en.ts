import type { Texts } from './texts.ts';

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

export const en: Texts = {
  testNotice: 'Test mode: no money moves here.',
  checkout: 'Checkout',
  problemTitle: 'Problem: checkout',
  problemHeading: 'There is a problem',
  subscribeTo: (product) => `Subscribe to ${product}`,
  payFor: (description) => `Pay for ${description}`,

  every: {
    month: (amount) => `${amount} every month`,
    year: (amount) => `${amount} every year`,
  },
  eachUnit: {
    month: (amount) => `${amount} for each unit used, charged at the end of each month`,
    year: (amount) => `${amount} for each unit used, charged at the end of each year`,
  },
  byUse: {
    month: 'According to what you use, charged at the end of each month',
    year: 'According to what you use, charged at the end of each year',
  },
  freeThen: (days, price) => `${counted(days, 'day')} free, then ${price}`,

  price: 'Price',
  discount: 'Discount',
  tax: 'Tax',
  included: 'included',
  onTop: 'on top',
  dueToday: 'Due today',
  firstPayment: 'First payment',
  nextPayment: 'Next payment',
  amountOn: (amount, day) => `${amount} on ${day}`,
  discounts: {
    once: (reduction, code) => `${reduction} off your first payment (code ${code})`,
    forever: (reduction, code) => `${reduction} off every payment (code ${code})`,
    repeating: (reduction, code, months) => `${reduction} off for ${counted(months, 'month')} (code ${code})`,
  },

  addCode: 'Add a promotion code',
  changeCode: 'Change the promotion code',
  codeLabel: 'Promotion code',
  applyCode: 'Apply',
  removeCode: 'Remove the code',
  codeProblems: {
    unknown: 'This code is not known. Check how it is written.',
    expired: 'This code is no longer valid.',
    usedUp: 'This code has been used as often as it may be.',
    tooSmall: 'This code needs a higher price.',
    notForThis: 'This code is not for what you are buying.',
  },

  yourDetails: 'Your details',
  name: 'Name',
  email: 'E-mail',
  country: 'Country',
  chooseCountry: 'Choose a country',
  emailWrong: 'Enter an e-mail address, like name@example.com.',
  countryWrong: 'Choose your country from the list.',
  nameTooLong: 'This name is too long.',
  nowDue: (amount) => `What is due today is ${amount} now. Check it and pay again.`,

  howToPay: 'How do you want to pay?',
  card: 'Card',
  directDebit: 'SEPA Direct Debit',
  bankTransfer: 'Bank transfer',
  amountToday: (amount) => `${amount} today`,
  verification: 'This small charge only checks your payment method.',
  verificationBeforeTrial: 'This small charge only checks your payment method. The price is charged when the free days are over.',
  pay: (amount) => (amount === null ? 'Pay' : `Pay ${amount}`),
  payAndStartTrial: (amount) => (amount === null ? 'Pay and start the free days' : `Pay ${amount} and start the free days`),
  cancelTo: (merchant) => `Cancel and go back to ${merchant}`,

  chooseMethod: 'Choose how you want to pay.',
  methodRefused: 'This way to pay was refused. Nothing was charged. Try another one.',
  noProvider: 'Paying is not possible right now. Nothing was charged. Try again in a few minutes.',

  inProgress: 'Payment in progress',
  waitingFor: (what) => `We are waiting for word about your payment for ${what}. Some banks take a few days; you need not wait here.`,
  checkAgain: 'Check again now',
  backToCheckout: 'Back to the checkout',
  byTransfer: 'Pay by bank transfer',
  transfer: (amount, what) =>
    `Transfer ${amount} for ${what} from your bank. Use exactly the reference below, so that the money is recognised. It takes a few days to arrive; you need not wait here.`,
  amount: 'Amount',
  accountHolder: 'Account holder',
  account: 'Account',
  reference: 'Reference',

  complete: 'Payment complete',
  subscribed: (product) => `Thank you. Your subscription to ${product} is set up.`,
  arrived: (what) => `Thank you. Your payment for ${what} has arrived.`,
  continueTo: (merchant) => `Continue to ${merchant}`,
  backTo: (merchant) => `Back to ${merchant}`,

  methodSaved: { title: 'Payment method saved', text: 'Your payment method was saved. Go back to the shop to continue.' },
  methodNotSaved: { title: 'Payment method not saved', text: 'Your payment method was not saved. Go back to the shop to try again.' },
  failed: {
    title: 'Payment failed',
    text: 'Your payment was refused, and nothing was charged. Start again from the shop to try another way to pay.',
  },
  ended: { title: 'Checkout closed', text: 'This checkout is no longer open, and nothing was charged. Start again from the shop.' },
  closed: { title: 'Checkout closed', text: 'This checkout is closed. There is nothing left to do here.' },
  unknown: {
    title: 'Checkout not found',
    text: 'There is no checkout at this address. Check that the link is complete, or start again from the shop.',
  },
  broken: { title: 'Something went wrong', text: 'This page cannot be shown right now. Try again in a moment.' },
  didNotWork: 'This did not work',
  tooMany: {
    title: 'Too many requests',
    text: (seconds) => `This page was asked for too often. Try again in ${counted(seconds, 'second')}.`,
  },

  terms: 'Terms',
  privacy: 'Privacy',
  help: 'Help',
};
