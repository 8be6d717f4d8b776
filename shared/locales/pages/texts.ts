import type { Discount } from '../../domain/discounts.ts';
import type { InvoiceStatus } from '../../domain/invoice/record.ts';
import type { Interval } from '../../domain/periods.ts';
import type { CustomerReason } from '../../domain/subscription/lifecycle/cancel.ts';

/** One text for each interval, because grammatical agreement differs between them. */
type ByInterval = Readonly<Record<Interval, (amount: string) => string>>;

/** A coupon's reduction, its code and its duration. */
type DiscountText = (reduction: string, code: string, months: number) => string;

/** A page with only a message. */
export interface Message {
  readonly title: string;
  readonly text: string;
}

/** Why a promotion code was rejected, as shown to the buyer. */
export interface CodeProblems {
  readonly unknown: string;
  readonly expired: string;
  readonly usedUp: string;
  readonly alreadyUsed: string;
  readonly tooSmall: string;
  readonly notForThis: string;
}

/**
 * The texts of the pages in one language. Texts with placeholders are functions, so that each language chooses the word order. Amounts,
 * days and names are passed formatted.
 */
export interface Texts {
  readonly testNotice: string;
  readonly checkout: string;
  readonly problemTitle: string;
  readonly problemHeading: string;
  readonly subscribeTo: (product: string) => string;
  readonly payFor: (description: string) => string;

  readonly every: ByInterval;
  /** Unit price of a metered price and how often it is charged. */
  readonly eachUnit: ByInterval;
  /** For a tiered metered price. */
  readonly byUse: Readonly<Record<Interval, string>>;
  /** A price with included tax, or with tax on top. */
  readonly inclTax: (price: string, tax: string) => string;
  readonly plusTax: (price: string, tax: string) => string;
  readonly freeThen: (days: number, price: string) => string;

  readonly price: string;
  readonly discount: string;
  readonly tax: string;
  readonly included: string;
  readonly onTop: string;
  readonly dueToday: string;
  readonly firstPayment: string;
  readonly nextPayment: string;
  readonly amountOn: (amount: string, day: string) => string;
  readonly discounts: Readonly<Record<Discount['duration'], DiscountText>>;

  readonly addCode: string;
  readonly changeCode: string;
  readonly codeLabel: string;
  readonly applyCode: string;
  readonly removeCode: string;
  readonly codeProblems: CodeProblems;

  readonly yourDetails: string;
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly chooseCountry: string;
  readonly asBusiness: string;
  readonly vatNumber: string;
  readonly emailWrong: string;
  readonly countryWrong: string;
  readonly vatWrong: string;
  readonly vatLater: string;
  readonly nameTooLong: string;
  readonly nowDue: (amount: string) => string;

  readonly howToPay: string;
  readonly card: string;
  readonly directDebit: string;
  readonly bankTransfer: string;
  readonly amountToday: (amount: string) => string;
  readonly verification: string;
  readonly verificationBeforeTrial: string;
  readonly pay: (amount: string | null) => string;
  readonly payAndStartTrial: (amount: string | null) => string;
  readonly cancelTo: (merchant: string) => string;

  readonly chooseMethod: string;
  readonly methodRefused: string;
  readonly noProvider: string;

  readonly methods: string;
  readonly noMethods: string;
  readonly isDefault: string;
  readonly makeDefault: string;
  readonly remove: string;
  readonly methodInUse: string;
  readonly addMethod: string;
  readonly endingIn: (method: string, last4: string) => string;
  readonly expires: (month: string) => string;
  readonly continueAtBank: string;
  readonly bankOnly: string;
  readonly discard: string;

  readonly inProgress: string;
  readonly waitingFor: (what: string) => string;
  readonly checkAgain: string;
  readonly backToCheckout: string;
  readonly byTransfer: string;
  readonly transfer: (amount: string, what: string) => string;
  readonly amount: string;
  readonly accountHolder: string;
  readonly account: string;
  readonly reference: string;

  readonly complete: string;
  readonly subscribed: (product: string) => string;
  readonly arrived: (what: string) => string;
  readonly continueTo: (merchant: string) => string;
  readonly backTo: (merchant: string) => string;

  readonly methodSaved: Message;
  readonly methodNotSaved: Message;
  readonly failed: Message;
  readonly ended: Message;
  readonly closed: Message;
  readonly unknown: Message;
  readonly broken: Message;
  readonly didNotWork: string;
  readonly tooMany: { readonly title: string; readonly text: (seconds: number) => string };

  readonly terms: string;
  readonly privacy: string;
  readonly help: string;
}

/** The texts of the billing portal in one language. */
export interface PortalTexts {
  readonly title: string;
  readonly expired: Message;
  readonly plan: string;
  readonly freeUntil: (day: string) => string;
  readonly endsOn: (day: string) => string;
  readonly endedOn: (day: string) => string;
  readonly paused: string;
  readonly processing: string;
  readonly pastDue: string;
  readonly pastDueNew: string;

  readonly changePlan: string;
  readonly noPlans: string;
  readonly creditLeft: string;
  readonly newPlanUntil: (day: string) => string;
  readonly creditKept: string;
  readonly dueNow: string;
  readonly change: (amount: string | null) => string;

  readonly cancel: string;
  readonly cancelText: (day: string) => string;
  readonly cancelNowText: string;
  readonly why: string;
  readonly reasons: Readonly<Record<CustomerReason, string>>;
  readonly keep: string;
  readonly resume: string;

  readonly invoices: string;
  readonly noInvoices: string;
  readonly olderInvoices: string;
  readonly creditNote: string;
  readonly statuses: Readonly<Record<InvoiceStatus, string>>;
  readonly payInvoice: (amount: string) => string;
  readonly download: string;
  readonly pdfLater: string;

  readonly edit: string;
  readonly save: string;
  readonly address: string;
  readonly street: string;
  readonly addition: string;
  readonly postalCode: string;
  readonly city: string;
  readonly pendingEmail: (email: string) => string;
  readonly approveEmail: (email: string) => string;
  readonly notNow: string;
}
