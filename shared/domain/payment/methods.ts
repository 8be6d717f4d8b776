import { formatAmount } from '../amounts/money.ts';

/** Methods that can start a subscription; `banktransfer` is for one-off payments only [CHK-13, CHK-14]. */
export const SUBSCRIPTION_METHODS = ['creditcard', 'directdebit', 'ideal', 'applepay', 'eps', 'paypal'] as const;

/** Methods of the payment element. The same methods can be added to the wallet [ELM-05, ELM-13]. */
export const ELEMENT_METHODS = ['creditcard', 'directdebit', 'ideal', 'applepay'] as const;

export const isElementMethod = (method: string): boolean => ELEMENT_METHODS.some((elementMethod) => elementMethod === method);

/** Bank transfer: the buyer starts it at the bank, so the money arrives days later or never. */
export const BANK_TRANSFER = 'banktransfer';

/** Methods of one-off payments. Direct debit is excluded, since it needs a mandate. */
export const ONE_SHOT_METHODS: readonly string[] = [...SUBSCRIPTION_METHODS.filter((method) => method !== 'directdebit'), BANK_TRANSFER];

/** All payment methods. */
export const PAYMENT_METHODS: readonly string[] = [...SUBSCRIPTION_METHODS, BANK_TRANSFER];

/** Builds the message that a method cannot be used. It lists the accepted methods. */
export const unacceptedMethod = (method: string, accepted: readonly string[]): string => {
  const isKnown = PAYMENT_METHODS.includes(method);
  return `${isKnown ? `The payment method ${method} is not accepted here` : `${method} is not a payment method`}. Accepted: ${accepted.join(', ')}.`;
};

/** Display names of the methods whose name is the same in every language. */
export const METHOD_NAMES: Readonly<Record<string, string>> = { ideal: 'iDEAL', applepay: 'Apple Pay', eps: 'eps', paypal: 'PayPal' };

const EUR_ONLY: ReadonlySet<string> = new Set(['directdebit', 'ideal', 'eps', BANK_TRANSFER]);

/** True when the method accepts the currency: bank methods accept EUR only. */
export const methodTakesCurrency = (method: string, currency: string): boolean => currency === 'EUR' || !EUR_ONLY.has(method);

/** Countries of the Single Euro Payments Area, where bank accounts can be debited in euro. */
const SEPA =
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  );

/** Countries whose buyers can use a method. A method that is missing here can be used in every country. */
const COUNTRIES: Readonly<Record<string, ReadonlySet<string>>> = {
  ideal: new Set(['NL']),
  eps: new Set(['AT']),
  directdebit: new Set(SEPA),
};

/** True when buyers of the country can use the method; `null` (unknown country): true. */
const methodServesCountry = (method: string, countryCode: string | null): boolean =>
  countryCode === null || (COUNTRIES[method]?.has(countryCode) ?? true);

/** The methods that buyers of the country can use; all given methods if the buyers can use none of them. */
export const methodsServing = (methods: readonly string[], countryCode: string | null): readonly string[] => {
  const suitable = methods.filter((method) => methodServesCountry(method, countryCode));
  return suitable.length === 0 ? methods : suitable;
};

/** Sorts the methods: those that only buyers of this country can use come first. `countryCode: null`: unknown, no change. */
export const ownMethodsFirst = (methods: readonly string[], countryCode: string | null): readonly string[] => {
  const isOwn = (method: string): boolean =>
    COUNTRIES[method]?.size === 1 && countryCode !== null && methodServesCountry(method, countryCode);
  return [...methods.filter(isOwn), ...methods.filter((method) => !isOwn(method))];
};

/** The methods that `methodsServing` leaves out. */
export const methodsUnavailableIn = (methods: readonly string[], countryCode: string | null): readonly string[] => {
  const offered = methodsServing(methods, countryCode);
  return methods.filter((method) => !offered.includes(method));
};

/** The accepted methods of the payment element that buyers of the country can use. */
export const elementMethodsFor = (isAccepted: (method: string) => boolean, countryCode: string | null): readonly string[] =>
  ELEMENT_METHODS.filter((method) => isAccepted(method) && methodServesCountry(method, countryCode));

/** Minimum amounts, in the currency's smallest unit. Methods that are missing here have the minimum 1. */
const MINIMUM_CENTS: Readonly<Record<string, number>> = { eps: 100 };

/** Minimum amount of a charge by the method, in the currency's smallest unit. */
export const minimumAmountCents = (method: string | null): number => (method === null ? 1 : (MINIMUM_CENTS[method] ?? 1));

/** Message for an amount below the method's minimum; `null`: the amount is high enough, or the method is not known yet. */
export const amountProblem = (method: string | null, amountCents: number, currency: string): string | null => {
  const minimumCents = minimumAmountCents(method);
  return amountCents >= minimumCents ? null : `The minimum amount for ${method} is ${formatAmount(minimumCents, currency)}.`;
};

/** Amount of a verification charge: the minimum amount of the method. */
export const verificationAmountCents = (method: string | null): number => minimumAmountCents(method);

/** Kinds of mandates. */
export type MandateKind = 'creditcard' | 'directdebit' | 'paypal';

/** Kind of the mandate that a first payment by `method` creates; `null`: none. */
export const mandateKindOf = (method: string): MandateKind | null => {
  switch (method) {
    case 'creditcard':
    case 'applepay':
      return 'creditcard';
    case 'paypal':
      return 'paypal';
    case 'banktransfer':
      return null;
    default:
      return 'directdebit';
  }
};

/** Payment method of a charge or subscription. `brand`, `last4` and the expiry date are `null` if the method is not a card. */
export interface PaymentMethod {
  readonly type: string;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
}

/** A payment method without card details. */
export const plainMethod = (type: string): PaymentMethod => ({ type, brand: null, last4: null, expMonth: null, expYear: null });

export const viewPaymentMethod = (method: PaymentMethod | null) =>
  method === null
    ? null
    : { type: method.type, brand: method.brand, last4: method.last4, exp_month: method.expMonth, exp_year: method.expYear };
