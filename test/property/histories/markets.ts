import type { Customer } from '../../../shared/domain/customer/record.ts';
import type { Buyer } from '../../../shared/domain/invoice/parties.ts';
import type { VatGroup } from '../../../shared/domain/reports/vat.ts';
import type { TaxMode } from '../../../shared/domain/tax/modes.ts';
import { START } from '../../domain/world.ts';

type BuyerFields = Pick<Customer, 'countryCode' | 'address' | 'vatNumber' | 'vatVerifiedAt'>;

const consumer = (countryCode: string, postalCode: string | null = null): BuyerFields => ({
  countryCode,
  address: postalCode === null ? null : { line1: 'Street 1', line2: null, postalCode, city: 'City' },
  vatNumber: null,
  vatVerifiedAt: null,
});

/** Buyers of a Dutch seller: at home, in another member state, in a territory outside the VAT area, and outside the EU. */
export const BUYERS = {
  dutch: consumer('NL'),
  german: consumer('DE'),
  german_business: { ...consumer('DE'), vatNumber: 'DE123456789', vatVerifiedAt: START },
  canarian: consumer('ES', '38001'),
  swiss: consumer('CH'),
  american: consumer('US'),
} satisfies Readonly<Record<string, BuyerFields>>;

export type BuyerKind = keyof typeof BUYERS;
export const BUYER_KINDS = Object.keys(BUYERS) as readonly BuyerKind[];

/** How a Dutch seller is taxed: its tax mode, and its own tax rate for the country of one of the buyers. */
export interface Market {
  readonly taxMode: TaxMode;
  /** The tax rate is for the country of this buyer. */
  readonly buyer: BuyerKind;
  /** `null`: the seller has no tax rate. */
  readonly rateBasisPoints: number | null;
}

/** Standard rates in basis points, copied from the table of the European Commission. */
const DUTCH_RATE = 2100;
const GERMAN_RATE = 1900;

type ExpectedVat = Pick<VatGroup, 'countryCode' | 'treatment' | 'rateBasisPoints'>;

/** Which of `BUYERS` is on a document. */
const kindOf = ({ countryCode, vatNumber }: Buyer): BuyerKind => {
  const kind = BUYER_KINDS.find((each) => BUYERS[each].countryCode === countryCode && BUYERS[each].vatNumber === vatNumber);
  if (kind === undefined) throw new Error(`Unknown buyer in ${countryCode}.`);
  return kind;
};

/** The expected VAT of a charge to the buyer `charged`. */
export const expectedVat = ({ taxMode, buyer, rateBasisPoints }: Market, charged: Buyer): ExpectedVat => {
  const kind = kindOf(charged);
  const { countryCode } = BUYERS[kind];
  if (kind === 'german_business') return { countryCode, treatment: 'reverse_charge', rateBasisPoints: 0 };
  const isInEu = kind === 'dutch' || kind === 'german';
  const ratedCountry = BUYERS[buyer].countryCode;
  // In the tax modes `eu_home` and `eu_oss`, a rate for Spain does not apply in the Canary Islands. A rate for the seller's country applies
  // to sales that are taxed in that country.
  const isRated = countryCode === ratedCountry && (taxMode === 'manual' || kind !== 'canarian');
  const isRatedAtHome = taxMode === 'eu_home' && kind === 'german' && ratedCountry === 'NL';
  if (rateBasisPoints !== null && (isRated || isRatedAtHome)) {
    const taxedIn = isRatedAtHome ? 'NL' : countryCode;
    if (rateBasisPoints > 0) return { countryCode: taxedIn, treatment: 'taxed', rateBasisPoints };
    return { countryCode: taxedIn, treatment: isInEu ? 'zero_rated' : 'export', rateBasisPoints: 0 };
  }
  if (!isInEu) return { countryCode, treatment: 'export', rateBasisPoints: 0 };
  if (taxMode === 'manual') return { countryCode, treatment: 'untaxed', rateBasisPoints: 0 };
  const isTaxedAtHome = kind === 'dutch' || taxMode === 'eu_home';
  return { countryCode: isTaxedAtHome ? 'NL' : countryCode, treatment: 'taxed', rateBasisPoints: isTaxedAtHome ? DUTCH_RATE : GERMAN_RATE };
};
