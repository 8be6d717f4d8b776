import { expect, it } from 'vitest';
import { onSale, pdfOf, sold, type Walkers } from './money.ts';
import { got, type TypedClient } from './support.ts';

const RETURN_URL = 'https://shop.example/account';

/** What a new customer bought, and the session with which the customer enters the portal of it. */
const entered = async (walkers: Walkers) => {
  const { api, buyer } = walkers;
  const { subscriptionId, ...sale } = await sold(walkers);
  const body = { subscription_id: subscriptionId, return_url: RETURN_URL };
  const session = got(await api.POST('/v1/billing_portal/sessions', { body }));
  return { ...sale, subscriptionId, session, portal: buyer(session.token) };
};

const walkPlanChange = async (walkers: Walkers, portal: TypedClient) => {
  const { id } = await onSale(walkers, 2000);
  const body = { price_id: id };
  const preview = got(await portal.POST('/portal/subscription/preview_update', { body }));
  expect([preview.price_id, preview.next_charge_amount_cents]).toEqual([id, 2000]);
  const changed = got(await portal.POST('/portal/subscription/update', { body }));
  expect([changed.price.id, changed.next_charge_amount_cents]).toEqual([id, 2000]);
};

/** Walks what a customer calls with the token of a portal session. */
export const walkPortal = (walkers: () => Walkers): void => {
  it('walks portal sessions', async () => {
    const { api } = walkers();
    const { customerId, subscriptionId, session, portal } = await entered(walkers());
    expect([session.customer_id, session.subscription_id, session.return_url]).toEqual([customerId, subscriptionId, RETURN_URL]);
    const shown = got(await portal.GET('/portal/session'));
    expect([shown.id, shown.customer.id, shown.subscription.id, shown.limited]).toEqual([session.id, customerId, subscriptionId, false]);
    const path = { session_id: session.id };
    expect(got(await api.POST('/v1/billing_portal/sessions/{session_id}/revoke', { params: { path } })).revoked_at).toEqual(
      expect.any(Number),
    );
    expect((await portal.GET('/portal/session')).error?.error.reason).toBe('portal_session_revoked');
  });

  it('walks the subscription and the customer in the portal', async () => {
    const { api } = walkers();
    const { customerId, subscriptionId, portal } = await entered(walkers());
    const renamed = got(await portal.POST('/portal/customer', { body: { name: 'Grace' } }));
    expect([renamed.id, renamed.name]).toEqual([customerId, 'Grace']);
    expect(got(await portal.POST('/portal/billing_email/approve')).pending_email).toBeNull();
    expect(got(await portal.POST('/portal/subscription/cancel')).cancel_at_period_end).toBe(true);
    expect(got(await portal.POST('/portal/subscription/reactivate')).cancel_at_period_end).toBe(false);
    await walkPlanChange(walkers(), portal);
    const path = { subscription_id: subscriptionId };
    expect(got(await api.POST('/v1/subscriptions/{subscription_id}/pause', { params: { path } })).serves_customer).toBe(false);
    expect(got(await portal.POST('/portal/subscription/resume')).serves_customer).toBe(true);
    const coupon = got(await api.POST('/v1/coupons', { body: { code: 'PORTAL', percent_off: 25, duration: 'forever' } }));
    const discounted = got(await portal.POST('/portal/coupon', { body: { code: 'PORTAL' } }));
    expect([discounted.discount?.coupon_id, discounted.next_charge_amount_cents]).toEqual([coupon.id, 1500]);
  });

  it('walks the invoices and the payment methods in the portal', async () => {
    const { invoiceId, paymentId, portal } = await entered(walkers());
    const path = { invoice_id: invoiceId };
    const settled = got(await portal.POST('/portal/invoices/{invoice_id}/pay', { params: { path } }));
    expect([settled.invoice_id, settled.payment_id, settled.status]).toEqual([invoiceId, paymentId, 'paid']);
    expect(await pdfOf(() => portal.GET('/portal/invoices/{invoice_id}/pdf', { params: { path }, parseAs: 'blob' }))).toBe('%PDF-');

    const body = { method: 'creditcard', card_token: 'tkn_1' } as const;
    expect(got(await portal.POST('/portal/payment_methods', { body })).status).toBe('succeeded');
    const { data } = got(await portal.GET('/portal/session')).payment_methods;
    const former = data.find(({ is_default: isDefault }) => isDefault);
    const added = data.find(({ is_default: isDefault }) => !isDefault);
    if (former === undefined || added === undefined) throw new Error('the card was not saved');
    const chosen = { payment_method_id: added.id };
    const set = got(await portal.POST('/portal/payment_methods/{payment_method_id}/default', { params: { path: chosen } }));
    expect(set.data.filter(({ is_default: isDefault }) => isDefault).map(({ id }) => id)).toEqual([added.id]);
    const removed = { payment_method_id: former.id };
    const left = got(await portal.DELETE('/portal/payment_methods/{payment_method_id}', { params: { path: removed } }));
    expect(left.data.map(({ id }) => id)).toEqual([added.id]);
  });
};
