import { NO_BRANDING } from '../../../shared/domain/account/record.ts';
import type { CheckoutSession } from '../../../shared/domain/checkout-session/record.ts';
import type { PriceSummary } from '../../../shared/domain/price/summary.ts';
import type { CheckoutView } from '../../../shared/flows/checkout/view.ts';
import { ENGLISH } from '../../../shared/locales/pages/locale.ts';
import { type FormResult, linksOf, openPage } from '../../../shared/pages/checkout.ts';
import type { RenderedPage } from '../../../shared/pages/layout.ts';
import type { PageData } from '../../../shared/pages/page-data.ts';
import type { PaymentSummary } from '../../../shared/pages/receipt.ts';

export const PRICE: PriceSummary = {
  id: 'price_1',
  active: true,
  amountCents: 1999,
  currency: 'EUR',
  interval: 'month',
  paymentMethods: ['creditcard', 'ideal'],
  productId: 'prod_1',
  productName: 'Plan <Pro>',
  trialDays: 0,
  unitAmountDecimal: null,
  usageType: 'licensed',
};

const SESSION: CheckoutSession = {
  id: 'cs_1',
  created: 1_780_000_000,
  customerId: 'cus_1',
  customerEmail: null,
  customerCountryCode: null,
  price: PRICE,
  successUrl: 'https://shop.example/thanks?a=1&b=2',
  cancelUrl: 'https://shop.example/cart',
  status: 'open',
  uiMode: 'hosted',
  url: null,
  subscriptionId: null,
  paymentId: null,
  expiresAt: 1_780_086_400,
  trialDaysOverride: null,
  firstChargeAt: null,
  discount: null,
  paymentMethod: null,
  metadata: {},
  clockId: null,
  attempt: null,
};

export const NOTHING_MISSING = {
  name: false,
  email: false,
  countryCode: false,
  vat: false,
  address: false,
  buyerReference: false,
  electronicAddress: false,
};

/** The data of a checkout page: an open session with the fields of `session`, and default view data with the fields of `overrides`. */
export const checkoutView = (session: Partial<CheckoutSession> = {}, overrides: Partial<CheckoutView> = {}): CheckoutView => ({
  session: { ...SESSION, ...session },
  merchantName: 'Shop & Sons',
  branding: NO_BRANDING,
  language: null,
  countryCode: null,
  sellerCountryCode: null,
  confirmableArea: null,
  missingDetails: NOTHING_MISSING,
  product: { description: null, features: [], takesCodes: false },
  paidPeriod: { start: 1_780_000_000, end: 1_782_592_000 },
  firstCharge: { amountCents: 1999, verification: false },
  firstPeriod: null,
  requiresOrderText: false,
  asksForImmediateService: false,
  awaitsTax: false,
  requiresCountry: false,
  taxBehavior: 'inclusive',
  taxRate: null,
  reverseCharge: false,
  unavailableMethods: [],
  trialDays: 0,
  tiers: null,
  invoicedUnitAmountDecimal: null,
  methods: ['creditcard', 'ideal'],
  ...overrides,
});

export const pageData = (session: Partial<CheckoutSession> = {}, overrides: Partial<CheckoutView> = {}, testMode = false): PageData => ({
  view: checkoutView(session, overrides),
  testMode,
  locale: ENGLISH,
});

export const textOf = ({ markup }: RenderedPage): string => markup;
/** Renders the page of an open session as HTML. */
export const renderOpenPage = (
  session: Partial<CheckoutSession> = {},
  overrides: Partial<CheckoutView> = {},
  progress: Partial<FormResult> = {},
): string => textOf(openPage(pageData(session, overrides), LINKS, progress));

export const RECEIPT: PaymentSummary = {
  paid: { amountCents: 1999, currency: 'EUR' },
  email: 'ada@example.com',
  next: { amountCents: 1999, currency: 'EUR', at: 1_782_592_000, isFirst: false },
};

export const FIRST_PERIOD = { lines: [], subtotalCents: 1999, discountCents: 0, tax: [], taxCents: 0, totalCents: 1999 };
export const LINKS = linksOf('https://pay.example/base/checkout/acct_1/test/cs_1');
