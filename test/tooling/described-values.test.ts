import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { activationOf } from '../../shared/domain/account/activation.ts';
import { attentionOf } from '../../shared/domain/account/attention.ts';
import { loadUsageAmounts } from '../../shared/flows/accounts/facts.ts';
import { memoryFixture } from '../store/support.ts';

const { paths } = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'shared/api/openapi.generated.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly get: { readonly description: string } }>>;
};
/** The values in backticks of the description of a GET operation. */
const describedIn = (path: string): readonly string[] =>
  [...(paths[path]?.get.description ?? '').matchAll(/`([a-z_]+)`/g)].map(([, value]) => String(value));

const EVERYTHING_IS_WRONG = {
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
  isEuThresholdSummed: true,
  taxNotSetUp: true,
  eInvoices: { documents: 1, missing: [{ field: 'billing_profile.vat_id', rule: 'BR-S-02', message: 'Add your VAT number.' }] },
  cardTestingSuspected: true,
  providerConnected: false,
  billingProfileComplete: false,
};
const NOTHING_IS_DONE = {
  hasProduct: false,
  hasPrice: false,
  hasWebhook: false,
  hasTestPayment: false,
  providerConnected: false,
  billingProfileComplete: false,
  domainVerified: false,
};

describe('the description of an operation contains the key', () => {
  it('of every problem that needs attention', () => {
    // `tax_not_set_up` is listed only without `untaxedCountries`.
    const facts = [EVERYTHING_IS_WRONG, { ...EVERYTHING_IS_WRONG, untaxedCountries: [] }];
    const keys = facts.flatMap((each) => attentionOf(each).map(({ key }) => key));
    expect(new Set(keys).size).toBe(15);
    expect(describedIn('/v1/account/attention')).toEqual(expect.arrayContaining(keys));
  });

  it('of every step of the activation checklist', () => {
    const keys = activationOf(NOTHING_IS_DONE).steps.map(({ key }) => key);
    expect(describedIn('/v1/account/activation')).toEqual(expect.arrayContaining(keys));
  });

  it('of every usage amount', async () => {
    const { store, tenant } = memoryFixture();
    const keys = (await loadUsageAmounts(store, tenant())).map(({ key }) => key);
    expect(describedIn('/v1/account/billing')).toEqual(expect.arrayContaining(keys));
  });
});
