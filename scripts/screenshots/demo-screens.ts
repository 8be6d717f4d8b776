import type { Page } from 'playwright-core';
import type { ApiObject, Client } from '../support/api.ts';

/** A console screen with the demo data. */
export interface DemoScreen {
  /** Path after `#/test/` in the URL of the console; `../live/…` is a screen of live mode. */
  readonly path: string;
  /** Actions before the screenshot. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const LISTS = [
  'customers',
  'subscriptions',
  'invoices',
  'credit_notes',
  'payments',
  'one_shot_payments',
  'refunds',
  'disputes',
  'products',
  'prices',
  'coupons',
  'tax_rates',
  'events',
  'webhook_endpoints',
  'audit_logs',
  'api_keys',
  'test_clocks',
];

const press =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();

const searchFor = (text: string) => async (page: Page) => {
  // Matches only the start of the name, because the name of the button also contains its keyboard shortcut.
  await page.getByRole('button', { name: /^Search/ }).click();
  await page.getByRole('dialog').getByRole('combobox').fill(text);
  await page.getByRole('dialog').getByRole('option').or(page.getByText('No results for')).first().waitFor();
};

/** Returns the first matching object of a list. Throws if there is none. */
const pick = async (client: Client, path: string, matches: (object: ApiObject) => boolean = () => true): Promise<ApiObject> => {
  const object = (await client.list(path)).find(matches);
  if (object === undefined) throw new Error(`The demo data has no matching object at ${path}. Run "npm run demo" first.`);
  return object;
};

/** Returns the screens by the names of their screenshots. */
export const demoScreens = async (client: Client, endpointId: string): Promise<Readonly<Record<string, DemoScreen>>> => {
  const refunded = await pick(
    client,
    '/v1/payments',
    (each) => Number(each['amount_refunded_cents']) > 0 && each['subscription_id'] !== null,
  );
  const paid = await pick(client, '/v1/payments', ({ status }) => status === 'succeeded');
  const customer = await pick(client, '/v1/customers', ({ name }) => name === 'Pieter Smit');
  const company = await pick(client, '/v1/customers', ({ name }) => name === 'Falk & Söhne GmbH');
  const at = (list: string, { id }: Pick<ApiObject, 'id'>): DemoScreen => ({ path: `${list}/${id}` });
  const first = async (list: string, path = list): Promise<DemoScreen> => at(list, await pick(client, `/v1/${path}`));
  return {
    overview: { path: 'overview' },
    ...Object.fromEntries(LISTS.map((list) => [list, { path: list }])),
    'customers-new': { path: 'customers/new' },
    'products-new': { path: 'products/new' },
    reports: { path: 'reports' },
    customer: at('customers', customer),
    'customer-company': at('customers', company),
    subscription: at('subscriptions', await pick(client, '/v1/subscriptions', ({ status }) => status === 'active')),
    'subscription-past-due': at('subscriptions', await pick(client, '/v1/subscriptions?status=past_due')),
    invoice: at('invoices', await pick(client, `/v1/invoices?customer_id=${company.id}`)),
    'credit-note': await first('credit_notes'),
    payment: at('payments', refunded),
    'payment-refund': { ...at('payments', paid), prepare: press('Refund') },
    refund: await first('refunds'),
    dispute: await first('disputes'),
    product: await first('products'),
    price: await first('prices'),
    coupon: await first('coupons'),
    event: await first('events'),
    'webhook-endpoint': { path: `webhook_endpoints/${endpointId}` },
    'audit-log-entry': await first('audit_logs'),
    'api-key': await first('api_keys'),
    'test-clock': await first('test_clocks'),
    import: { path: 'import' },
    passkeys: { path: 'passkeys' },
    team: { path: 'team' },
    'search-name': { path: 'overview', prepare: searchFor('pie') },
    'search-nothing': { path: 'invoices', prepare: searchFor('TEST-999999') },
    'company-live': { path: '../live/company' },
    'branding-live': { path: '../live/branding' },
    'provider-live': { path: '../live/provider' },
    'overview-live': { path: '../live/overview' },
  };
};
