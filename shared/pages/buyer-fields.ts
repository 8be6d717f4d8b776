import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, VAT_NUMBER_MAX_LENGTH } from '../domain/limits.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { type Html, html } from '../platform/html.ts';
import { countriesIn, countryName } from './country-names.ts';
import type { PageData } from './page-data.ts';

/** Why the submitted form was rejected. `field`: the invalid field; `null`: the problem is not about a field. */
export interface Problem {
  readonly message: string;
  readonly field: FieldName | null;
}

/** The fields of the forms on the page of an open checkout. `confirmed_country`: the country that the buyer confirmed. */
export type FieldName = 'method' | 'code' | 'email' | 'name' | 'country' | 'vat_number' | 'confirmed_country';

/** The submitted values, shown again after a problem. */
export type Entered = Readonly<Partial<Record<FieldName, string>>>;

const DETAILS = ['name', 'email', 'country', 'vat_number'] as const satisfies readonly FieldName[];

/** Whether the buyer entered any details. */
export const hasDetails = (entered: Entered): boolean => DETAILS.some((name) => entered[name] !== undefined);

/** The entered details as hidden fields, for forms of a page that does not show the fields. */
export const hiddenDetails = (entered: Entered): Html =>
  html`${DETAILS.map((name) => (entered[name] === undefined ? null : html`<input type="hidden" name="${name}" value="${entered[name]}">\n`))}`;

/**
 * The question whether the buyer lives in the billing country, after the IP address contradicted it. Once it is answered, a hidden field
 * with the confirmed country; `null`: the question was not asked.
 */
export const countryConfirmation = (
  { view: { countryCode }, locale: { texts, tag } }: PageData,
  problem: Problem | null,
  { confirmed_country: confirmed }: Entered,
): Html | null => {
  const isAsked = problem?.field === 'confirmed_country' && countryCode !== null;
  if (!isAsked) return confirmed === undefined ? null : html`<input type="hidden" name="confirmed_country" value="${confirmed}">\n`;
  return html`<p class="mistake" id="confirmed_country-mistake">${problem.message}</p>
<div class="choice">
<input type="checkbox" name="confirmed_country" id="confirmed_country" value="${countryCode}" aria-invalid="true" aria-describedby="confirmed_country-mistake">
<label for="confirmed_country">${texts.confirmCountry(countryName(countryCode, tag))}</label>
</div>
`;
};

/** The entered details as text, with a button that shows the fields again. `url`: target of the button's form. */
export const enteredDetails = ({ locale: { texts, tag } }: PageData, entered: Entered, url: string): Html => {
  const { name, email, country, vat_number: vatNumber } = entered;
  const lines = [name, email, country === undefined ? undefined : countryName(country, tag), vatNumber];
  return html`<section class="entered">
<h2>${texts.yourDetails}</h2>
<p>${lines.flatMap((line) => (line === undefined ? [] : [html`<span>${line}</span>\n`]))}</p>
<form method="post" action="${url}">
${hiddenDetails(entered)}<button type="submit" class="quiet" name="edit" value="1">${texts.editDetails}</button>
</form>
</section>`;
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

const fieldsOf = ({ view: { missingDetails, awaitsTax }, locale }: PageData, entered: Entered): readonly Field[] => {
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
      control: (attributes) => countrySelect(entered.country ?? '', awaitsTax, locale, attributes),
    },
  ];
  return all.filter(({ isMissing }) => isMissing);
};

const fieldMarkup = ({ name, label, control }: Field, problem: Problem | null): Html => {
  const isInvalid = problem?.field === name;
  const attributes = isInvalid ? html` aria-invalid="true" aria-describedby="${name}-mistake"` : null;
  return html`<div class="field">
<label for="${name}">${label}</label>
${isInvalid ? html`<p class="mistake" id="${name}-mistake">${problem.message}</p>\n` : null}${control(attributes)}
</div>
`;
};

/** The VAT number field, collapsed until a number was entered or rejected; `null` if the page does not ask for a VAT number. */
const businessField = (
  { view: { missingDetails }, locale: { texts } }: PageData,
  problem: Problem | null,
  entered: Entered,
): Html | null => {
  if (!missingDetails.vat) return null;
  const isOpen = problem?.field === 'vat_number' || entered.vat_number !== undefined;
  const attributes = problem?.field === 'vat_number' ? html` aria-invalid="true" aria-describedby="vat_number-mistake"` : null;
  return html`<details class="business"${isOpen ? html` open` : null}>
<summary>${texts.asBusiness}</summary>
<div class="field">
<label for="vat_number">${texts.vatNumber}</label>
${attributes === null || problem === null ? null : html`<p class="mistake" id="vat_number-mistake">${problem.message}</p>\n`}<input id="vat_number" name="vat_number" maxlength="${VAT_NUMBER_MAX_LENGTH}" autocomplete="off" autocapitalize="characters" spellcheck="false" value="${entered.vat_number ?? ''}"${attributes}>
</div>
</details>
`;
};

/** Fields for the buyer details that are still missing; `null` if none is missing. */
export const buyerFields = (pageData: PageData, problem: Problem | null, entered: Entered): Html | null => {
  const fields = fieldsOf(pageData, entered);
  const business = businessField(pageData, problem, entered);
  if (fields.length === 0) return business;
  return html`<fieldset>
<legend>${pageData.locale.texts.yourDetails}</legend>
${fields.map((field) => fieldMarkup(field, problem))}${business}</fieldset>`;
};
