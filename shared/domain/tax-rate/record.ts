import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** What buyers of one country are taxed at. Country and rate never change: another rate is another object. */
export interface TaxRate extends BaseRecord {
  /** Two capital letters. */
  readonly countryCode: string;
  /** Hundredths of a percent, 0 to 10000. */
  readonly rateBasisPoints: number;
  /** What invoices call it. */
  readonly displayName: string | null;
  readonly active: boolean;
}

export const viewTaxRate = (rate: TaxRate, tenant: Tenant) => ({
  id: rate.id,
  object: 'tax_rate' as const,
  created: rate.created,
  livemode: livemode(tenant),
  country_code: rate.countryCode,
  rate_basis_points: rate.rateBasisPoints,
  display_name: rate.displayName,
  active: rate.active,
});
type TaxRateView = ReturnType<typeof viewTaxRate>;

export const taxRateAggregate: Aggregate<TaxRate, TaxRateView> = { type: 'tax_rate', prefix: 'txr_', view: viewTaxRate };

/** The claim by which a country has one active rate; its owner is the rate's id. */
export const countryClaim = (countryCode: string): string => `tax_rate_country#${countryCode}`;
