import { proportionOf, sum } from '../amounts/money.ts';
import { vatAreaOf, vatAreaOfCountry } from './areas.ts';
import { isInEu } from './tax.ts';
import type { TaxTerms } from './terms.ts';

/**
 * Threshold of article 59c of the VAT Directive for sales of electronic services to consumers in other member states, per calendar year,
 * in cents: 10,000 EUR, and its fixed equivalents in the currencies of member states. Sales in other currencies are not counted, because
 * there are no exchange rates: `uncountedCurrencies` names them.
 */
const THRESHOLD_CENTS: Readonly<Record<string, number>> = {
  EUR: 1_000_000,
  BGN: 1_955_800,
  CZK: 25_653_000,
  DKK: 7_441_500,
  HUF: 310_000_000,
  PLN: 4_200_000,
  RON: 4_633_700,
  SEK: 9_968_000,
};

/** 100,000 EUR in percent of the threshold: up to this limit, one piece of evidence of the buyer's location is enough (article 24b). */
export const EVIDENCE_LIMIT_PERCENT = 1000;

/** The fields of an invoice that decide whether and how it is counted. */
interface CountedInvoice {
  readonly seller: { readonly countryCode: string | null };
  readonly buyer: {
    readonly countryCode: string | null;
    readonly address: { readonly postalCode: string | null } | null;
    /** A verified VAT number: the buyer is a business, whose purchases do not count. */
    readonly vatNumber: string | null;
  };
  readonly taxCountryCode?: string;
  readonly oss?: true;
  readonly currency: string;
  readonly status: string;
  readonly tax: readonly { readonly taxableCents: number; readonly taxTerms?: TaxTerms }[];
  readonly totalCents: number;
  readonly amountCreditedCents: number;
}

type SoldTo = Pick<CountedInvoice, 'buyer' | 'taxCountryCode' | 'oss'>;

const isToBusiness = ({ buyer }: Pick<SoldTo, 'buyer'>): boolean => buyer.vatNumber !== null;

/** True for a sale to a consumer in another member state that is taxed in the seller's country (tax mode `eu_home`). */
export const isTaxedAtHome = (invoice: SoldTo): boolean => {
  const { buyer, taxCountryCode } = invoice;
  if (taxCountryCode === undefined || !isInEu(taxCountryCode) || isToBusiness(invoice)) return false;
  const area = vatAreaOf({ countryCode: buyer.countryCode, postalCode: buyer.address?.postalCode ?? null });
  return isInEu(area) && area !== taxCountryCode;
};

/** True for a sale to a consumer in another member state with the VAT of that state. */
export const isTaxedAbroad = (invoice: SoldTo): boolean => invoice.oss === true && !isToBusiness(invoice);

/** The UTC year of a time in Unix seconds. */
export const yearOf = (at: number): number => new Date(at * 1000).getUTCFullYear();

/**
 * False for an export, an amount with reverse charge and, next to the VAT of the buyer's country, a sale in the seller's country. Such
 * amounts can be next to a sale that counts: as credit for unused time, after the buyer has moved or has given up a VAT number. If the sale
 * is taxed in the seller's country, credit of a sale in that country has the same terms, so it is counted.
 */
const isCounted = ({ seller, oss }: CountedInvoice, { countryCode, treatment, outsideVatArea }: TaxTerms): boolean => {
  const area = vatAreaOfCountry(countryCode);
  const isDomestic = oss === true && area === vatAreaOfCountry(seller.countryCode);
  return treatment !== 'reverse_charge' && outsideVatArea !== true && isInEu(area) && !isDomestic;
};

/**
 * The counted net sum of an invoice, after credit notes; 0 if the invoice is void or was sold to a business (earlier releases indexed
 * these, too).
 */
const netCents = (invoice: CountedInvoice): number => {
  const { status, tax, totalCents, amountCreditedCents } = invoice;
  if (status === 'void' || isToBusiness(invoice)) return 0;
  const soldCents = sum(
    tax.map(({ taxableCents, taxTerms }) => (taxTerms === undefined || isCounted(invoice, taxTerms) ? taxableCents : 0)),
  );
  // Credit from earlier invoices can pay the whole sale.
  return totalCents === 0 ? soldCents : proportionOf(soldCents, totalCents - amountCreditedCents, totalCents);
};

const PERCENT_PRECISION = 1e9;

/**
 * Adds percentages of the threshold, without the errors of binary fractions. In each currency, sales of exactly the threshold are 100
 * percent, and one cent more is above 100 percent.
 */
export const addPercents = (percents: readonly number[]): number => Math.round(sum(percents) * PERCENT_PRECISION) / PERCENT_PRECISION;

/** The net sales of these invoices in percent of the threshold. */
export const thresholdPercent = (invoices: readonly CountedInvoice[]): number =>
  addPercents(
    invoices.map((invoice) => {
      const threshold = THRESHOLD_CENTS[invoice.currency];
      return threshold === undefined ? 0 : (netCents(invoice) * 100) / threshold;
    }),
  );

/** Currencies of these invoices in which sales are not counted, sorted. */
export const uncountedCurrencies = (invoices: readonly CountedInvoice[]): readonly string[] => {
  const uncounted = invoices.filter((invoice) => !Object.hasOwn(THRESHOLD_CENTS, invoice.currency) && netCents(invoice) > 0);
  return [...new Set(uncounted.map(({ currency }) => currency))].sort();
};
