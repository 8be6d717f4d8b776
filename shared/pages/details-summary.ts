import { type Html, html } from '../platform/html.ts';
import { labelled } from '../platform/language.ts';
import { countryName } from './country-names.ts';
import { DETAILS, type Entered, hasDetails } from './entered.ts';
import { brandIn, type PageData } from './page-data.ts';

/** The buyer's details as text, instead of fields. */

/** The entered details as hidden fields, for forms of a page that does not show the fields. */
export const hiddenDetails = (entered: Entered): Html =>
  html`${DETAILS.map((name) => (entered[name] === undefined ? null : html`<input type="hidden" name="${name}" value="${entered[name]}">\n`))}`;

const withoutEmpty = (lines: readonly (string | undefined)[]): readonly string[] => lines.flatMap((line) => (line ? [line] : []));

const paragraph = (lines: readonly string[]): Html | null =>
  lines.length === 0 ? null : html`<p>${lines.map((line) => html`<span>${line}</span>\n`)}</p>\n`;

/** The details as text: name, email and address in one paragraph, and the details of a business in another. */
const detailsAsText = ({ locale: { texts, tag } }: PageData, details: Entered): Html => {
  const { country, postal_code: postalCode, city } = details;
  const cityLine = withoutEmpty([postalCode, city]).join(' ');
  const person = [details.name, details.email, details.line1, cityLine, country === undefined ? country : countryName(country, tag)];
  const { vat_number: vatNumber, electronic_address: peppolId } = details;
  const business = [
    vatNumber && labelled(tag, texts.vatNumber, vatNumber),
    details.buyer_reference,
    peppolId && labelled(tag, 'Peppol', peppolId),
  ];
  return html`<h2>${texts.yourDetails}</h2>
${paragraph(withoutEmpty(person))}${paragraph(withoutEmpty(business))}`;
};

/** The entered details as text, with a button that shows the fields again. `url`: target of the button's form. */
export const enteredDetails = (pageData: PageData, entered: Entered, url: string): Html => html`<section class="entered">
${detailsAsText(pageData, entered)}<form method="post" action="${url}">
${hiddenDetails(entered)}<button type="submit" class="quiet" name="edit" value="1">${pageData.locale.texts.editDetails}</button>
</form>
</section>`;

/**
 * The details that an earlier attempt has stored; `null`: none. The page has no fields to change them, because everyone who has the URL of
 * the page could use these fields. Only the seller can change stored details.
 */
export const storedDetails = (pageData: PageData): Html | null => {
  const { earlier, view, locale } = pageData;
  if (earlier === undefined || !hasDetails(earlier)) return null;
  const { helpUrl } = brandIn(pageData);
  const text = locale.texts.changeStored(view.merchantName);
  return html`<section class="entered">
${detailsAsText(pageData, earlier)}<p class="hint">${helpUrl === null ? text : html`<a href="${helpUrl}">${text}</a>`}</p>
</section>
`;
};
