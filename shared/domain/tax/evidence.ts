import { isExcludedTerritory, type Place, vatAreaOf } from './areas.ts';
import { isInEu } from './tax.ts';

/**
 * Evidence of the location of a consumer (Implementing Regulation 282/2011, articles 24b and 24f), stored with the payment of a
 * sale. Countries are ISO 3166-1 alpha-2 codes. The billing country is on the invoice.
 */
export interface LocationEvidence {
  /** Country of the buyer's IP address at the checkout; `null`: unknown. */
  readonly ipCountryCode: string | null;
  /** Country of the card or bank account, as the payment provider reports it; `null`: not reported. */
  readonly paymentCountryCode: string | null;
  /** Billing country that the buyer confirmed at the checkout; `null`: none. */
  readonly confirmedCountryCode: string | null;
}

/** Evidence of the buyer's location from the checkout of a subscription. The subscription's renewals use it, too. */
export type CheckoutLocation = Omit<LocationEvidence, 'paymentCountryCode'>;

/** Pieces of evidence of a location. The buyer states `billing`; `ip` and `payment` do not come from the buyer. */
export const EVIDENCE_PIECES = ['billing', 'ip', 'payment'] as const;
export type EvidencePiece = (typeof EVIDENCE_PIECES)[number];

/**
 * `sufficient`: enough pieces match the country of the sale. `insufficient`: too few pieces match, and none names another country.
 * `contradicted`: too few pieces match, and at least one names another country.
 */
export const EVIDENCE_STATES = ['sufficient', 'insufficient', 'contradicted'] as const;
export type EvidenceState = (typeof EVIDENCE_STATES)[number];

/** The pieces of evidence of a sale, and the VAT area in which the buyer is taken to be. */
export interface EvidencedSale {
  readonly area: string;
  readonly countryCodes: Readonly<Record<EvidencePiece, string | null>>;
}

export interface EvidenceJudgment {
  readonly state: EvidenceState;
  readonly matching: readonly EvidencePiece[];
  readonly contradicting: readonly EvidencePiece[];
}

/**
 * True if a country belongs to a VAT area, as Monaco belongs to France. Any country outside the EU matches any area outside the EU,
 * because no VAT of the EU is due in either.
 */
const isSameArea = (area: string, countryCode: string | null): boolean => {
  const other = vatAreaOf({ countryCode, postalCode: null });
  return other === area || (!isInEu(area) && !isInEu(other));
};

/** The pieces that match and contradict the area of a sale. */
const comparedPieces = ({ area, countryCodes }: EvidencedSale): Omit<EvidenceJudgment, 'state'> => {
  const known = EVIDENCE_PIECES.filter((piece) => countryCodes[piece] !== null);
  const matches = (piece: EvidencePiece): boolean => isSameArea(area, countryCodes[piece]);
  return { matching: known.filter(matches), contradicting: known.filter((piece) => !matches(piece)) };
};

/**
 * Judges the evidence of a sale. Two matching pieces suffice. `isBelowLimit` (the seller's cross-border sales are at most 100,000 EUR a
 * year): one piece that does not come from the buyer suffices.
 */
export const judgeEvidence = (sale: EvidencedSale, isBelowLimit: boolean): EvidenceJudgment => {
  const pieces = comparedPieces(sale);
  const isSufficient = pieces.matching.length >= 2 || (isBelowLimit && pieces.matching.some((piece) => piece !== 'billing'));
  const state = isSufficient ? 'sufficient' : pieces.contradicting.length > 0 ? 'contradicted' : 'insufficient';
  return { state, ...pieces };
};

/** True when the state depends on whether the seller is below the limit of 100,000 EUR a year. */
export const dependsOnLimit = (sale: EvidencedSale): boolean => judgeEvidence(sale, true).state !== judgeEvidence(sale, false).state;

/** The parties of an invoice, as far as they decide the location of the buyer. */
interface LocatedInvoice {
  readonly seller: LocatedParty;
  readonly buyer: LocatedParty;
}

interface LocatedParty {
  readonly countryCode: string | null;
  readonly address: { readonly postalCode: string | null } | null;
}

const placeOf = ({ countryCode, address }: LocatedParty): Place => ({ countryCode, postalCode: address?.postalCode ?? null });

/**
 * The evidence of an invoiced sale; `null`: no country is known, or the buyer is in a territory of a member state that is outside the VAT
 * area of the EU. A country code is no evidence of such a territory. A buyer whose country is unknown is taxed like one in the seller's
 * country. A billing country always matches: it decides the area, together with the postal code.
 */
export const evidencedSaleOf = ({ seller, buyer }: LocatedInvoice, location: LocationEvidence): EvidencedSale | null => {
  const place = placeOf(buyer.countryCode === null ? seller : buyer);
  const area = vatAreaOf(place);
  if (area === null || isExcludedTerritory(place)) return null;
  const { ipCountryCode: ip, paymentCountryCode: payment } = location;
  return { area, countryCodes: { billing: buyer.countryCode, ip, payment } };
};

/**
 * True when the IP address is in another VAT area than the buyer's billing country, and one of them is in the EU. `area`: the VAT area of
 * the billing country.
 */
export const contradictsIp = (area: string, ipCountryCode: string | null): boolean =>
  ipCountryCode !== null && !isSameArea(area, ipCountryCode);

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/;

/** The country of a bank account; `null`: the text is no IBAN, such as the account of a PayPal user. */
export const countryOfAccount = (account: string | null): string | null => {
  const compact = (account ?? '').replaceAll(' ', '').toUpperCase();
  return IBAN.test(compact) ? compact.slice(0, 2) : null;
};
