import { describe, expect, it } from 'vitest';
import { type AttentionFacts, attentionOf } from '../../../shared/domain/account/attention.ts';

import { NO_PROBLEMS } from './no-problems.ts';

describe('the attention items', () => {
  const endpoints = '/v1/webhook_endpoints';
  const profile = '/v1/tenant/billing_profile';
  it.each<readonly [Partial<AttentionFacts>, string, string, number | null, string, string]>([
    [{ failingEndpoints: 2 }, 'webhook_deliveries_failing', 'bad', 2, '2 webhook endpoints failing', endpoints],
    [{ billingHolds: 1 }, 'billing_on_hold', 'bad', 1, '1 subscription not renewed', '/v1/subscriptions'],
    [{ owedRefunds: 2 }, 'overpayments_not_refunded', 'bad', 2, '2 owed refunds not made', '/v1/payments'],
    [{ pastDueSubscriptions: 3 }, 'subscriptions_past_due', 'warn', 3, '3 subscriptions past due', '/v1/subscriptions?status=past_due'],
    [{ creditsLeft: 2 }, 'credit_left', 'warn', 2, '2 canceled subscriptions with credit left', '/v1/subscriptions?status=canceled'],
    [{ cardTestingSuspected: true }, 'card_testing_suspected', 'bad', null, 'Card testing suspected', '/v1/payments'],
    [
      { providerConnected: false },
      'payment_provider_not_connected',
      'warn',
      null,
      'No payment provider connected in live mode',
      '/v1/tenant/provider_credential',
    ],
    [{ billingProfileComplete: false }, 'billing_profile_incomplete', 'warn', null, 'Billing profile incomplete', profile],
    [
      { customersWithoutReverseCharge: 2 },
      'reverse_charge_without_vat_number',
      'warn',
      2,
      '2 customers charged tax because your VAT number is missing',
      profile,
    ],
    [
      { uncountedCurrencies: ['GBP', 'USD'] },
      'eu_threshold_incomplete',
      'warn',
      null,
      'Sales in GBP and USD not counted towards the EU threshold',
      '/v1/invoices',
    ],
    [{ taxNotSetUp: true }, 'tax_not_set_up', 'info', null, 'Tax not set up', profile],
    [{ disabledEndpoints: 1 }, 'webhook_endpoints_disabled', 'info', 1, '1 webhook endpoint disabled', endpoints],
  ])('[ACC-06] [ACC-07] [ACC-08] for %o contain only %s', (facts, key, severity, count, title, href) => {
    const text = expect.stringMatching(/./);
    expect(attentionOf({ ...NO_PROBLEMS, ...facts })).toEqual([{ key, severity, title, body: text, cta: text, href, count }]);
  });

  it('are none if there are no problems, and are otherwise sorted by severity', () => {
    expect(attentionOf(NO_PROBLEMS)).toEqual([]);
    const all = attentionOf({
      ...NO_PROBLEMS,
      failingEndpoints: 1,
      disabledEndpoints: 1,
      pastDueSubscriptions: 1,
      providerConnected: false,
    });
    expect(all.map(({ severity }) => severity)).toEqual(['bad', 'warn', 'warn', 'info']);
  });

  it('include `tax_rate_missing` instead of `tax_not_set_up` if both apply', () => {
    const items = attentionOf({ ...NO_PROBLEMS, taxNotSetUp: true, untaxedCountries: ['DE'] });
    expect(items.map(({ key }) => key)).toEqual(['tax_rate_missing']);
  });

  it('name the billing profile fields that are missing for e-invoices', () => {
    const missing = [
      { field: 'billing_profile.vat_id', rule: 'BR-S-02', message: 'Add your VAT number.' },
      { field: 'billing_profile.e_invoicing.contact.name', rule: 'BR-DE-5', message: 'Add the name of a contact.' },
    ];
    expect(attentionOf({ ...NO_PROBLEMS, eInvoices: { documents: 2, missing } })).toEqual([
      {
        key: 'e_invoices_incomplete',
        severity: 'warn',
        title: '2 e-invoices incomplete',
        body: 'The billing profile lacks `vat_id` (Add your VAT number.) and `e_invoicing.contact.name` (Add the name of a contact.). Once it is complete, the files can be downloaded.',
        cta: 'Complete the billing profile',
        href: profile,
        count: 2,
      },
    ]);
  });

  it('show "or more" at the maximum count', () => {
    const [single, maximum] = [1, 100].map((pastDueSubscriptions) => attentionOf({ ...NO_PROBLEMS, pastDueSubscriptions })[0]?.title);
    expect([single, maximum]).toEqual(['1 subscription past due', '100 or more subscriptions past due']);
  });
});

describe('an incomplete sum of sales for the EU threshold', () => {
  it('is reported, even if the sum is below the threshold', () => {
    const items = attentionOf({ ...NO_PROBLEMS, euThresholdPercent: 41, isEuThresholdSummed: false });
    expect(items.map(({ key, title }) => [key, title])).toEqual([
      ['eu_threshold_incomplete', 'Too many sales to compare with the EU threshold'],
    ]);
  });
});
