import { type FirstCharge, firstChargeOf, firstPeriodOf, trialDaysOf } from '../domain/checkout-session/charge.ts';
import { checkoutSessions } from '../domain/checkout-session/kind.ts';
import type { CheckoutSession } from '../domain/checkout-session/record.ts';
import type { InvoiceTotals } from '../domain/invoice/build.ts';
import type { Tenant } from '../domain/kernel.ts';
import { oneShots, totalsOfOneShot } from '../domain/one-shot/kind.ts';
import { isOneShotId, type OneShotPayment } from '../domain/one-shot/record.ts';
import type { BillingParties } from '../domain/parties.ts';
import { treatmentFor } from '../domain/parties.ts';
import { ONE_SHOT_METHODS } from '../domain/payment-methods.ts';
import type { TaxBehavior } from '../domain/tax.ts';
import type { FlowDeps } from './deps.ts';
import { loadPayable } from './load.ts';

/** What the pages of a session show. */
export interface CheckoutView {
  readonly session: CheckoutSession;
  readonly merchantName: string;
  readonly firstCharge: FirstCharge;
  /** What the first period costs, discount and tax worked in; `null` when usage decides. */
  readonly firstPeriod: InvoiceTotals | null;
  readonly taxBehavior: TaxBehavior;
  readonly trialDays: number;
  readonly methods: readonly string[];
}

/** What the pages of a one-off payment show. */
export interface OneShotView {
  readonly oneShot: OneShotPayment;
  readonly merchantName: string;
  readonly totals: InvoiceTotals;
  readonly taxBehavior: TaxBehavior;
  readonly methods: readonly string[];
}

export type PayableView = CheckoutView | OneShotView;

const merchantNameOf = ({ account }: BillingParties): string => account.branding.displayName ?? account.legalName ?? account.name;

const viewOfSession = async ({ store, nowMs }: FlowDeps, tenant: Tenant, sessionId: string): Promise<CheckoutView | null> => {
  const state = await loadPayable(store, tenant, checkoutSessions, sessionId);
  if (state === null) return null;
  const session = state.payable.record;
  const now = state.moment ?? Math.floor(nowMs() / 1000);
  const tax = treatmentFor(state.parties);
  return {
    session,
    merchantName: merchantNameOf(state.parties),
    firstCharge: firstChargeOf(session, session.paymentMethod, tax, now),
    firstPeriod: firstPeriodOf(session, tax, now),
    taxBehavior: state.parties.account.taxBehavior,
    trialDays: trialDaysOf(session),
    methods: session.paymentMethod === null ? session.price.paymentMethods : [session.paymentMethod],
  };
};

const viewOfOneShot = async ({ store }: FlowDeps, tenant: Tenant, oneShotId: string): Promise<OneShotView | null> => {
  const state = await loadPayable(store, tenant, oneShots, oneShotId);
  if (state === null) return null;
  const oneShot = state.payable.record;
  // What was begun is paid as it was begun, also when a rate has changed since.
  const tax = state.payment?.record.tax ?? treatmentFor(state.parties);
  const { paymentMethod } = oneShot;
  return {
    oneShot,
    merchantName: merchantNameOf(state.parties),
    totals: totalsOfOneShot(oneShot, tax),
    taxBehavior: tax.behavior,
    methods: paymentMethod === null ? methodsFor(oneShot) : [paymentMethod],
  };
};

const methodsFor = (oneShot: OneShotPayment): readonly string[] =>
  ONE_SHOT_METHODS.filter((method) => oneShots.objectionTo(oneShot, method) === null);

/** What the pages of a session or one-off payment show; `null` where there is none. */
export const viewOfPayable = (deps: FlowDeps, tenant: Tenant, payableId: string): Promise<PayableView | null> =>
  isOneShotId(payableId) ? viewOfOneShot(deps, tenant, payableId) : viewOfSession(deps, tenant, payableId);
