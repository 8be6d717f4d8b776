import type { PortalBranding } from '../../domain/account/record.ts';
import { type FirstCharge, firstChargeOf, firstPeriodOf, trialDaysOf, trialEndOf } from '../../domain/checkout-session/charge.ts';
import { checkoutSessions } from '../../domain/checkout-session/kind.ts';
import type { CheckoutSession } from '../../domain/checkout-session/record.ts';
import type { InvoiceTotals } from '../../domain/invoice/build.ts';
import { oneShots, totalsOfOneShot } from '../../domain/one-shot/kind.ts';
import type { OneShotPayment } from '../../domain/one-shot/record.ts';
import { pendingOf, taxOfCharge } from '../../domain/payable/attempt.ts';
import { askedOf } from '../../domain/payable/buyer-details.ts';
import type { Payable } from '../../domain/payable/record.ts';
import { methodsServing, ONE_SHOT_METHODS } from '../../domain/payment-methods.ts';
import { type Period, periodAt } from '../../domain/periods.ts';
import { productAggregate } from '../../domain/product/record.ts';
import type { TaxBehavior } from '../../domain/tax.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { FlowDeps } from '../deps.ts';
import { type LoadedPayable, loadPayable } from '../load/records.ts';

/** Who sells, and how its buyer is spoken to. */
interface Selling {
  readonly merchantName: string;
  readonly branding: PortalBranding;
  /** The customer's own, as a BCP 47 tag; `null`: not known. */
  readonly language: string | null;
  /** What the buyer may still say of themselves. */
  readonly asked: ReturnType<typeof askedOf>;
}

/** What the pages tell of what is sold. */
interface SoldProduct {
  readonly description: string | null;
  readonly features: readonly string[];
  /** Whether a buyer may enter a promotion code. */
  readonly takesCodes: boolean;
}

/** What the pages of a session show. */
export interface CheckoutView extends Selling {
  readonly session: CheckoutSession;
  readonly product: SoldProduct;
  readonly firstCharge: FirstCharge;
  /** What the first period costs, discount and tax worked in; `null` when usage decides. */
  readonly firstPeriod: InvoiceTotals | null;
  /** When that period begins and ends: at once, or when the trial is over. */
  readonly paidPeriod: Period;
  readonly taxBehavior: TaxBehavior;
  readonly trialDays: number;
  readonly methods: readonly string[];
}

/** What the pages of a one-off payment show. */
export interface OneShotView extends Selling {
  readonly oneShot: OneShotPayment;
  readonly totals: InvoiceTotals;
  readonly taxBehavior: TaxBehavior;
  readonly methods: readonly string[];
}

export type PayableView = CheckoutView | OneShotView;

/** What is paid today: of a session the first charge, of a one-off payment all of it. */
export const dueOf = (view: PayableView): { readonly amountCents: number; readonly currency: string } =>
  'session' in view
    ? { amountCents: view.firstCharge.amountCents, currency: view.session.price.currency }
    : { amountCents: view.totals.totalCents, currency: view.oneShot.currency };

const sellingOf = ({ payable, payment, parties: { account, customer } }: LoadedPayable<Payable>): Selling => ({
  merchantName: account.branding.displayName ?? account.legalName ?? account.name,
  branding: account.branding,
  language: customer.language,
  asked: askedOf(customer, pendingOf(payable.record, payment) !== null),
});

const viewOfSession = async ({ store, nowMs }: FlowDeps, tenant: Tenant, known: CheckoutSession): Promise<CheckoutView | null> => {
  const [state, product] = await Promise.all([
    loadPayable(store, tenant, checkoutSessions, known.id),
    store.get(productAggregate, tenant, known.price.productId),
  ]);
  if (state === null) return null;
  const session = state.payable.record;
  const now = state.moment ?? Math.floor(nowMs() / 1000);
  // What was begun is paid as it was begun, also when a rate or the buyer has changed since.
  const tax = taxOfCharge(state.payment, state.parties);
  const { countryCode } = state.parties.customer;
  return {
    session,
    ...sellingOf(state),
    product: {
      description: product?.record.description ?? null,
      features: product?.record.marketingFeatures ?? [],
      takesCodes: product?.record.allowPromotionCodes ?? false,
    },
    firstCharge: firstChargeOf(session, session.paymentMethod, tax, now),
    firstPeriod: firstPeriodOf(session, tax, now),
    paidPeriod: periodAt(trialEndOf(session, now) ?? now, session.price.interval, 0),
    taxBehavior: tax.behavior,
    trialDays: trialDaysOf(session, now),
    methods: session.paymentMethod === null ? methodsServing(session.price.paymentMethods, countryCode) : [session.paymentMethod],
  };
};

const viewOfOneShot = async ({ store }: FlowDeps, tenant: Tenant, oneShotId: string): Promise<OneShotView | null> => {
  const state = await loadPayable(store, tenant, oneShots, oneShotId);
  if (state === null) return null;
  const oneShot = state.payable.record;
  const tax = taxOfCharge(state.payment, state.parties);
  const { paymentMethod } = oneShot;
  return {
    oneShot,
    ...sellingOf(state),
    totals: totalsOfOneShot(oneShot, tax),
    taxBehavior: tax.behavior,
    methods: paymentMethod === null ? methodsServing(methodsFor(oneShot), state.parties.customer.countryCode) : [paymentMethod],
  };
};

const methodsFor = (oneShot: OneShotPayment): readonly string[] =>
  ONE_SHOT_METHODS.filter((method) => oneShots.objectionTo(oneShot, method) === null);

/** What the pages of a session or one-off payment show; `null` where there is none. */
export const viewOfPayable = (deps: FlowDeps, tenant: Tenant, payable: Payable): Promise<PayableView | null> =>
  isSession(payable) ? viewOfSession(deps, tenant, payable) : viewOfOneShot(deps, tenant, payable.id);

const isSession = (payable: Payable): payable is CheckoutSession => 'price' in payable;
