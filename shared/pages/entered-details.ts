import * as v from 'valibot';
import { BuyerEInvoicingParams, ElectronicAddressParams } from '../api/objects/e-invoicing.ts';
import * as fields from '../api/schemas/fields.ts';
import { COUNTRY_CODES } from '../domain/countries.ts';
import { parsePeppolId } from '../domain/e-invoice/settings.ts';
import { NAME_MAX_LENGTH } from '../domain/limits.ts';
import type { BuyerDetails } from '../domain/payable/buyer-details.ts';
import type { Mode } from '../domain/tenant.ts';
import { lookUpVatNumber } from '../flows/customers/vat-lookup.ts';
import { languageOfBrowser, type PageLocale } from '../locales/pages/locale.ts';
import type { Problem } from './buyer-fields.ts';
import { DETAILS, type Entered, type FieldName, hasDetails } from './entered.ts';
import type { PageData } from './page-data.ts';

/** Reads the buyer's details from the forms on the page of an open checkout. */

const FORM_FIELDS: readonly FieldName[] = ['method', 'code', 'immediate_service', 'confirmed_country', ...DETAILS];

/** The non-empty values of a form, trimmed. */
export const enteredIn = (form: URLSearchParams): Entered =>
  Object.fromEntries(
    FORM_FIELDS.flatMap((name) => {
      const value = form.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );

/** Schemas by form field; without the VAT number. */
const DETAIL_FIELDS = {
  email: v.optional(fields.email),
  name: v.optional(fields.printed(1, NAME_MAX_LENGTH)),
  country: v.optional(v.picklist(COUNTRY_CODES)),
  line1: fields.address.entries.line1,
  postal_code: fields.address.entries.postal_code,
  city: fields.address.entries.city,
  buyer_reference: BuyerEInvoicingParams.entries.buyer_reference,
  electronic_address: v.optional(ElectronicAddressParams),
};
type DetailField = keyof typeof DETAIL_FIELDS;

const detailProblem = (field: DetailField, { texts }: PageLocale): Problem => {
  const messages: Readonly<Partial<Record<DetailField, string>>> = {
    email: texts.emailWrong,
    name: texts.nameTooLong,
    country: texts.countryWrong,
    electronic_address: texts.peppolIdWrong,
  };
  return { message: messages[field] ?? texts.entryWrong, field };
};

interface ParsedDetails {
  /** `null`: a field is invalid. */
  readonly details: Omit<BuyerDetails, 'vat' | 'language'> | null;
  /** The invalid fields. */
  readonly wrong: readonly DetailField[];
}

/** The details in the form, without the VAT number. */
const detailsIn = (entered: Entered): ParsedDetails => {
  const { method: _method, code: _code, vat_number: _vat, electronic_address: peppolId, ...texts } = entered;
  const parsed = v.safeParse(v.object(DETAIL_FIELDS), {
    ...texts,
    ...(peppolId === undefined ? {} : { electronic_address: parsePeppolId(peppolId) }),
  });
  // The first key of an issue's path is the form field: an issue in a part of the electronic address has `electronic_address` there.
  if (!parsed.success) return { details: null, wrong: [...new Set(parsed.issues.map(({ path }) => path?.[0]?.key as DetailField))] };
  const { email = null, name = null, country = null, line1, postal_code: postalCode, city, ...eInvoicing } = parsed.output;
  const details = {
    email,
    name,
    countryCode: country,
    address: line1 === null && postalCode === null && city === null ? null : { line1, line2: null, postalCode, city },
    buyerReference: eInvoicing.buyer_reference,
    electronicAddress: eInvoicing.electronic_address ?? null,
  };
  return { details, wrong: [] };
};

/**
 * Looks up the entered VAT number. Returns a valid number, or the problem if the number is invalid or cannot be looked up. `null`: no
 * number was entered, or the page does not ask for one.
 */
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

/** The first problem, with the other problems in `further`; `null`: there are none. */
const asOneProblem = ([first, ...further]: readonly Problem[]): Problem | null => {
  if (first === undefined) return null;
  return further.length === 0 ? first : { ...first, further };
};

const isProblem = (result: BuyerDetails['vat'] | Problem): result is Problem => result !== null && 'message' in result;

/**
 * Validates the entered details; the VAT number is looked up in the registry. `null`: nothing was entered. `acceptLanguage`: the
 * `Accept-Language` header.
 */
export const validateDetails = async (
  entered: Entered,
  pageData: PageData,
  { mode, acceptLanguage }: { readonly mode: Mode; readonly acceptLanguage: string | undefined },
): Promise<BuyerDetails | Problem | null> => {
  if (!hasDetails(entered)) return null;
  const { details, wrong } = detailsIn(entered);
  const vat = await lookUpEnteredVat(entered, pageData, mode);
  const problems = wrong.map((field) => detailProblem(field, pageData.locale));
  if (details === null || isProblem(vat)) return asOneProblem(isProblem(vat) ? [...problems, vat] : problems);
  return { ...details, vat, language: languageOfBrowser(acceptLanguage)?.locale ?? null };
};

/**
 * The language of the browser as the only detail, for a buyer who enters none: emails are in the language of the page. `null`: the
 * customer's language is known, or the browser names none.
 */
export const languageDetail = ({ view }: PageData, acceptLanguage: string | undefined): BuyerDetails | null => {
  const language = languageOfBrowser(acceptLanguage)?.locale ?? null;
  if (view.language !== null || language === null) return null;
  const none = { email: null, name: null, countryCode: null, address: null, buyerReference: null, electronicAddress: null, vat: null };
  return { ...none, language };
};
