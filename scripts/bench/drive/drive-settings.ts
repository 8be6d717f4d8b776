import type { ApiClient } from '../api.ts';
import type { BenchAccount } from '../fill/host-data.ts';
import { type Body, type DrivenRequest, type Driver, driverOf } from './drive.ts';

const driveProducts = async ({ post }: Driver): Promise<unknown> => {
  const product = await post('products.create', '/v1/products', { name: 'Plan' });
  const price = await post('prices.create', '/v1/prices', {
    product_id: product.id,
    amount_cents: 1999,
    currency: 'EUR',
    interval: 'month',
  });
  await post('prices.create +second', '/v1/prices', { product_id: product.id, amount_cents: 19_999, currency: 'EUR', interval: 'year' });
  await post('products.update', `/v1/products/${product.id}`, { description: 'For teams' });
  await post('prices.update', `/v1/prices/${price.id}`, { refund_window_days: 30 });
  return price.id;
};

const driveMeters = async ({ get, post }: Driver): Promise<void> => {
  const meter = await post('meters.create', '/v1/meters', { event_name: 'api_call', aggregation: 'sum' });
  await get('meters.retrieve', `/v1/meters/${meter.id}`);
  await get('meters.list', '/v1/meters');
  await post('meters.update', `/v1/meters/${meter.id}`, { status: 'inactive' });
};

const driveCouponsAndTaxRates = async ({ get, post }: Driver, priceId: unknown): Promise<void> => {
  const coupon = await post('coupons.create', '/v1/coupons', { code: 'WELCOME', percent_off: 10 });
  await get('coupons.retrieve', `/v1/coupons/${coupon.id}`);
  await get('coupons.list', '/v1/coupons');
  await post('coupons.update', `/v1/coupons/${coupon.id}`, { max_redemptions: 100 });
  await post('coupons.validate', '/v1/coupons/validate', { code: 'WELCOME', price_id: priceId });
  const rate = await post('tax_rates.create', '/v1/tax_rates', { country_code: 'NL', rate_basis_points: 2100 });
  await get('tax_rates.retrieve', `/v1/tax_rates/${rate.id}`);
  await get('tax_rates.list', '/v1/tax_rates');
  await post('tax_rates.update', `/v1/tax_rates/${rate.id}`, { display_name: 'BTW' });
};

const driveRemovals = async ({ post, remove }: Driver): Promise<void> => {
  const [first, second] = [await post('customers.create', '/v1/customers', {}), await post('customers.create', '/v1/customers', {})];
  await post('customers.vat_number', `/v1/customers/${first.id}/vat_number`, { vat_number: 'NL100' });
  await remove('customers.delete', `/v1/customers/${first.id}`);
  await post('customers.purge', `/v1/customers/${second.id}/purge`, {});
};

const driveAccount = async ({ get, post }: Driver): Promise<void> => {
  for (const part of ['billing', 'activation', 'attention']) await get(`account.${part}`, `/v1/account/${part}`);
  await post('account.plan_change', '/v1/account/plan', { plan_id: 'growth' });
  await get('metrics.retrieve', '/v1/metrics');
  await get('tenant.capabilities', '/v1/tenant/capabilities');
  await get('tenant.billing_profile_retrieve', '/v1/tenant/billing_profile');
  await get('tenant.portal_branding_retrieve', '/v1/tenant/portal_branding');
  await get('tenant.email_texts_list', '/v1/tenant/email_texts');
  await get('request_logs.list', '/v1/request_logs');
  const { data } = await get('audit_logs.list', '/v1/audit_logs');
  await get('audit_logs.list ?action', '/v1/audit_logs?action=customer.created');
  await get('audit_logs.retrieve', `/v1/audit_logs/${(data as readonly Body[])[0]?.id}`);
};

const driveReference = async ({ browse }: Driver): Promise<void> => {
  await browse('docs.openapi', 'GET', '/openapi.json');
  await browse('docs.asyncapi', 'GET', '/asyncapi.json');
  await browse('docs.llms', 'GET', '/llms.txt');
  await browse('docs.page', 'GET', '/docs');
  await browse('docs.file', 'GET', '/docs/errors');
  await browse('payment_element.script', 'GET', '/element.js');
  await browse('payment_element.frame', 'GET', '/element/frame');
  await browse('portal.page', 'GET', '/portal');
  await browse('hosted.asset', 'GET', '/assets/frame-00000000.js');
};

/** Calls the operations that a tenant uses for setup. Throws at the first failure. */
export const driveSettings = async (caller: ApiClient, account: BenchAccount): Promise<readonly DrivenRequest[]> => {
  const driven: DrivenRequest[] = [];
  const driver = driverOf(caller, account.testKey, driven);
  await driveMeters(driver);
  await driveCouponsAndTaxRates(driver, await driveProducts(driver));
  await driveRemovals(driver);
  await driveAccount(driver);
  await driveReference(driver);
  return driven;
};
