import { requestedBusinessFields } from '../domain/e-invoice/requested-fields.ts';
import {
  ADDRESS_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  POSTAL_CODE_MAX_LENGTH,
  REFERENCE_MAX_LENGTH,
  VAT_NUMBER_MAX_LENGTH,
} from '../domain/limits.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { type Html, html } from '../platform/html.ts';
import { countriesIn, countryName } from './country-names.ts';
import { type Entered, type FieldName, hasDetails } from './entered.ts';
import type { PageData } from './page-data.ts';

/** Why the submitted form was rejected. `field`: the invalid field; `null`: the problem is not about a field. */
export interface Problem {
  readonly message: string;
  readonly field: FieldName | null;
  /** Problems of other fields; absent: none. */
  readonly further?: readonly Problem[];
}

/** The problem, followed by its `further` problems. */
export const allProblems = (problem: Problem | null): readonly Problem[] => (problem === null ? [] : [problem, ...(problem.further ?? [])]);

const problemOf = (name: FieldName, problem: Problem | null): Problem | null =>
  allProblems(problem).find(({ field }) => field === name) ?? null;

/**
 * A checkbox to confirm the country of residence, for buyers with an IP address in another country than the billing address. After the
 * confirmation, the checkbox is replaced by a hidden field with the confirmed country. `null`: no confirmation was requested.
 */
export const countryConfirmation = (
  { view: { countryCode }, locale: { texts, tag } }: PageData,
  problem: Problem | null,
  { confirmed_country: confirmed }: Entered,
): Html | null => {
  const isRequested = problem?.field === 'confirmed_country' && countryCode !== null;
  if (!isRequested) return confirmed === undefined ? null : html`<input type="hidden" name="confirmed_country" value="${confirmed}">\n`;
  return html`<p class="mistake" id="confirmed_country-mistake">${problem.message}</p>
<div class="choice">
<input type="checkbox" name="confirmed_country" id="confirmed_country" value="${countryCode}" aria-invalid="true" aria-describedby="confirmed_country-mistake">
<label for="confirmed_country">${texts.confirmCountry(countryName(countryCode, tag))}</label>
</div>
`;
};

interface Field {
  readonly name: 'name' | 'email' | 'country';
  readonly label: string;
  readonly control: (attributes: Html | null) => Html;
}

const input = (name: string, type: string, maxLength: number, value: string, attributes: Html | null): Html =>
  html`<input id="${name}" name="${name}" type="${type}" maxlength="${maxLength}" autocomplete="${name}" value="${value}"${attributes}>`;

const countrySelect = (selected: string, isRequired: boolean, { texts, tag: locale }: PageLocale, attributes: Html | null): Html =>
  html`<select id="country" name="country" autocomplete="country"${isRequired ? html` required` : null}${attributes}>
<option value="">${texts.chooseCountry}</option>
${countriesIn(locale).map(
  ({ code, name }) => html`<option value="${code}"${code === selected ? html` selected` : null}>${name}</option>`,
)}</select>`;

/**
 * The country that the form selects: the entered country or, if there is none and the tax depends on the country (`awaitsTax`), the country
 * of the browser's language.
 */
const selectedCountry = ({ view: { awaitsTax }, browserCountry }: PageData, { country }: Entered): string | undefined =>
  country ?? (awaitsTax ? browserCountry : undefined);

const fieldsOf = (pageData: PageData, entered: Entered): readonly Field[] => {
  const { view, locale } = pageData;
  const { missingDetails, awaitsTax, requiresCountry } = view;
  const { texts } = locale;
  const all: readonly (Field & { readonly isMissing: boolean })[] = [
    {
      name: 'email',
      label: texts.email,
      isMissing: missingDetails.email,
      control: (attributes) => input('email', 'email', EMAIL_MAX_LENGTH, entered.email ?? '', attributes),
    },
    {
      name: 'name',
      label: texts.name,
      isMissing: missingDetails.name,
      control: (attributes) => input('name', 'text', NAME_MAX_LENGTH, entered.name ?? '', attributes),
    },
    {
      name: 'country',
      label: texts.country,
      isMissing: missingDetails.countryCode,
      control: (attributes) => countrySelect(selectedCountry(pageData, entered) ?? '', awaitsTax || requiresCountry, locale, attributes),
    },
  ];
  return all.filter(({ isMissing }) => isMissing);
};

/** The message of an invalid field, and the attributes that link the field's control to the message; both `null` if the field is valid. */
const mistakeOf = (name: FieldName, problem: Problem | null): { readonly message: Html | null; readonly attributes: Html | null } => {
  const ownProblem = problemOf(name, problem);
  if (ownProblem === null) return { message: null, attributes: null };
  return {
    message: html`<p class="mistake" id="${name}-mistake">${ownProblem.message}</p>\n`,
    attributes: html` aria-invalid="true" aria-describedby="${name}-mistake"`,
  };
};

const fieldMarkup = ({ name, label, control }: Field, problem: Problem | null): Html => {
  const { message, attributes } = mistakeOf(name, problem);
  return html`<div class="field">
<label for="${name}">${label}</label>
${message}${control(attributes)}
</div>
`;
};

/** A field of the section for businesses. */
interface BusinessField {
  readonly name: 'vat_number' | 'line1' | 'postal_code' | 'city' | 'buyer_reference' | 'electronic_address';
  readonly label: string;
  readonly maxLength: number;
  readonly autocomplete?: string;
}

const VAT_NUMBER_ATTRIBUTES = html` autocapitalize="characters" spellcheck="false"`;

/** The fields for business details that are missing: the VAT number, and what e-invoices need in the buyer's country. */
const businessFieldsOf = (pageData: PageData, entered: Entered): readonly BusinessField[] => {
  const { view, locale } = pageData;
  const { texts } = locale;
  const { missingDetails: missing, sellerCountryCode, countryCode } = view;
  const requested = requestedBusinessFields(sellerCountryCode, selectedCountry(pageData, entered) ?? countryCode);
  const address: readonly BusinessField[] = [
    { name: 'line1', label: texts.street, maxLength: ADDRESS_MAX_LENGTH, autocomplete: 'address-line1' },
    { name: 'postal_code', label: texts.postalCode, maxLength: POSTAL_CODE_MAX_LENGTH, autocomplete: 'postal-code' },
    { name: 'city', label: texts.city, maxLength: ADDRESS_MAX_LENGTH, autocomplete: 'address-level2' },
  ];
  const referenceLabel = requested.buyerReference === 'leitweg_id' ? texts.leitwegId : texts.buyerReference;
  const groups: readonly (readonly [boolean, readonly BusinessField[]])[] = [
    [missing.vat, [{ name: 'vat_number', label: texts.vatNumber, maxLength: VAT_NUMBER_MAX_LENGTH }]],
    [requested.address && missing.address, address],
    [
      requested.buyerReference !== null && missing.buyerReference,
      [{ name: 'buyer_reference', label: referenceLabel, maxLength: REFERENCE_MAX_LENGTH }],
    ],
    [
      requested.electronicAddress && missing.electronicAddress,
      [{ name: 'electronic_address', label: texts.peppolId, maxLength: REFERENCE_MAX_LENGTH }],
    ],
  ];
  return groups.flatMap(([isRequested, fields]) => (isRequested ? fields : []));
};

const businessFieldMarkup = (
  { name, label, maxLength, autocomplete = 'off' }: BusinessField,
  problem: Problem | null,
  entered: Entered,
): Html => {
  const { message, attributes } = mistakeOf(name, problem);
  return html`<div class="field">
<label for="${name}">${label}</label>
${message}<input id="${name}" name="${name}" maxlength="${maxLength}" autocomplete="${autocomplete}"${
    name === 'vat_number' ? VAT_NUMBER_ATTRIBUTES : null
  } value="${entered[name] ?? ''}"${attributes}>
</div>
`;
};

/** Details that only businesses enter. */
const BUSINESS_DETAILS = ['vat_number', 'line1', 'buyer_reference', 'electronic_address'] as const;

/**
 * The section for businesses, collapsed until one of its fields is filled in or rejected. `null`: it has no fields, or the buyer has
 * entered business details in an earlier attempt.
 */
const businessSection = (pageData: PageData, problem: Problem | null, entered: Entered): Html | null => {
  const fields = businessFieldsOf(pageData, entered);
  const hasEnteredBefore = BUSINESS_DETAILS.some((name) => pageData.earlier?.[name] !== undefined);
  if (fields.length === 0 || hasEnteredBefore) return null;
  const isOpen = fields.some(({ name }) => problemOf(name, problem) !== null || entered[name] !== undefined);
  return html`<details class="business"${isOpen ? html` open` : null}>
<summary>${pageData.locale.texts.asBusiness}</summary>
${fields.map((field) => businessFieldMarkup(field, problem, entered))}</details>
`;
};

/** Fields for the buyer details that are still missing; `null` if none is missing. */
export const buyerFields = (pageData: PageData, problem: Problem | null, entered: Entered): Html | null => {
  const fields = fieldsOf(pageData, entered);
  // If the page shows stored details, they have this heading already.
  const legend = hasDetails(pageData.earlier ?? {}) ? null : html`<legend>${pageData.locale.texts.yourDetails}</legend>\n`;
  const business = businessSection(pageData, problem, entered);
  if (fields.length === 0) return business;
  return html`<fieldset>
${legend}${fields.map((field) => fieldMarkup(field, problem))}${business}</fieldset>`;
};
