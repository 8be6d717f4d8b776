import type { Address } from '../domain/fields.ts';
import type { Buyer, Seller } from '../domain/invoice/parties.ts';
import type { DocumentTexts } from '../locales/documents.ts';
import type { DocumentFormatters } from './formats.ts';
import type { Party } from './model.ts';

const nonEmpty = (lines: readonly (string | null)[]): readonly string[] =>
  lines.filter((line) => line !== null && line.trim() !== '') as string[];

const addressLines = (address: Address | null, countryCode: string | null, { country }: DocumentFormatters): readonly (string | null)[] => [
  address?.line1 ?? null,
  address?.line2 ?? null,
  nonEmpty([address?.postalCode ?? null, address?.city ?? null]).join(' '),
  countryCode === null ? null : country(countryCode),
];

/** The seller as invoicing law requires: name, address, VAT id, registration number and contact. */
export const sellerParty = (seller: Seller, texts: DocumentTexts, formats: DocumentFormatters): Party => ({
  heading: texts.seller,
  lines: nonEmpty([
    seller.legalName ?? seller.name,
    ...addressLines(seller.address, seller.countryCode, formats),
    seller.vatId === null ? null : texts.vatId(seller.vatId),
    seller.registrationNumber === null ? null : texts.registrationNumber(seller.registrationNumber),
    seller.email,
    seller.phone,
  ]),
});

/**
 * The buyer without the email address, which a purge could not remove from a document. If the buyer has no name, shows the name that is
 * registered for the VAT number, or else the customer's id (`id`).
 */
export const buyerParty = (buyer: Buyer, id: string, texts: DocumentTexts, formats: DocumentFormatters): Party => ({
  heading: texts.buyer,
  lines: nonEmpty([
    buyer.name ?? buyer.vatName ?? id,
    buyer.name === null || buyer.vatName === buyer.name ? null : buyer.vatName,
    ...addressLines(buyer.address, buyer.countryCode, formats),
    buyer.vatNumber === null ? null : texts.vatId(buyer.vatNumber),
  ]),
});
