import { taxPointOfSession } from '../../domain/checkout-session/charge.ts';
import type { DecisionContext } from '../../domain/decision.ts';
import { taxTreatmentFor } from '../../domain/parties.ts';
import { missingDetailsOf } from '../../domain/payable/buyer-details.ts';
import { type LinkState, openLinkSession } from '../../domain/payment-link/open-session.ts';
import { paymentLinkAggregate, salesCounter } from '../../domain/payment-link/record.ts';
import { priceAggregate } from '../../domain/price/record.ts';
import { productAggregate } from '../../domain/product/record.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';
import { fetchAccount } from '../accounts/fetch.ts';
import { findCoupon } from '../load/coupons.ts';
import { loadTaxRate } from '../load/parties.ts';
import { isProviderConnected } from '../provider.ts';
import { type CheckoutView, checkoutViewOf } from './view.ts';

/** Loads a payment link with what it sells; `null`: there is no such link. */
export const loadLink = async (store: Store, tenant: Tenant, linkId: string): Promise<LinkState | null> => {
  const link = await store.get(paymentLinkAggregate, tenant, linkId);
  if (link === null) return null;
  const { priceId, productId, couponCode, maxSales } = link.record;
  const [price, product, coupon, account, connected, sales] = await Promise.all([
    store.get(priceAggregate, tenant, priceId),
    store.get(productAggregate, tenant, productId),
    couponCode === null ? null : findCoupon(store, tenant, couponCode, null),
    fetchAccount(store, tenant),
    isProviderConnected(store, tenant),
    maxSales === null ? 0 : store.counter(tenant, salesCounter(linkId)),
  ]);
  return { link, price, product, coupon, account: account.record, isProviderConnected: connected, sales };
};

/** Loads the view of the session that the link would open now, without storing the session; `null`: the link cannot open a session. */
export const loadPreview = async (
  store: Store,
  state: LinkState,
  hostedUrlOf: (sessionId: string) => string,
  ctx: DecisionContext,
): Promise<CheckoutView | null> => {
  const decision = openLinkSession({ hostedUrlOf }, state, ctx);
  if (decision instanceof Refusal) return null;
  const { session, customer } = decision.result;
  const taxRate = await loadTaxRate(store, ctx.tenant, state.account, customer);
  const parties = { account: state.account, customer, taxRate };
  const tax = taxTreatmentFor(parties, taxPointOfSession(session, ctx.now));
  const sold = { product: state.product?.record ?? null, tiers: state.price?.record.tiers ?? null };
  return checkoutViewOf(session, sold, parties, { tax, now: ctx.now, missingDetails: missingDetailsOf(customer, false) });
};
