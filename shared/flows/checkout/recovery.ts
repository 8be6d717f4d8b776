import { checkoutSessionAggregate } from '../../domain/checkout-session/record.ts';
import type { RecoverState } from '../../domain/checkout-session/recover.ts';
import { paymentLinkAggregate } from '../../domain/payment-link/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';
import { findCoupon } from '../load/coupons.ts';
import { loadAttemptPayment, loadBuyer, loadPriceWithProduct } from '../load/records.ts';
import { loadSaleGroup } from '../load/sale-group.ts';

const NO_SESSION = {
  session: null,
  payment: null,
  price: null,
  product: null,
  customer: null,
  clock: null,
  coupon: null,
  link: null,
  group: null,
};

/** Loads what decides whether the buyer of a session can try again. `clockTime`: time of the customer's test clock; `null`: real time. */
export const loadRecovery = async (
  store: Store,
  tenant: Tenant,
  sessionId: string,
): Promise<RecoverState & { readonly clockTime: number | null }> => {
  const session = await store.get(checkoutSessionAggregate, tenant, sessionId);
  if (session === null) return { ...NO_SESSION, clockTime: null };
  const { price, customerId, discount, paymentLink } = session.record;
  const [payment, sold, buyer, coupon, link, group] = await Promise.all([
    loadAttemptPayment(store, tenant, session.record),
    loadPriceWithProduct(store, tenant, price.id),
    loadBuyer(store, tenant, customerId),
    discount === null ? null : findCoupon(store, tenant, discount.code, customerId),
    paymentLink === undefined ? null : store.get(paymentLinkAggregate, tenant, paymentLink.id),
    loadSaleGroup(store, tenant, session.record),
  ]);
  return {
    session,
    payment,
    ...sold,
    ...buyer,
    coupon,
    link,
    group,
    clockTime: buyer.clock?.record.frozenTime ?? null,
  };
};
