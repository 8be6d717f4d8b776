import { type PortalBranding, shopNameOf, taxModeOf } from '../../domain/account/record.ts';
import type { Tier } from '../../domain/amounts/tiers.ts';
import {
  type FirstCharge,
  firstChargeOf,
  firstPeriodTotals,
  startsTrial,
  taxPointOfSession,
  trialDaysOf,
  trialEndOf,
} from '../../domain/checkout-session/charge.ts';
import { checkoutSessionKind } from '../../domain/checkout-session/kind.ts';
import { type CheckoutSession, isCheckoutSession } from '../../domain/checkout-session/record.ts';
import { asksForImmediateService, requiresOrderText } from '../../domain/consumer-rights.ts';
import type { InvoiceTotals } from '../../domain/invoice/build.ts';
import { oneShotKind, totalsOfOneShot } from '../../domain/one-shot/kind.ts';
import type { OneShotPayment } from '../../domain/one-shot/record.ts';
import type { BillingParties } from '../../domain/parties.ts';
import { confirmableAreaOf, pendingPaymentOf, taxOfCharge } from '../../domain/payable/attempt.ts';
import { type BuyerDetails, customerWith, missingDetailsOf } from '../../domain/payable/buyer-details.ts';
import type { Charge, Payable } from '../../domain/payable/record.ts';
import { amountProblem, methodsServing, methodsUnavailableIn, ONE_SHOT_METHODS } from '../../domain/payment/methods.ts';
import { type Period, periodAt } from '../../domain/periods.ts';
import { priceAggregate } from '../../domain/price/record.ts';
import type { PriceSummary } from '../../domain/price/summary.ts';
import { type Product, productAggregate } from '../../domain/product/record.ts';
import {
  type AppliedRate,
  chargedBasisPoints,
  invoicedAmountCents,
  invoicedUnitAmount,
  type TaxBehavior,
  type TaxTreatment,
} from '../../domain/tax/tax.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { FlowDeps } from '../deps.ts';
import { withCustomer } from '../load/parties.ts';
import { type LoadedPayable, loadPayable } from '../load/records.ts';

/** Merchant and buyer data of a hosted page. */
interface PageContext {
  readonly merchantName: string;
  readonly branding: PortalBranding;
  /** The customer's language, a BCP 47 tag; `null`: not known. */
  readonly language: string | null;
  /** The first known country: of the customer, of the session, or entered by the buyer on the page; `null`: none is known. */
  readonly countryCode: string | null;
  /** The seller's country; `null`: not known. */
  readonly sellerCountryCode: string | null;
  /** VAT area of the country that the buyer must confirm if the IP address contradicts it (`confirmableAreaOf`); `null`: none. */
  readonly confirmableArea: string | null;
  /** Buyer details that are missing and may be entered. */
  readonly missingDetails: ReturnType<typeof missingDetailsOf>;
  /** True if tax will be added to the amounts once the buyer's country is known. */
  readonly awaitsTax: boolean;
  /** True if the page must ask for the country, because the VAT depends on the country. */
  readonly requiresCountry: boolean;
  readonly taxBehavior: TaxBehavior;
  /** The rate that is charged; `null`: none. */
  readonly taxRate: AppliedRate | null;
  /** True if the buyer owes the tax, so that none is charged. */
  readonly reverseCharge: boolean;
  /** The payment methods that the buyer can choose. */
  readonly methods: readonly string[];
  /** Accepted payment methods that are not available in the buyer's country. */
  readonly unavailableMethods: readonly string[];
  /** True if the order button must have the text that consumer law requires. */
  readonly requiresOrderText: boolean;
  /** True if the page asks whether the service is to begin at once. */
  readonly asksForImmediateService: boolean;
}

/** Product data of a hosted page. If the product is deleted, it has no description and no features. */
interface SoldProduct {
  readonly description: string | null;
  readonly features: readonly string[];
  /** True if the buyer may enter a promotion code. */
  readonly takesCodes: boolean;
}

/** Data of the pages of a checkout session. */
export interface CheckoutView extends PageContext {
  readonly session: CheckoutSession;
  readonly product: SoldProduct;
  readonly firstCharge: FirstCharge;
  /** Totals of the first period with discount and tax; `null` for metered prices. */
  readonly firstPeriod: InvoiceTotals | null;
  /** The first paid period; starts immediately or after the trial. */
  readonly paidPeriod: Period;
  readonly trialDays: number;
  /** Tiers of a usage-based price; `null`: the price has no tiers. */
  readonly tiers: readonly Tier[] | null;
  /** The invoiced amount of a unit of usage under reverse charge, without tax; `null`: no reverse charge, or no price per unit of usage. */
  readonly invoicedUnitAmountDecimal: string | null;
}

/** Data of the pages of a one-off payment. */
export interface OneShotView extends PageContext {
  readonly oneShot: OneShotPayment;
  readonly totals: InvoiceTotals;
}

export type PayableView = CheckoutView | OneShotView;

/** Amount due today: the first charge of a session, or the total of a one-off payment. */
export const amountDueTodayOf = (view: PayableView): { readonly amountCents: number; readonly currency: string } =>
  'session' in view
    ? { amountCents: view.firstCharge.amountCents, currency: view.session.price.currency }
    : { amountCents: view.totals.totalCents, currency: view.oneShot.currency };

/** What the page data depends on, in addition to the account and the customer. */
interface Terms {
  readonly tax: TaxTreatment;
  /** The payment methods that the seller accepts. */
  readonly accepted: readonly string[];
  /** The method that was set when the payable was created; `null`: the buyer chooses. */
  readonly fixedMethod: string | null;
  readonly missingDetails: PageContext['missingDetails'];
  /** True for a new subscription: its contract is concluded on this page. False for an imported one and for a one-off payment. */
  readonly concludesContract: boolean;
  readonly startsTrial: boolean;
}

/** True if tax will be added to the amounts once the buyer's country is known. */
const awaitsTax = ({ customer }: BillingParties, { tax, missingDetails }: Pick<Terms, 'tax' | 'missingDetails'>): boolean =>
  tax.behavior === 'exclusive' && customer.countryCode === null && missingDetails.countryCode;

/** The tax of the shown amounts: none while the tax is not known yet. The page then shows the amounts as "plus tax". */
const shownTax = (parties: BillingParties, terms: Pick<Terms, 'tax' | 'missingDetails'>): TaxTreatment =>
  awaitsTax(parties, terms) ? { behavior: 'exclusive', rate: null, reverseCharge: false } : terms.tax;

const pageContextOf = (parties: BillingParties, terms: Terms): PageContext => {
  const { tax, accepted, fixedMethod, missingDetails, concludesContract, startsTrial: isTrial } = terms;
  const { account, customer } = parties;
  return {
    merchantName: shopNameOf(account),
    branding: account.branding,
    language: customer.language,
    countryCode: customer.countryCode,
    sellerCountryCode: account.countryCode,
    confirmableArea: confirmableAreaOf(parties),
    missingDetails,
    awaitsTax: awaitsTax(parties, terms),
    requiresCountry: missingDetails.countryCode && (account.vatId !== null || taxModeOf(account) !== 'manual'),
    taxBehavior: tax.behavior,
    taxRate: chargedBasisPoints(tax) === 0 ? null : tax.rate,
    reverseCharge: tax.reverseCharge,
    methods: fixedMethod === null ? methodsServing(accepted, customer.countryCode) : [fixedMethod],
    unavailableMethods: fixedMethod === null ? methodsUnavailableIn(accepted, customer.countryCode) : [],
    requiresOrderText: requiresOrderText(parties, isTrial),
    asksForImmediateService: concludesContract && asksForImmediateService(account, customer),
  };
};

/** The methods whose minimum amount is not above the charge; all, if no method can charge it. */
const methodsFor = (methods: readonly string[], chargeOf: (method: string) => Charge): readonly string[] => {
  const possible = methods.filter((method) => {
    const { amountCents, currency } = chargeOf(method);
    return amountProblem(method, amountCents, currency) === null;
  });
  return possible.length === 0 ? methods : possible;
};

const isPending = ({ payable, payment }: LoadedPayable<Payable>): boolean => pendingPaymentOf(payable.record, payment) !== null;

/** The tier as invoiced: under reverse charge without the tax that an inclusive price contains. */
const invoicedTier = (tier: Tier, tax: TaxTreatment): Tier => ({
  upTo: tier.upTo,
  flatAmountCents: invoicedAmountCents(tier.flatAmountCents, tax),
  unitAmountDecimal: invoicedUnitAmount(tier.unitAmountDecimal, tax),
});

/** See `CheckoutView.invoicedUnitAmountDecimal`. A price with tiers has no unit amount. */
const invoicedUnitOf = ({ usageType, unitAmountDecimal, amountCents }: PriceSummary, tax: TaxTreatment): string | null => {
  const unit = unitAmountDecimal ?? (amountCents === null ? null : String(amountCents));
  return usageType === 'metered' && tax.reverseCharge && unit !== null ? invoicedUnitAmount(unit, tax) : null;
};

/** What the pages of a session show at `now`. `terms.tax`: the tax of the current attempt or, without one, of a charge that starts now. */
export const checkoutViewOf = (
  session: CheckoutSession,
  { product, tiers }: { readonly product: Product | null; readonly tiers: readonly Tier[] | null },
  parties: BillingParties,
  terms: Pick<Terms, 'tax' | 'missingDetails'> & { readonly now: number },
): CheckoutView => {
  const { now, missingDetails } = terms;
  const tax = shownTax(parties, terms);
  return {
    session,
    ...pageContextOf(parties, {
      tax,
      accepted: methodsFor(session.price.paymentMethods, (method) => checkoutSessionKind.chargeOf(session, method, tax, now)),
      fixedMethod: session.paymentMethod,
      missingDetails,
      // `firstChargeAt` is set for imported subscriptions only.
      concludesContract: session.firstChargeAt === null,
      startsTrial: startsTrial(session, now),
    }),
    product: {
      description: product?.description ?? null,
      features: product?.marketingFeatures ?? [],
      takesCodes: product?.allowPromotionCodes ?? false,
    },
    firstCharge: firstChargeOf(session, session.paymentMethod, tax, now),
    firstPeriod: firstPeriodTotals(session, tax, now),
    paidPeriod: periodAt(trialEndOf(session, now) ?? now, session.price.interval, 0),
    trialDays: trialDaysOf(session, now),
    tiers: tiers?.map((tier) => invoicedTier(tier, tax)) ?? null,
    invoicedUnitAmountDecimal: invoicedUnitOf(session.price, tax),
  };
};

/** The payable's parties with the details that the buyer has entered; `details` is `null` if nothing was entered. */
const loadPartiesWith = async (
  { store }: FlowDeps,
  tenant: Tenant,
  state: LoadedPayable<Payable>,
  { details, now }: { readonly details: BuyerDetails | null; readonly now: number },
): Promise<BillingParties> =>
  details === null
    ? state.parties
    : withCustomer(store, tenant, state.parties, customerWith(details, state.parties.customer, isPending(state), now));

/** The tiers of a usage-based price, which the session's summary of the price does not contain; `null`: the price has none. */
const loadTiers = async ({ store }: FlowDeps, tenant: Tenant, { price }: CheckoutSession): Promise<readonly Tier[] | null> =>
  price.usageType === 'metered' && price.unitAmountDecimal === null
    ? ((await store.get(priceAggregate, tenant, price.id))?.record.tiers ?? null)
    : null;

const loadSessionView = async (
  deps: FlowDeps,
  tenant: Tenant,
  storedSession: CheckoutSession,
  details: BuyerDetails | null,
): Promise<CheckoutView | null> => {
  const [state, product, tiers] = await Promise.all([
    loadPayable(deps.store, tenant, checkoutSessionKind, storedSession.id),
    deps.store.get(productAggregate, tenant, storedSession.price.productId),
    loadTiers(deps, tenant, storedSession),
  ]);
  if (state === null) return null;
  const now = state.clockTime ?? Math.floor(deps.nowMs() / 1000);
  const parties = await loadPartiesWith(deps, tenant, state, { details, now });
  return checkoutViewOf(state.payable.record, { product: product?.record ?? null, tiers }, parties, {
    // A started attempt keeps its tax, even if the rate or the buyer has changed.
    tax: taxOfCharge(state.payment, parties, taxPointOfSession(state.payable.record, now)),
    now,
    missingDetails: missingDetailsOf(state.parties.customer, isPending(state)),
  });
};

const loadOneShotView = async (
  deps: FlowDeps,
  tenant: Tenant,
  oneShotId: string,
  details: BuyerDetails | null,
): Promise<OneShotView | null> => {
  const state = await loadPayable(deps.store, tenant, oneShotKind, oneShotId);
  if (state === null) return null;
  const oneShot = state.payable.record;
  const now = state.clockTime ?? Math.floor(deps.nowMs() / 1000);
  const parties = await loadPartiesWith(deps, tenant, state, { details, now });
  const missingDetails = missingDetailsOf(state.parties.customer, isPending(state));
  const tax = shownTax(parties, { tax: taxOfCharge(state.payment, parties, oneShotKind.taxPointOf(oneShot, now)), missingDetails });
  return {
    oneShot,
    ...pageContextOf(parties, {
      tax,
      accepted: methodsFor(acceptedMethods(oneShot), (method) => oneShotKind.chargeOf(oneShot, method, tax, now)),
      fixedMethod: oneShot.paymentMethod,
      missingDetails,
      concludesContract: false,
      startsTrial: false,
    }),
    totals: totalsOfOneShot(oneShot, tax),
  };
};

const acceptedMethods = (oneShot: OneShotPayment): readonly string[] =>
  ONE_SHOT_METHODS.filter((method) => oneShotKind.refuseMethod(oneShot, method) === null);

/**
 * Loads the data of the hosted pages; `null`: no such session or one-off payment. `details`: what the buyer has entered, but not confirmed
 * by paying; the amounts are computed with these details, and nothing is stored.
 */
export const loadPayableView = (
  deps: FlowDeps,
  tenant: Tenant,
  payable: Payable,
  details: BuyerDetails | null = null,
): Promise<PayableView | null> =>
  isCheckoutSession(payable) ? loadSessionView(deps, tenant, payable, details) : loadOneShotView(deps, tenant, payable.id, details);
