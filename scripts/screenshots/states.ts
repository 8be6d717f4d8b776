import { NO_BRANDING, type PortalBranding } from '../../shared/domain/account/record.ts';
import type { Discount } from '../../shared/domain/amounts/discounts.ts';
import type { CheckoutSession } from '../../shared/domain/checkout-session/record.ts';
import type { InvoiceTotals } from '../../shared/domain/invoice/build.ts';
import type { OneShotPayment } from '../../shared/domain/one-shot/record.ts';
import type { CheckoutView, OneShotView } from '../../shared/flows/checkout/view.ts';
import { ENGLISH, pageLocaleFor } from '../../shared/locales/pages/locale.ts';
import { closedPage, completedPage, endedPage, openPage, processingPage, setupPage, unknownPage } from '../../shared/pages/checkout.ts';
import { totalNotice } from '../../shared/pages/checkout-texts.ts';
import type { RenderedPage } from '../../shared/pages/layout.ts';
import type { PageData } from '../../shared/pages/page-data.ts';
import { checkoutView, LINKS, PRICE } from '../../test/pages/support/pages.ts';

/** The hosted pages in each of their states. */

const STARTED_AT = 1_795_430_400;
const MONTH = 30 * 86_400;

const SESSION: CheckoutSession = {
  ...checkoutView().session,
  created: STARTED_AT,
  expiresAt: STARTED_AT + 86_400,
  customerCountryCode: 'NL',
  price: { ...PRICE, amountCents: 2900, paymentMethods: ['creditcard', 'ideal', 'directdebit'], productName: 'Team plan' },
};

const VAT = { rateBasisPoints: 2100, displayName: 'VAT' };

const totals = (subtotalCents: number, discountCents: number): InvoiceTotals => {
  const totalCents = subtotalCents - discountCents;
  const taxCents = Math.round((totalCents * 21) / 121);
  const tax = [{ ...VAT, taxableCents: totalCents - taxCents, taxCents }];
  return { lines: [], subtotalCents, discountCents, tax, taxCents, totalCents };
};

const VIEW: CheckoutView = {
  ...checkoutView(SESSION),
  merchantName: 'Harbour Analytics',
  product: {
    description: 'Everything a growing team needs to see what its customers do.',
    features: ['Up to 25 members', 'Unlimited dashboards', 'Export to your own warehouse'],
    takesCodes: true,
  },
  firstCharge: { amountCents: 2900, verification: false },
  firstPeriod: totals(2900, 0),
  countryCode: 'NL',
  taxRate: VAT,
  paidPeriod: { start: STARTED_AT, end: STARTED_AT + MONTH },
  methods: SESSION.price.paymentMethods,
};

const TRIAL = {
  trialDays: 14,
  firstCharge: { amountCents: 1, verification: true },
  paidPeriod: { start: STARTED_AT + 14 * 86_400, end: STARTED_AT + 14 * 86_400 + MONTH },
} as const;

const SPRING: Discount = {
  couponId: 'cpn_1',
  code: 'SPRING',
  percentOffBasisPoints: 2000,
  amountOffCents: null,
  currency: null,
  duration: 'repeating',
  durationInMonths: 3,
  endsAt: null,
};

/** Branding with a logo and a yellow that is illegible on white. */
const BRANDED: PortalBranding = {
  ...NO_BRANDING,
  logoUrl: 'https://logo.example/logo.svg',
  primaryColor: '#f5c400',
  termsUrl: 'https://shop.example/terms',
  privacyUrl: 'https://shop.example/privacy',
  supportEmail: 'help@shop.example',
};

const ONE_SHOT = {
  description: 'Workshop on Friday',
  currency: 'EUR',
  transfer: null,
  successUrl: 'https://shop.example/thanks',
  cancelUrl: 'https://shop.example/cart',
  status: 'open',
} as OneShotPayment;

const ONE_SHOT_VIEW: OneShotView = {
  oneShot: ONE_SHOT,
  merchantName: VIEW.merchantName,
  branding: VIEW.branding,
  language: VIEW.language,
  sellerCountryCode: VIEW.sellerCountryCode,
  countryCode: 'NL',
  confirmableArea: null,
  requiresCountry: false,
  awaitsTax: false,
  taxRate: VAT,
  reverseCharge: false,
  requiresOrderText: true,
  asksForImmediateService: false,
  unavailableMethods: [],
  missingDetails: VIEW.missingDetails,
  totals: totals(14_900, 0),
  taxBehavior: 'inclusive',
  methods: ['creditcard', 'ideal', 'banktransfer'],
};

const TRANSFER = {
  reference: 'RF18 5390 0754 7034',
  bankName: 'Stichting Payments',
  bankAccount: 'NL53 ABNA 0627 5352 41',
  bankBic: 'ABNANL2A',
} as NonNullable<OneShotPayment['transfer']>;

const data = (fields: Partial<CheckoutView> = {}, language: string | null = null): PageData => ({
  view: { ...VIEW, ...fields },
  testMode: false,
  locale: pageLocaleFor(language, undefined),
});

const oneShot = (fields: Partial<OneShotPayment> = {}): PageData => ({
  view: { ...ONE_SHOT_VIEW, oneShot: { ...ONE_SHOT, ...fields } },
  testMode: true,
  locale: ENGLISH,
});

const ALL_REQUESTED = {
  name: true,
  email: true,
  countryCode: true,
  vat: true,
  address: true,
  buyerReference: true,
  electronicAddress: true,
};

const LONG_NAME = 'Unternehmensweite Donaudampfschifffahrtsgesellschaftskapitänslizenzverwaltung';
const german = data(
  {
    ...TRIAL,
    session: { ...SESSION, price: { ...SESSION.price, productName: LONG_NAME } },
    product: { ...VIEW.product, description: 'Alles, was Ihre Flotte braucht.', features: ['Beliebig viele Schiffe', 'Ohne Einrichtung'] },
  },
  'de',
);

const discounted = data({
  session: { ...SESSION, discount: SPRING },
  firstPeriod: totals(2900, 580),
  firstCharge: { amountCents: 2320, verification: false },
});

const metered = data({
  session: { ...SESSION, price: { ...SESSION.price, usageType: 'metered', amountCents: null, unitAmountDecimal: '0.25' } },
  firstPeriod: null,
  firstCharge: { amountCents: 1, verification: true },
});

const tiered = data({
  session: { ...SESSION, price: { ...SESSION.price, usageType: 'metered', amountCents: null } },
  tiers: [
    { upTo: 1000, flatAmountCents: 0, unitAmountDecimal: '5' },
    { upTo: 10_000, flatAmountCents: 0, unitAmountDecimal: '2.5' },
    { upTo: null, flatAmountCents: 5000, unitAmountDecimal: '1' },
  ],
  firstPeriod: null,
  firstCharge: { amountCents: 1, verification: true },
});

const exclusive = (taxCents: number): InvoiceTotals => ({
  ...totals(2900, 0),
  tax: taxCents === 0 ? [] : [{ ...VAT, rateBasisPoints: 1900, taxableCents: 2900, taxCents }],
  taxCents,
  totalCents: 2900 + taxCents,
});
const beforeCountry = data({
  awaitsTax: true,
  taxBehavior: 'exclusive',
  taxRate: null,
  firstPeriod: exclusive(0),
  missingDetails: ALL_REQUESTED,
});
const afterCountry = data({
  countryCode: 'DE',
  taxBehavior: 'exclusive',
  taxRate: { ...VAT, rateBasisPoints: 1900 },
  firstPeriod: exclusive(551),
  firstCharge: { amountCents: 3451, verification: false },
  methods: ['creditcard', 'directdebit'],
  unavailableMethods: ['ideal'],
  missingDetails: ALL_REQUESTED,
});
const reverseCharge = data({
  countryCode: 'DE',
  taxBehavior: 'exclusive',
  taxRate: null,
  reverseCharge: true,
  firstPeriod: {
    ...exclusive(0),
    tax: [{ rateBasisPoints: 0, displayName: 'Reverse charge', taxableCents: 2900, taxCents: 0 }],
  },
  missingDetails: ALL_REQUESTED,
});

/** Every state of the pages by name. */
export const STATES: Readonly<Record<string, RenderedPage>> = {
  open: openPage(data(), LINKS),
  trial: openPage(data(TRIAL), LINKS),
  discounted: openPage(discounted, LINKS),
  metered: openPage(metered, LINKS),
  tiered: openPage(tiered, LINKS),
  'code-refused': openPage(data(), LINKS, {
    problem: { message: ENGLISH.texts.codeProblems.expired, field: 'code' },
    entered: { code: 'SUMMER' },
  }),
  'unknown-buyer': openPage(data({ missingDetails: ALL_REQUESTED }), LINKS),
  'vat-number-wrong': openPage(data({ missingDetails: ALL_REQUESTED }), LINKS, {
    problem: { message: ENGLISH.texts.vatWrong, field: 'vat_number' },
    entered: { vat_number: 'NL12', country: 'NL', method: 'ideal' },
  }),
  'email-wrong': openPage(data({ missingDetails: ALL_REQUESTED }), LINKS, {
    problem: { message: ENGLISH.texts.emailWrong, field: 'email' },
    entered: { email: 'ada@', country: 'NL' },
  }),
  'unknown-country': openPage(beforeCountry, LINKS),
  'new-total': openPage(afterCountry, LINKS, {
    notice: totalNotice(afterCountry.view, true, ENGLISH),
    isReview: true,
    entered: { email: 'erika@example.com', name: 'Erika Mustermann', country: 'DE' },
  }),
  'reverse-charge': openPage(reverseCharge, LINKS, {
    notice: totalNotice(reverseCharge.view, true, ENGLISH),
    isReview: true,
    entered: { email: 'erika@example.com', name: 'Erika Mustermann', country: 'DE', vat_number: 'DE123456789' },
  }),
  'no-method-chosen': openPage(data(), LINKS, { problem: { message: ENGLISH.texts.chooseMethod, field: 'method' } }),
  branded: openPage(data({ branding: BRANDED }), LINKS),
  'branded-light': openPage(data({ branding: { ...BRANDED, backgroundColor: '#fffbe6' } }), LINKS),
  'branded-dark': openPage(data({ branding: { ...BRANDED, backgroundColor: '#12243d' }, missingDetails: ALL_REQUESTED }), LINKS),
  'branded-mid-grey': openPage(data({ branding: { ...BRANDED, backgroundColor: '#7a7f85' } }), LINKS, {
    problem: { message: ENGLISH.texts.codeProblems.expired, field: 'code' },
    entered: { code: 'SUMMER' },
  }),
  german: openPage(german, LINKS),
  polish: openPage(data(TRIAL, 'pl'), LINKS),
  'one-off': openPage(oneShot(), LINKS),
  processing: processingPage(data(), LINKS, { url: LINKS.return, afterSeconds: null }),
  'bank-transfer': processingPage(oneShot({ transfer: TRANSFER }), LINKS, { url: LINKS.return, afterSeconds: null }),
  completed: completedPage(data({ branding: BRANDED }), {
    paid: { amountCents: 2900, currency: 'EUR' },
    email: 'ada@example.com',
    next: { amountCents: 2900, currency: 'EUR', at: STARTED_AT + MONTH, isFirst: false },
  }),
  'tried-again': openPage(
    {
      ...data({ branding: BRANDED, countryCode: 'NL' }),
      earlier: {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        line1: 'Kade 12',
        postal_code: '3011 AB',
        city: 'Rotterdam',
        country: 'NL',
        vat_number: 'NL000099998B57',
        method: 'directdebit',
      },
    },
    LINKS,
  ),
  failed: endedPage(data(), { paymentFailed: true }),
  ended: endedPage(data(), { paymentFailed: false }),
  closed: closedPage(data()),
  'method-saved': setupPage(data(), { saved: true }),
  unknown: unknownPage(ENGLISH),
};
