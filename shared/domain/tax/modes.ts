import { isExcludedTerritory, type Place, vatAreaOf } from './areas.ts';
import { type TaxCategory, vatRateAt } from './rates.ts';
import { type AppliedRate, isInEu, type TaxBehavior, type TaxTreatment } from './tax.ts';

/**
 * How the rates of an account are found. `manual`: only tax rates of the account. `eu_home`: the seller's VAT for all consumers in the EU
 * (below the threshold of 10,000 EUR a year). `eu_oss`: the VAT of the buyer's country (One Stop Shop). Tax rates of the account take
 * precedence in each mode.
 */
export const TAX_MODES = ['manual', 'eu_home', 'eu_oss'] as const;
export type TaxMode = (typeof TAX_MODES)[number];
export type EuTaxMode = Exclude<TaxMode, 'manual'>;

/** Countries outside the EU whose VAT an account can charge after it has registered there. */
export const REGISTRATION_COUNTRIES = ['CH', 'GB', 'NO'] as const;
export type RegistrationCountry = (typeof REGISTRATION_COUNTRIES)[number];

/** A VAT registration outside the EU. */
export interface TaxRegistration {
  readonly country: RegistrationCountry;
  /** The seller's VAT number in that country, printed on invoices to its buyers. */
  readonly number: string;
  /** First UTC day on which the VAT is charged, `2026-01-31`. */
  readonly from: string;
}

/** Time and product category that decide the rate of a charge. The rate of this time applies, even if the charge is made later. */
export interface TaxPoint {
  /** Unix seconds. */
  readonly at: number;
  readonly category: TaxCategory;
}

/** Facts from which the EU modes decide the tax of a sale. */
export interface EuSale {
  readonly mode: EuTaxMode;
  readonly seller: Place;
  /** True when the seller has a VAT number, which a reverse-charge invoice must show. */
  readonly sellerRegistered: boolean;
  readonly registrations: readonly TaxRegistration[];
  readonly buyer: Place;
  /** Country of the buyer's verified VAT number; `null`: none. */
  readonly buyerVatCountryCode: string | null;
  readonly behavior: TaxBehavior;
  /** The account's active tax rate for the sale (`ratedCountries`); `null`: none. */
  readonly rate: AppliedRate | null;
}

/** The VAT areas of a sale. A buyer whose country is unknown is taxed like one in the seller's country. */
const areasOf = ({ seller, buyer }: Pick<EuSale, 'seller' | 'buyer'>) => {
  const home = vatAreaOf(seller);
  const area = buyer.countryCode === null ? home : vatAreaOf(buyer);
  return { home, area, isAcrossEu: isInEu(home) && isInEu(area) && home !== area };
};

/**
 * The country whose VAT a consumer pays: in the EU, the seller's or the buyer's member state; outside the EU, the buyer's country if the
 * seller is registered there. `number`: the seller's VAT number there. `null`: the consumer pays no VAT.
 */
const taxingArea = (sale: EuSale, { at }: Pick<TaxPoint, 'at'>): { readonly area: string; readonly number?: string } | null => {
  const { home, area, isAcrossEu } = areasOf(sale);
  if (home === null || area === null || !isInEu(home)) return null;
  if (isInEu(area)) return { area: isAcrossEu && sale.mode === 'eu_home' ? home : area };
  const isoTime = new Date(at * 1000).toISOString();
  const registration = sale.registrations.find(({ country, from }) => country === area && from <= isoTime);
  return registration === undefined ? null : { area, number: registration.number };
};

/**
 * The VAT area of a consumer whose location needs evidence. `null`: the buyer is a business, the seller is outside the EU, or the buyer is
 * in a territory outside the VAT area of its country (evidence shows only countries, not territories).
 */
export const consumerAreaOf = (sale: Pick<EuSale, 'seller' | 'buyer' | 'buyerVatCountryCode'>): string | null => {
  const { home, area } = areasOf(sale);
  return sale.buyerVatCountryCode === null && isInEu(home) && !isExcludedTerritory(sale.buyer) ? area : null;
};

/**
 * True when the buyer owes the VAT: the seller has a VAT number, and the buyer is in another member state and has a verified VAT number of
 * that state.
 */
export const isReverseCharge = (sale: Pick<EuSale, 'seller' | 'buyer' | 'buyerVatCountryCode' | 'sellerRegistered'>): boolean => {
  const { area, isAcrossEu } = areasOf(sale);
  return sale.sellerRegistered && isAcrossEu && sale.buyerVatCountryCode === area;
};

/**
 * Decides the tax of a charge in an EU mode. Businesses in other member states: reverse charge. Consumers in the EU: the VAT of the seller
 * (`eu_home`) or of the buyer's country (`eu_oss`). Elsewhere: VAT only where the seller is registered. A tax rate of the account replaces
 * the rate of the table. The rate at the tax point applies.
 */
export const euTreatmentOf = (sale: EuSale, point: TaxPoint): TaxTreatment => {
  const taxing = taxingArea(sale, point);
  const basisPoints = taxing === null ? null : vatRateAt(taxing.area, point.category, point.at);
  const reverseCharge = isReverseCharge(sale);
  const fromTable: AppliedRate | null =
    taxing === null || basisPoints === null
      ? null
      : {
          rateBasisPoints: basisPoints,
          displayName: null,
          ...(basisPoints === 0 ? { zeroRated: true as const } : {}),
          ...(taxing.area === sale.buyer.countryCode ? {} : { countryCode: taxing.area }),
        };
  const rate = sale.rate ?? fromTable;
  const { home, isAcrossEu } = areasOf(sale);
  const chargesBuyersVat = isAcrossEu && !reverseCharge && rate?.countryCode !== home;
  return {
    behavior: sale.behavior,
    rate,
    reverseCharge,
    ...(chargesBuyersVat ? { oss: true as const } : {}),
    ...(taxing?.number === undefined ? {} : { sellerVatNumber: taxing.number }),
  };
};

/**
 * Countries whose tax rates can apply to a sale, most specific first. In `manual`, this is only the buyer's country. In the EU modes, these
 * are:
 * 1. The buyer's country. Left out for a territory such as the Canary Islands, which is not in the VAT area of its country.
 * 2. The VAT area of the buyer, if it differs: France for Monaco.
 * 3. In `eu_home`, for a buyer in another member state: the seller's country.
 */
export const ratedCountries = ({
  mode,
  seller,
  buyer,
}: Pick<EuSale, 'seller' | 'buyer'> & { readonly mode: TaxMode }): readonly string[] => {
  if (mode === 'manual') return buyer.countryCode === null ? [] : [buyer.countryCode];
  const { home, area, isAcrossEu } = areasOf({ seller, buyer });
  const isTerritory = area === null || (isInEu(buyer.countryCode) && area !== buyer.countryCode);
  const countries = [isTerritory ? null : buyer.countryCode, area, mode === 'eu_home' && isAcrossEu ? home : null];
  return [...new Set(countries.filter((country) => country !== null))];
};
