import { expect, it } from 'vitest';
import { type AttentionFacts, attentionOf } from '../../../shared/domain/account/attention.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();

/** Facts for which all items are listed, except those of `OTHER_PROBLEMS`. */
const PROBLEMS: AttentionFacts = {
  failingEndpoints: 1,
  disabledEndpoints: 1,
  pastDueSubscriptions: 1,
  billingHolds: 1,
  owedRefunds: 1,
  creditsLeft: 1,
  customersWithoutReverseCharge: 1,
  untaxedCountries: ['DE'],
  euThresholdPercent: 101,
  uncountedCurrencies: ['USD'],
  isEuThresholdSummed: false,
  taxNotSetUp: true,
  eInvoices: { documents: 1, missing: [{ field: 'billing_profile.vat_id', rule: 'BR-S-02', message: 'Add your VAT number.' }] },
  cardTestingSuspected: true,
  providerConnected: false,
  billingProfileComplete: false,
};
/** Facts for the other items, each of which replaces an item of `PROBLEMS`. */
const OTHER_PROBLEMS: AttentionFacts = { ...PROBLEMS, untaxedCountries: [], euThresholdPercent: 85, isEuThresholdSummed: true };

const region = (name: string) => ui.page.getByRole('region', { name });

/** Shows the items for these facts on the home page. Returns the route to which each item links, by the item's key. */
const linksOf = async (facts: AttentionFacts): Promise<Readonly<Record<string, string | null>>> => {
  const items = attentionOf(facts);
  const data = items.map((item) => ({ ...item, href: `${ui.service.baseUrl}${item.href}` }));
  await ui.page.unrouteAll();
  await ui.page.route('**/account/attention', (route) => route.fulfill({ json: { object: 'account.attention', data } }));
  await ui.page.reload();
  await region('Needs attention').waitFor();
  const links = items.map(async ({ key, title }) => {
    const item = region('Needs attention').getByRole('listitem').filter({ hasText: title });
    return [key, await item.getByRole('link').getAttribute('href')] as const;
  });
  return Object.fromEntries(await Promise.all(links));
};

it('each item that needs attention opens the list, report or setting that it is about', async () => {
  await ui.enter();
  const links = {
    billing_on_hold: '#/test/subscriptions',
    overpayments_not_refunded: '#/test/payments',
    card_testing_suspected: '#/test/payments',
    webhook_deliveries_failing: '#/test/webhook_endpoints',
    eu_threshold_exceeded: '#/test/company',
    subscriptions_past_due: '#/test/subscriptions?status=past_due',
    credit_left: '#/test/subscriptions?status=canceled',
    payment_provider_not_connected: '#/live/provider',
    billing_profile_incomplete: '#/test/company',
    reverse_charge_without_vat_number: '#/test/company',
    eu_threshold_incomplete: '#/test/reports?section=vat',
    tax_rate_missing: '#/test/tax_rates',
    e_invoices_incomplete: '#/test/company',
    webhook_endpoints_disabled: '#/test/webhook_endpoints',
  };
  expect(await linksOf(PROBLEMS)).toEqual(links);
  await region('Needs attention').getByRole('link', { name: 'Retrieve the VAT report' }).click();
  await ui.page.getByRole('heading', { level: 2, name: 'VAT by country' }).and(ui.page.locator(':focus')).waitFor();
  await ui.goTo('Home');
  const { eu_threshold_exceeded: _exceeded, tax_rate_missing: _missing, ...others } = links;
  expect(await linksOf(OTHER_PROBLEMS)).toEqual({
    ...others,
    eu_threshold_near: '#/test/company',
    eu_threshold_incomplete: '#/test/invoices',
    tax_not_set_up: '#/test/company',
  });
});

it('the item about past due subscriptions does not promise a retry, because some of these subscriptions get none', async () => {
  await ui.enter();
  await linksOf(PROBLEMS);
  await region('Needs attention').getByText('It is retried automatically, or needs another payment method.').waitFor();
});

it('the setup steps name the custom domain as optional', async () => {
  await ui.enter();
  const step = region('Get started').getByRole('link', { name: 'Use a custom domain for checkout and portal (optional)' });
  expect(await step.getAttribute('href')).toBe('docs/operating#accounts');
});
