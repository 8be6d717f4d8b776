import type { Address } from '../fields.ts';
import type { Seller } from '../invoice/parties.ts';
import { isBelgianNumber, isLuhnNumber } from './check-digits.ts';
import { frenchAddress, frenchLegalId, sirenInRegistrationNumber, sirenInVatId } from './french.ts';
import { leitwegAddress } from './leitweg.ts';
import type { ModelAddress, ModelParty, SellerParty } from './model.ts';
import type { ElectronicAddress } from './settings.ts';
import type { EInvoiceDocument, EInvoiceFacts } from './types.ts';

/** A register of companies: its code in the list of identification schemes (ICD), and the numbers that belong to it. */
interface Register {
  readonly scheme: string;
  readonly form: RegExp;
  readonly isValid?: (digits: string) => boolean;
}

/**
 * Registers whose numbers are recognized, by country. Numbers of other registers are written without a scheme. For France, see
 * `sirenOfSeller`.
 */
const REGISTERS: Readonly<Record<string, readonly Register[]>> = {
  BE: [{ scheme: '0208', form: /^[01]\d{9}$/, isValid: isBelgianNumber }],
  DK: [{ scheme: '0184', form: /^\d{8}$/ }],
  NL: [{ scheme: '0106', form: /^\d{8}$/ }],
  SE: [{ scheme: '0007', form: /^\d{10}$/, isValid: isLuhnNumber }],
};

const withoutSeparators = (text: string): string => text.replaceAll(/[\s.:/-]/g, '');

/** A registration number with the code of its register (BT-30); without a code if no known register has such numbers; `null`: none. */
const legalIdOf = (registrationNumber: string | null, countryCode: string | null): ModelParty['legalId'] => {
  if (registrationNumber === null || registrationNumber.trim() === '') return null;
  const digits = withoutSeparators(registrationNumber).replace(/^KVK|^BE|^CVR/i, '');
  const register = REGISTERS[countryCode ?? '']?.find(({ form, isValid }) => form.test(digits) && (isValid?.(digits) ?? true));
  return register === undefined ? { scheme: null, value: registrationNumber.trim() } : { scheme: register.scheme, value: digits };
};

/** Every Belgian business is reachable in Peppol under its enterprise number, which is the number in its VAT id. */
const belgianAddress = (vatId: string | null): ElectronicAddress | null =>
  vatId !== null && /^BE[01]\d{9}$/.test(vatId) && isBelgianNumber(vatId.slice(2)) ? { scheme: '0208', value: vatId.slice(2) } : null;

/** The electronic address that follows from a VAT number or SIREN, in countries where every business has such an address; `null`: none. */
const directoryAddress = (vatId: string | null, siren: string | null): ElectronicAddress | null =>
  belgianAddress(vatId) ?? frenchAddress(siren);

/** SIREN of a French seller, from its registration number or otherwise from its VAT id. `null`: unknown. */
const sirenOfSeller = ({ registrationNumber, vatId, countryCode }: Seller): string | null =>
  (countryCode === 'FR' ? sirenInRegistrationNumber(registrationNumber) : null) ?? sirenInVatId(vatId);

const modelAddress = (address: Address | null, countryCode: string | null): ModelAddress => ({
  line1: address?.line1 ?? null,
  line2: address?.line2 ?? null,
  city: address?.city ?? null,
  postalCode: address?.postalCode ?? null,
  countryCode,
});

interface PartyOptions {
  /** False for a document outside the scope of tax, which must not show VAT numbers (BR-O-02). */
  readonly showsVatIds: boolean;
}

const legalIdOfSeller = (seller: Seller): ModelParty['legalId'] =>
  (seller.countryCode === 'FR' ? frenchLegalId(sirenOfSeller(seller)) : null) ?? legalIdOf(seller.registrationNumber, seller.countryCode);

export const modelSeller = ({ document: { seller }, seller: settings }: EInvoiceFacts, { showsVatIds }: PartyOptions): SellerParty => ({
  name: seller.legalName ?? seller.name,
  tradingName: seller.legalName === null || seller.legalName === seller.name ? null : seller.name,
  legalId: legalIdOfSeller(seller),
  vatId: showsVatIds ? seller.vatId : null,
  electronicAddress: settings.electronicAddress ?? directoryAddress(seller.vatId, sirenOfSeller(seller)),
  address: modelAddress(seller.address, seller.countryCode),
  contact: {
    name: settings.contactName,
    phone: settings.contactPhone ?? seller.phone,
    email: settings.contactEmail ?? seller.email,
  },
});

/**
 * The buyer's VAT number. If the buyer has none any more, that of a charge with reverse charge whose unused time is credited: its category
 * needs the number (BR-AE-02).
 */
const vatNumberOf = ({ buyer, lines }: EInvoiceDocument): string | null =>
  buyer.vatNumber ?? lines.flatMap(({ taxTerms }) => taxTerms?.vatNumber ?? [])[0] ?? null;

/**
 * The buyer. Its email address is left out, because a purge of the customer erases it and must not change the file. Exception: an email
 * address that is the electronic address of the e-invoice, which a purge keeps like the rest of the document.
 */
export const modelBuyer = ({ document, buyer: settings }: EInvoiceFacts, { showsVatIds }: PartyOptions): ModelParty => {
  const { buyer } = document;
  return {
    name: buyer.name ?? buyer.vatName,
    tradingName: buyer.name === null || buyer.vatName === buyer.name ? null : buyer.vatName,
    legalId: showsVatIds ? frenchLegalId(sirenInVatId(buyer.vatNumber)) : null,
    vatId: showsVatIds ? vatNumberOf(document) : null,
    electronicAddress:
      settings.electronicAddress ??
      leitwegAddress(settings.buyerReference, buyer.countryCode) ??
      directoryAddress(buyer.vatNumber, sirenInVatId(buyer.vatNumber)),
    address: modelAddress(buyer.address, buyer.countryCode),
  };
};
