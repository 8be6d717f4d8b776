import type { VatCheckResult } from '../../domain/customer/vat.ts';
import { parseVatNumber, type VatNumber } from '../../domain/tax/vat-id.ts';
import type { Mode } from '../../domain/tenant.ts';
import { vatRegistry } from '../../runtime/services.ts';

/** Result of a look-up. `unreadable`: the text is not an EU VAT number; `unavailable`: the registry (VIES) does not respond. */
export type LookedUpVatNumber =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'checked'; readonly number: VatNumber; readonly verdict: VatCheckResult };

/** Parses the number and checks it at the registry of this mode; an unreadable number is not sent. */
export const lookUpVatNumber = async (mode: Mode, text: string): Promise<LookedUpVatNumber> => {
  const number = parseVatNumber(text);
  if (number === null) return { kind: 'unreadable' };
  const verdict = await (await vatRegistry(mode)).check(number.prefix, number.digits);
  return verdict.kind === 'unavailable' ? verdict : { kind: 'checked', number, verdict };
};
