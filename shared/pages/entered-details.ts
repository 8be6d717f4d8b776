import * as v from 'valibot';
import * as fields from '../api/fields.ts';
import { COUNTRY_CODES } from '../domain/countries.ts';
import { NAME_MAX_LENGTH } from '../domain/limits.ts';
import type { BuyerDetails } from '../domain/payable/buyer-details.ts';
import type { Mode } from '../domain/tenant.ts';
import { lookUpVatNumber } from '../flows/customers/vat-lookup.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { type Entered, type FieldName, hasDetails, type Problem } from './buyer-fields.ts';
import type { PageData } from './page-data.ts';

/** Reads the buyer's details from the forms on the page of an open checkout. */

const FORM_FIELDS: readonly FieldName[] = ['method', 'code', 'email', 'name', 'country', 'vat_number', 'confirmed_country'];

/** The non-empty values of a form, trimmed. */
export const enteredIn = (form: URLSearchParams): Entered =>
  Object.fromEntries(
    FORM_FIELDS.flatMap((name) => {
      const value = form.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );

const DETAIL_FIELDS = {
  email: v.optional(fields.email),
  name: v.optional(fields.printed(1, NAME_MAX_LENGTH)),
  country: v.optional(v.picklist(COUNTRY_CODES)),
};
type DetailField = keyof typeof DETAIL_FIELDS;

const detailProblem = (field: DetailField, { texts }: PageLocale): Problem => {
  const messages = { email: texts.emailWrong, name: texts.nameTooLong, country: texts.countryWrong };
  return { message: messages[field], field };
};

/** The details in the form, or the name of the invalid field. */
const detailsIn = (entered: Entered): Omit<BuyerDetails, 'vat'> | DetailField => {
  const parsed = v.safeParse(v.object(DETAIL_FIELDS), { email: entered.email, name: entered.name, country: entered.country });
  if (!parsed.success) return v.getDotPath(parsed.issues[0]) as DetailField;
  const { email = null, name = null, country = null } = parsed.output;
  return { email, name, countryCode: country };
};

/** Looks up the entered VAT number. Returns a valid number, or the problem of an invalid number; `null`: no number was entered. */
const lookUpEnteredVat = async (
  { vat_number: text }: Entered,
  { view, locale: { texts } }: PageData,
  mode: Mode,
): Promise<BuyerDetails['vat'] | Problem> => {
  if (text === undefined || !view.missingDetails.vat) return null;
  const invalid: Problem = { message: texts.vatWrong, field: 'vat_number' };
  const lookup = await lookUpVatNumber(mode, text);
  if (lookup.kind === 'unavailable') return { message: texts.vatLater, field: 'vat_number' };
  if (lookup.kind === 'unreadable' || lookup.verdict.kind === 'invalid') return invalid;
  return { number: lookup.number, name: lookup.verdict.name };
};

/** Validates the entered details, with the VAT number at its registry. `null`: nothing was entered. */
export const readDetails = async (entered: Entered, pageData: PageData, mode: Mode): Promise<BuyerDetails | Problem | null> => {
  if (!hasDetails(entered)) return null;
  const details = detailsIn(entered);
  if (typeof details === 'string') return detailProblem(details, pageData.locale);
  const vat = await lookUpEnteredVat(entered, pageData, mode);
  return vat !== null && 'message' in vat ? vat : { ...details, vat };
};
