import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, VAT_NUMBER_MAX_LENGTH } from '../domain/limits.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { type Html, html } from '../platform/html.ts';
import { countriesIn } from './country-names.ts';
import type { Shown } from './shown.ts';

/** Why the submitted form was rejected. `field`: the field it is about; `null`: none in particular. */
export interface Problem {
  readonly message: string;
  readonly field: FieldName | null;
}

/** The fields of the open page's forms. */
type FieldName = 'method' | 'code' | 'email' | 'name' | 'country' | 'vat_number';

/** The submitted values, shown again after a problem. */
export type Entered = Readonly<Partial<Record<FieldName, string>>>;

interface Field {
  readonly name: 'name' | 'email' | 'country';
  readonly label: string;
  readonly control: (marks: Html | null) => Html;
}

const input = (name: string, type: string, maxLength: number, value: string, marks: Html | null): Html =>
  html`<input id="${name}" name="${name}" type="${type}" maxlength="${maxLength}" autocomplete="${name}" value="${value}"${marks}>`;

const countryChoice = (chosen: string, { texts, tag: locale }: PageLocale, marks: Html | null): Html =>
  html`<select id="country" name="country" autocomplete="country"${marks}>
<option value="">${texts.chooseCountry}</option>
${countriesIn(locale).map(
  ({ code, name }) => html`<option value="${code}"${code === chosen ? html` selected` : null}>${name}</option>`,
)}</select>`;

const fieldsOf = ({ view: { asked }, locale }: Shown, entered: Entered): readonly Field[] => {
  const { texts } = locale;
  const all: readonly (Field & { readonly isAsked: boolean })[] = [
    {
      name: 'email',
      label: texts.email,
      isAsked: asked.email,
      control: (marks) => input('email', 'email', EMAIL_MAX_LENGTH, entered.email ?? '', marks),
    },
    {
      name: 'name',
      label: texts.name,
      isAsked: asked.name,
      control: (marks) => input('name', 'text', NAME_MAX_LENGTH, entered.name ?? '', marks),
    },
    {
      name: 'country',
      label: texts.country,
      isAsked: asked.countryCode,
      control: (marks) => countryChoice(entered.country ?? '', locale, marks),
    },
  ];
  return all.filter(({ isAsked }) => isAsked);
};

const shownField = ({ name, label, control }: Field, problem: Problem | null): Html => {
  const wrong = problem?.field === name;
  const marks = wrong ? html` aria-invalid="true" aria-describedby="${name}-mistake"` : null;
  return html`<div class="field">
<label for="${name}">${label}</label>
${wrong ? html`<p class="mistake" id="${name}-mistake">${problem.message}</p>\n` : null}${control(marks)}
</div>
`;
};

/** The VAT number, collapsed unless one was entered or it is invalid. `null` if it is not asked. */
const businessField = ({ view: { asked }, locale: { texts } }: Shown, problem: Problem | null, entered: Entered): Html | null => {
  if (!asked.vat) return null;
  const isOpen = problem?.field === 'vat_number' || entered.vat_number !== undefined;
  const marks = problem?.field === 'vat_number' ? html` aria-invalid="true" aria-describedby="vat_number-mistake"` : null;
  return html`<details class="business"${isOpen ? html` open` : null}>
<summary>${texts.asBusiness}</summary>
<div class="field">
<label for="vat_number">${texts.vatNumber}</label>
${marks === null || problem === null ? null : html`<p class="mistake" id="vat_number-mistake">${problem.message}</p>\n`}<input id="vat_number" name="vat_number" maxlength="${VAT_NUMBER_MAX_LENGTH}" autocomplete="off" autocapitalize="characters" spellcheck="false" value="${entered.vat_number ?? ''}"${marks}>
</div>
</details>
`;
};

/** Fields for the buyer details that are still missing; `null` if there are none. */
export const buyerFields = (shown: Shown, problem: Problem | null, entered: Entered): Html | null => {
  const fields = fieldsOf(shown, entered);
  const business = businessField(shown, problem, entered);
  if (fields.length === 0) return business;
  return html`<fieldset>
<legend>${shown.locale.texts.yourDetails}</legend>
${fields.map((field) => shownField(field, problem))}${business}</fieldset>`;
};
