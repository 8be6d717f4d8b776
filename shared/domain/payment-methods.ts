/** Methods that can start a subscription; `banktransfer` is for one-off payments only [CHK-13, CHK-14]. */
export const SUBSCRIPTION_METHODS = ['creditcard', 'directdebit', 'ideal', 'applepay', 'eps', 'paypal'] as const;

/** Methods that the payment element offers, and so what a method can be added to the wallet by [ELM-05, ELM-13]. */
export const ELEMENT_METHODS = ['creditcard', 'directdebit', 'ideal', 'applepay'] as const;

export const isElementMethod = (method: string): boolean => ELEMENT_METHODS.some((each) => each === method);

/** The buyer sends the money in their own time: it comes days later, or never. */
export const BANK_TRANSFER = 'banktransfer';

/** For one-off payments only. */
const ONE_OFF_METHODS = [BANK_TRANSFER] as const;

/** What a one-off payment is paid by: a direct debit would need a mandate, which no single payment leaves. */
export const ONE_SHOT_METHODS: readonly string[] = [
  ...SUBSCRIPTION_METHODS.filter((method) => method !== 'directdebit'),
  ...ONE_OFF_METHODS,
];

/** Every method that a buyer can pay by. */
export const PAYMENT_METHODS: readonly string[] = [...SUBSCRIPTION_METHODS, ...ONE_OFF_METHODS];

/** Ways to pay that are called the same in every language. */
export const METHOD_NAMES: Readonly<Record<string, string>> = { ideal: 'iDEAL', applepay: 'Apple Pay', eps: 'eps', paypal: 'PayPal' };

const EUR_ONLY: ReadonlySet<string> = new Set(['directdebit', 'ideal', 'eps', BANK_TRANSFER]);

/** Bank methods move euros only. */
export const methodTakesCurrency = (method: string, currency: string): boolean => currency === 'EUR' || !EUR_ONLY.has(method);

/** Countries of the Single Euro Payments Area, where bank accounts can be debited in euro. */
const SEPA =
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  );

/** Where the buyers of a method's banks live; anywhere for what is not here. */
const COUNTRIES: Readonly<Record<string, ReadonlySet<string>>> = { ideal: new Set(['NL']), directdebit: new Set(SEPA) };

/** Whether a buyer of that country has use for the method; anybody may whose country is not known. */
const methodServesCountry = (method: string, countryCode: string | null): boolean =>
  countryCode === null || (COUNTRIES[method]?.has(countryCode) ?? true);

/** Of the methods those that a buyer of that country has use for; all of them where that would leave none. */
export const methodsServing = (methods: readonly string[], countryCode: string | null): readonly string[] => {
  const serving = methods.filter((method) => methodServesCountry(method, countryCode));
  return serving.length === 0 ? methods : serving;
};

/** The ways to pay that the element offers a buyer of that country: of those that are taken, what serves there. */
export const elementMethodsFor = (takes: (method: string) => boolean, countryCode: string | null): readonly string[] =>
  ELEMENT_METHODS.filter((method) => takes(method) && methodServesCountry(method, countryCode));

/** Smallest charge a method accepts, in the smallest unit, where it is above one. */
const MINIMUM_CENTS: Readonly<Record<string, number>> = { eps: 100 };

/** The least that can be charged by a method: one unit of the currency's smallest, or what the method asks. */
export const minimumAmountCents = (method: string | null): number => (method === null ? 1 : (MINIMUM_CENTS[method] ?? 1));

/** What a verification charge costs: as little as can be charged. */
export const verificationAmountCents = (method: string | null): number => minimumAmountCents(method);

/** What a mandate lets be charged. */
export type MandateKind = 'creditcard' | 'directdebit' | 'paypal';

/** Which kind of mandate a first payment by `method` leaves; `null`: none. */
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

/** How a charge was, or renewals are, paid. Card fields are `null` for everything but cards. */
export interface PaymentMethod {
  readonly type: string;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
}

/** A method of which only the kind is known. */
export const plainMethod = (type: string): PaymentMethod => ({ type, brand: null, last4: null, expMonth: null, expYear: null });

export const viewPaymentMethod = (method: PaymentMethod | null) =>
  method === null
    ? null
    : { type: method.type, brand: method.brand, last4: method.last4, exp_month: method.expMonth, exp_year: method.expYear };
