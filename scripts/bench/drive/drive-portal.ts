import type { Body, Driver } from './drive.ts';
import { type Seller, sell, waitForFirst } from './drive-money.ts';

const MONTHLY_EUR = { currency: 'EUR', interval: 'month' };

const driveSubscription = async ({ post }: Seller, portal: Driver, subscriptionId: unknown, otherPriceId: unknown): Promise<void> => {
  const path = '/portal/subscription';
  await portal.post('portal.cancel', `${path}/cancel`, {});
  await portal.post('portal.reactivate', `${path}/reactivate`, {});
  await portal.get('portal.plans', '/portal/plans');
  await portal.post('portal.preview_update', `${path}/preview_update`, { price_id: otherPriceId });
  await portal.post('portal.update', `${path}/update`, { price_id: otherPriceId });
  await post('subscriptions.pause', `/v1/subscriptions/${subscriptionId}/pause`, {});
  await portal.post('portal.resume', `${path}/resume`, {});
  const coupon = await post('coupons.create', '/v1/coupons', { code: 'WELCOME', percent_off: 10 });
  await portal.post('portal.apply_coupon', '/portal/coupon', { code: coupon.code });
};

const retrieve = ({ get }: Driver): Promise<Body> => get('portal.retrieve', '/portal/session');

const driveMethods = async (portal: Driver): Promise<void> => {
  const path = '/portal/payment_methods';
  await portal.post('portal.add_method', path, { method: 'creditcard', card_token: 'tkn_1' });
  const { data } = (await retrieve(portal)).payment_methods as { readonly data: readonly Body[] };
  const oldDefault = data.find(({ is_default: isDefault }) => isDefault === true);
  const added = data.find(({ is_default: isDefault }) => isDefault === false);
  await portal.post('portal.set_default_method', `${path}/${added?.id}/default`, {});
  await portal.remove('portal.remove_method', `${path}/${oldDefault?.id}`);
};

/** Makes every call of the billing portal. */
export const drivePortal = async (seller: Seller): Promise<void> => {
  const { post, shop } = seller;
  const product = await post('products.create', '/v1/products', { name: 'Plan', allow_promotion_codes: true });
  const price = await post('prices.create', '/v1/prices', { ...MONTHLY_EUR, product_id: product.id, amount_cents: 1999 });
  const otherPrice = await post('prices.create', '/v1/prices', { ...MONTHLY_EUR, product_id: product.id, amount_cents: 2999 });
  const { subscription_id: subscriptionId, payment_id: paymentId } = await sell({ ...seller, priceId: price.id });
  const input = { subscription_id: subscriptionId, return_url: shop.successUrl };
  const session = await post('billing_portal.create_session', '/v1/billing_portal/sessions', input);
  const portal = seller.buyer(session.token);
  const [invoice] = (await retrieve(portal)).invoices as readonly Body[];
  await portal.post('portal.pay_invoice', `/portal/invoices/${invoice?.id}/pay`, {});
  await portal.file('portal.invoice_pdf', `/portal/invoices/${invoice?.id}/pdf`);
  await post('refunds.create', '/v1/refunds', { payment_id: paymentId, amount_cents: 1 });
  const note = await waitForFirst(seller, 'credit_notes.list', '/v1/credit_notes');
  await portal.file('portal.credit_note_pdf', `/portal/credit_notes/${note.id}/pdf`);
  await portal.post('portal.update_customer', '/portal/customer', { name: 'Ada King' });
  await portal.post('portal.vat_number', '/portal/vat_number', { vat_number: 'NL100' });
  await portal.post('portal.approve_billing_email', '/portal/billing_email/approve', {});
  await driveSubscription(seller, portal, subscriptionId, otherPrice.id);
  await driveMethods(portal);
  await post('billing_portal.revoke_session', `/v1/billing_portal/sessions/${session.id}/revoke`, {});
  await post('customers.revoke_portal_sessions', `/v1/customers/${session.customer_id}/revoke_portal_sessions`, {});
};
