import { expect, it } from 'vitest';
import { eventually } from '../../scripts/support/waiting.ts';
import { ApiError, type Billing } from '../../shared/client/index.ts';
import { type Clients, sellSubscription } from './payments.ts';
import { defined, pdfHeaderOf } from './support.ts';

const RETURN_URL = 'https://shop.example/account';

/** Sells a subscription and opens a portal session for it. */
const openPortal = async (clients: Clients) => {
  const { billing, buyer } = clients;
  const { subscriptionId, ...sale } = await sellSubscription(clients);
  const session = await billing.billingPortal.createSession({ subscription_id: subscriptionId, return_url: RETURN_URL });
  return { ...sale, subscriptionId, session, portal: buyer(session.token).portal };
};

const changePlan = async ({ billing }: Clients, portal: Billing['portal']) => {
  const { subscription } = await portal.retrieve();
  const terms = { product_id: subscription.price.product_id, currency: 'EUR', interval: 'month' } as const;
  const { id } = await billing.prices.create({ ...terms, amount_cents: 2000 });
  const preview = await portal.previewUpdate({ price_id: id });
  expect([preview.price_id, preview.next_charge_amount_cents]).toEqual([id, 2000]);
  const changed = await portal.update({ price_id: id });
  expect([changed.price.id, changed.next_charge_amount_cents]).toEqual([id, 2000]);
};

/** Defines the tests of operations that a customer calls with a portal token. */
export const testPortal = (clients: () => Clients): void => {
  it('creates, reads and revokes a portal session', async () => {
    const { billing } = clients();
    const { customerId, subscriptionId, session, portal } = await openPortal(clients());
    expect([session.customer_id, session.subscription_id, session.return_url]).toEqual([customerId, subscriptionId, RETURN_URL]);
    const { id, customer, subscription, limited } = await portal.retrieve();
    expect([id, customer.id, subscription.id, limited]).toEqual([session.id, customerId, subscriptionId, false]);
    expect((await billing.billingPortal.revokeSession(session.id)).revoked_at).toEqual(expect.any(Number));
    const refused = await portal.retrieve().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ reason: 'portal_session_revoked' });
  });

  it('revokes all portal sessions of a customer', async () => {
    const { billing } = clients();
    const { customerId, portal } = await openPortal(clients());
    expect(await billing.customers.revokePortalSessions(customerId)).toMatchObject({ customer_id: customerId });
    expect(await portal.retrieve().catch((error: unknown) => error)).toMatchObject({ reason: 'portal_session_revoked' });
  });

  it('calls the operations of the portal for the subscription and the customer', async () => {
    const { billing } = clients();
    const { customerId, subscriptionId, portal } = await openPortal(clients());
    const renamed = await portal.updateCustomer({ name: 'Grace' });
    expect([renamed.id, renamed.name]).toEqual([customerId, 'Grace']);
    expect((await portal.vatNumber({ vat_number: 'NL100' })).vat_number).toBe('NL100');
    expect((await portal.approveBillingEmail()).pending_email).toBeNull();
    expect((await portal.cancel({ reason: 'not_used' })).cancellation_reason).toBe('not_used');
    expect((await portal.reactivate()).cancel_at_period_end).toBe(false);
    expect((await portal.plans()).data).toEqual([]);
    await changePlan(clients(), portal);
    expect((await billing.subscriptions.pause(subscriptionId)).serves_customer).toBe(false);
    expect((await portal.resume()).serves_customer).toBe(true);
    const coupon = await billing.coupons.create({ code: 'PORTAL', percent_off: 25, duration: 'forever' });
    const discounted = await portal.applyCoupon({ code: 'PORTAL' });
    expect([discounted.discount?.coupon_id, discounted.next_charge_amount_cents]).toEqual([coupon.id, 1500]);
  });

  it('calls the operations of the portal for invoices and payment methods', async () => {
    const { billing } = clients();
    const { invoiceId, paymentId, portal } = await openPortal(clients());
    // The invoice is already paid; the operation returns its payment.
    const settled = await portal.payInvoice(invoiceId);
    expect([settled.invoice_id, settled.payment_id, settled.status]).toEqual([invoiceId, paymentId, 'paid']);
    expect(await pdfHeaderOf(() => portal.invoicePdf(invoiceId))).toBe('%PDF-');

    expect((await portal.addMethod({ method: 'creditcard', card_token: 'tkn_1' })).status).toBe('succeeded');
    const { data } = (await portal.retrieve()).payment_methods;
    const oldDefault = defined(data.find(({ is_default: isDefault }) => isDefault));
    const added = defined(data.find(({ is_default: isDefault }) => !isDefault));
    const wallet = await portal.setDefaultMethod(added.id);
    expect(wallet.data.filter(({ is_default: isDefault }) => isDefault).map(({ id }) => id)).toEqual([added.id]);
    expect((await portal.removeMethod(oldDefault.id)).data.map(({ id }) => id)).toEqual([added.id]);

    await billing.refunds.create({ payment_id: paymentId, amount_cents: 1 });
    const [note] = await eventually(
      async () => (await portal.retrieve()).credit_notes,
      (notes) => notes.length > 0,
    );
    expect(await pdfHeaderOf(() => portal.creditNotePdf(String(note?.id)))).toBe('%PDF-');
  });
};
