import type { ValidVatNumber, VatCheckResult } from '../customer/vat.ts';
import { hasVatIdForm, parseVatNumber, type VatNumber, vatPrefixOf, vatPrefixProblem } from '../tax/vat-id.ts';
import type { RowFault, UploadedRow } from './rows.ts';

/** VAT numbers of imported customers. */

/** Result of the validation service (VIES) for a row's number. There is no result while the service is not available. */
export interface RowVatVerdict {
  readonly number: VatNumber;
  readonly verdict: VatCheckResult;
}

/** Parses a VAT number; `null` if the text does not have the format of its country's VAT numbers. */
const parseWellFormed = (text: string): VatNumber | null => {
  const number = parseVatNumber(text);
  return number !== null && hasVatIdForm(`${number.prefix}${number.digits}`) ? number : null;
};

/** Parses a cell. A number without a prefix gets the prefix of the row's country. `null`: not a VAT number of the EU. */
export const vatNumberOfCell = (text: string, countryCode: string | null): VatNumber | null => {
  const prefix = countryCode === null ? null : vatPrefixOf(countryCode);
  return parseWellFormed(text) ?? (prefix === null ? null : parseWellFormed(`${prefix}${text}`));
};

/** The fault of a cell that is not a VAT number of the EU. */
export const malformedVatFault = (text: string): RowFault => ({
  column: 'vat_number',
  message: vatPrefixProblem(text) ?? 'is not a VAT number of the EU, such as NL123456789B01.',
});

/** The fault of a number that the validation service does not confirm. The API does not store such numbers. */
export const vatFaultsOf = ({ vatNumber }: UploadedRow, checked: RowVatVerdict | null): readonly RowFault[] => {
  if (vatNumber === undefined || checked?.verdict.kind === 'valid') return [];
  const message =
    checked?.verdict.kind === 'invalid'
      ? 'is not known to the EU VAT validation service.'
      : 'could not be checked: the EU VAT validation service is not available. Upload the file again later.';
  return [{ column: 'vat_number', message }];
};

/** The verified number of a row without VAT faults; `null`: the row has no number. */
export const verifiedVatOf = (checked: RowVatVerdict | null): ValidVatNumber | null =>
  checked?.verdict.kind === 'valid' ? { number: checked.number, name: checked.verdict.name } : null;
