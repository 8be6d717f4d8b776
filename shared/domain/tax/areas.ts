import { isInEu } from './tax.ts';

/** Countries that belong to the VAT area of another country: Monaco, the Isle of Man and Liechtenstein. */
const JOINED_COUNTRIES: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB', LI: 'CH' };

/** Postal codes of territories that are outside the VAT area of their country. `area`: the VAT area that they belong to; `null`: none. */
const TERRITORIES: Readonly<Record<string, readonly { readonly postalCodes: RegExp; readonly area: string | null }[]>> = {
  // Heligoland; Büsingen, which belongs to the VAT area of Switzerland.
  DE: [
    { postalCodes: /^27498$/, area: null },
    { postalCodes: /^78266$/, area: 'CH' },
  ],
  // Canary Islands (35, 38), Ceuta (51), Melilla (52).
  ES: [{ postalCodes: /^(35|38|51|52)\d{3}$/, area: null }],
  // Åland.
  FI: [{ postalCodes: /^22\d{3}$/, area: null }],
  // Overseas departments and territories, without Monaco (980).
  FR: [{ postalCodes: /^(97\d|98[4678])\d{2}$/, area: null }],
  // Mount Athos.
  GR: [{ postalCodes: /^6308[67]$/, area: null }],
  // Livigno, Campione d'Italia.
  IT: [{ postalCodes: /^(23041|22061)$/, area: null }],
  // Svalbard, Jan Mayen.
  NO: [{ postalCodes: /^(917\d|8099)$/, area: null }],
};

/** A place of a seller or buyer. `null`: unknown. */
export interface Place {
  readonly countryCode: string | null;
  readonly postalCode: string | null;
}

const digitsOf = (postalCode: string | null): string => (postalCode ?? '').replaceAll(/\D/g, '');

/**
 * The country whose VAT applies at a place; `null`: unknown, or a territory that belongs to no VAT area. Each country is a VAT area, except
 * the countries in `JOINED_COUNTRIES`. Northern Ireland (`GB`) counts as the United Kingdom, since services are sold, not goods.
 */
export const vatAreaOf = ({ countryCode, postalCode }: Place): string | null => {
  if (countryCode === null) return null;
  const digits = digitsOf(postalCode);
  const territory = TERRITORIES[countryCode]?.find(({ postalCodes }) => postalCodes.test(digits));
  return territory === undefined ? (JOINED_COUNTRIES[countryCode] ?? countryCode) : territory.area;
};

/** The VAT area of a country without its excluded territories. */
export const vatAreaOfCountry = (countryCode: string | null): string | null => vatAreaOf({ countryCode, postalCode: null });

/** True for a place in the VAT area of the EU: in a member state (except its excluded territories) or in Monaco. */
export const isInVatAreaOfEu = (place: Place): boolean => isInEu(vatAreaOf(place));

/** True for a territory of a member state that is outside the VAT area of the EU. */
export const isExcludedTerritory = (place: Place): boolean => isInEu(place.countryCode) && !isInVatAreaOfEu(place);

/** The place of a sale. `outsideVatArea`: the buyer is in an excluded territory of the country. */
interface SoldTo {
  readonly countryCode: string | null;
  readonly outsideVatArea?: true;
}

/** True for a sale to another VAT area, unless both are in the EU. False if a country is unknown. */
export const isSoldAbroad = (sellerCountryCode: string | null, { countryCode, outsideVatArea }: SoldTo): boolean => {
  const seller = vatAreaOfCountry(sellerCountryCode);
  const buyer = vatAreaOfCountry(countryCode);
  if (isInEu(seller) && outsideVatArea === true) return true;
  return seller !== null && buyer !== null && seller !== buyer && !(isInEu(seller) && isInEu(buyer));
};
