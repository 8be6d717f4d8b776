import type { PortalBranding } from '../../domain/account/record.ts';
import { type FirstCharge, firstChargeOf, firstPeriodTotals, trialDaysOf, trialEndOf } from '../../domain/checkout-session/charge.ts';
import { checkoutSessions } from '../../domain/checkout-session/kind.ts';
import { type CheckoutSession, isCheckoutSession } from '../../domain/checkout-session/record.ts';
import type { InvoiceTotals } from '../../domain/invoice/build.ts';
import { oneShots, totalsOfOneShot } from '../../domain/one-shot/kind.ts';
import type { OneShotPayment } from '../../domain/one-shot/record.ts';
import type { BillingParties } from '../../domain/parties.ts';
import { pendingOf, taxOfCharge } from '../../domain/payable/attempt.ts';
import { missingDetailsOf } from '../../domain/payable/buyer-details.ts';
import type { Payable } from '../../domain/payable/record.ts';
import { methodsServing, ONE_SHOT_METHODS } from '../../domain/payment-methods.ts';
import { type Period, periodAt } from '../../domain/periods.ts';
import { type Product, productAggregate } from '../../domain/product/record.ts';
import type { TaxBehavior, TaxTreatment } from '../../domain/tax.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { FlowDeps } from '../deps.ts';
import { type LoadedPayable, loadPayable } from '../load/records.ts';

/** Merchant and buyer data of a hosted page. */
interface PageContext {
  readonly merchantName: string;
  readonly branding: PortalBranding;
  /** The customer's language, a BCP 47 tag; `null`: not known. */
  readonly language: string | null;
  /** Buyer details that are missing and may be entered. */
  readonly missingDetails: ReturnType<typeof missingDetailsOf>;
}

/** Product data of a hosted page. */
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
  readonly taxBehavior: TaxBehavior;
  readonly trialDays: number;
  readonly methods: readonly string[];
}

/** Data of the pages of a one-off payment. */
export interface OneShotView extends PageContext {
  readonly oneShot: OneShotPayment;
  readonly totals: InvoiceTotals;
  readonly taxBehavior: TaxBehavior;
  readonly methods: readonly string[];
}

export type PayableView = CheckoutView | OneShotView;

/** Amount due today: the first charge of a session, or the total of a one-off payment. */
export const dueOf = (view: PayableView): { readonly amountCents: number; readonly currency: string } =>
  'session' in view
    ? { amountCents: view.firstCharge.amountCents, currency: view.session.price.currency }
    : { amountCents: view.totals.totalCents, currency: view.oneShot.currency };

const pageContextOf = ({ account, customer }: BillingParties, isPaymentPending: boolean): PageContext => ({
  merchantName: account.branding.displayName ?? account.legalName ?? account.name,
  branding: account.branding,
  language: customer.language,
  missingDetails: missingDetailsOf(customer, isPaymentPending),
});

const isPending = ({ payable, payment }: LoadedPayable<Payable>): boolean => pendingOf(payable.record, payment) !== null;

/** What the pages of a session show at `now`. `tax`: of the current attempt, or of a charge that starts now. */
export const checkoutViewOf = (
  session: CheckoutSession,
  product: Product | null,
  parties: BillingParties,
  { tax, now, isPaymentPending }: { readonly tax: TaxTreatment; readonly now: number; readonly isPaymentPending: boolean },
): CheckoutView => ({
  session,
  ...pageContextOf(parties, isPaymentPending),
  product: {
    description: product?.description ?? null,
    features: product?.marketingFeatures ?? [],
    takesCodes: product?.allowPromotionCodes ?? false,
  },
  firstCharge: firstChargeOf(session, session.paymentMethod, tax, now),
  firstPeriod: firstPeriodTotals(session, tax, now),
  paidPeriod: periodAt(trialEndOf(session, now) ?? now, session.price.interval, 0),
  taxBehavior: tax.behavior,
  trialDays: trialDaysOf(session, now),
  methods:
    session.paymentMethod === null ? methodsServing(session.price.paymentMethods, parties.customer.countryCode) : [session.paymentMethod],
});

const viewOfSession = async ({ store, nowMs }: FlowDeps, tenant: Tenant, storedSession: CheckoutSession): Promise<CheckoutView | null> => {
  const [state, product] = await Promise.all([
    loadPayable(store, tenant, checkoutSessions, storedSession.id),
    store.get(productAggregate, tenant, storedSession.price.productId),
  ]);
  if (state === null) return null;
  return checkoutViewOf(state.payable.record, product?.record ?? null, state.parties, {
    // A started attempt keeps its tax, even if the rate or the buyer has changed.
    tax: taxOfCharge(state.payment, state.parties),
    now: state.clockTime ?? Math.floor(nowMs() / 1000),
    isPaymentPending: isPending(state),
  });
};

const viewOfOneShot = async ({ store }: FlowDeps, tenant: Tenant, oneShotId: string): Promise<OneShotView | null> => {
  const state = await loadPayable(store, tenant, oneShots, oneShotId);
  if (state === null) return null;
  const oneShot = state.payable.record;
  const tax = taxOfCharge(state.payment, state.parties);
  const { paymentMethod } = oneShot;
  return {
    oneShot,
    ...pageContextOf(state.parties, isPending(state)),
    totals: totalsOfOneShot(oneShot, tax),
    taxBehavior: tax.behavior,
    methods: paymentMethod === null ? methodsServing(methodsFor(oneShot), state.parties.customer.countryCode) : [paymentMethod],
  };
};

const methodsFor = (oneShot: OneShotPayment): readonly string[] =>
  ONE_SHOT_METHODS.filter((method) => oneShots.refuseMethod(oneShot, method) === null);

/** Loads the data of the hosted pages; `null`: no such session or one-off payment. */
export const viewOfPayable = (deps: FlowDeps, tenant: Tenant, payable: Payable): Promise<PayableView | null> =>
  isCheckoutSession(payable) ? viewOfSession(deps, tenant, payable) : viewOfOneShot(deps, tenant, payable.id);
