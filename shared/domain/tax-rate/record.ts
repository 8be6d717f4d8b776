import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** Tax rate for buyers of one country. Country and rate never change. */
export interface TaxRate extends BaseRecord {
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  /** Hundredths of a percent, 0 to 10000. */
  readonly rateBasisPoints: number;
  /** Name on invoices. */
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

/** Name of the claim that makes a rate the only active rate of its country. Owner of the claim: the rate's id. */
export const countryClaim = (countryCode: string): string => `tax_rate_country#${countryCode}`;
