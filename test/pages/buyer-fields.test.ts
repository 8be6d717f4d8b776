import { describe, expect, it } from 'vitest';
import { NO_BRANDING } from '../../shared/domain/account/record.ts';
import { COUNTRY_CODES } from '../../shared/domain/countries.ts';
import { pageLocaleFor } from '../../shared/locales/pages/locale.ts';
import { openPage } from '../../shared/pages/checkout.ts';
import type { Entered } from '../../shared/pages/entered.ts';
import { checkoutView, LINKS, NOTHING_MISSING, pageData, renderOpenPage, textOf } from './support/pages.ts';

const ALL_MISSING = { name: true, email: true, countryCode: true, vat: true, address: true, buyerReference: true, electronicAddress: true };

describe('the list of country codes', () => {
  it('contains all countries of ISO 3166-1, without duplicates', () => {
    expect(new Set(COUNTRY_CODES).size).toBe(249);
    expect(COUNTRY_CODES).toHaveLength(249);
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    for (const code of COUNTRY_CODES) expect([code, names.of(code)]).toEqual([code, expect.any(String)]);
  });
});

describe('the confirmation of the country', () => {
  const confirmationProblem = { problem: { message: 'Confirm where you live.', field: 'confirmed_country' } } as const;

  it('is shown after the IP address contradicted the country; the buyer may select another country instead', () => {
    expect(renderOpenPage({}, { countryCode: 'DE' })).not.toContain('confirmed_country');
    const page = renderOpenPage(
      {},
      { countryCode: 'DE', missingDetails: ALL_MISSING },
      { ...confirmationProblem, entered: { country: 'DE' } },
    );
    expect(page).toContain(
      '<input type="checkbox" name="confirmed_country" id="confirmed_country" value="DE" aria-invalid="true" aria-describedby="confirmed_country-mistake">',
    );
    expect(page).toContain('<label for="confirmed_country">I confirm my country of residence: Germany</label>');
    expect(page).toContain('<a href="#confirmed_country">Confirm where you live.</a>');
    expect(page).toContain('<option value="DE" selected>');
  });

  it('is kept while the buyer corrects another field', () => {
    const problem = { message: 'Select a payment method.', field: 'method' } as const;
    expect(renderOpenPage({}, { countryCode: 'DE' }, { problem, entered: { confirmed_country: 'DE' } })).toContain(
      '<input type="hidden" name="confirmed_country" value="DE">',
    );
  });
});

describe('the details of an earlier payment attempt', () => {
  const earlier = { email: 'ada@example.com', name: 'Ada', country: 'DE', postal_code: '10115', city: 'Berlin', method: 'ideal' };
  const pageOf = (stored: Entered, branding = {}): string => {
    const data = pageData({}, { missingDetails: { ...NOTHING_MISSING, vat: true }, branding: { ...NO_BRANDING, ...branding } });
    return textOf(openPage({ ...data, earlier: stored }, LINKS));
  };

  it('are shown as an address, with the payment method selected and a link to the seller, who can change the details', () => {
    const page = pageOf({ ...earlier, line1: 'Hauptstraße 1', vat_number: 'DE12345' }, { supportUrl: 'https://shop.example/help' });
    const lines = ['Ada', 'ada@example.com', 'Hauptstraße 1', '10115 Berlin', 'Germany'].map((line) => `<span>${line}</span>\n`);
    expect(page).toContain(`<p>${lines.join('')}</p>\n<p><span>VAT number: DE12345</span>\n</p>`);
    expect(page).toContain('<a href="https://shop.example/help">To change these details, contact Shop &amp; Sons.</a>');
    expect(page).toContain('value="ideal" required checked');
    expect(page).not.toContain('name="edit"');
  });

  it('decide whether the page asks if the buyer is a business', () => {
    expect(pageOf(earlier)).toContain('class="business"');
    expect(pageOf({ ...earlier, vat_number: 'DE12345' })).not.toContain('class="business"');
  });
});

describe('the fields for buyer details', () => {
  it('are shown for missing details only', () => {
    expect(renderOpenPage()).not.toContain('Your details');
    const emailOnly = renderOpenPage({}, { missingDetails: { ...NOTHING_MISSING, email: true } });
    expect(emailOnly).toContain('<label for="email">Email</label>');
    expect(emailOnly).not.toContain('name="name"');
    expect(emailOnly).not.toContain('name="country"');
    const all = renderOpenPage({}, { missingDetails: ALL_MISSING });
    for (const field of ['name', 'email', 'country', 'vat_number']) expect(all).toContain(`name="${field}"`);
    // One option for each country, and one for no country.
    expect(all.match(/<option /g)).toHaveLength(COUNTRY_CODES.length + 1);
  });

  it('list the countries by their names in the language of the page, in the alphabetical order of that language', () => {
    const german = textOf(
      openPage({ view: checkoutView({}, { missingDetails: ALL_MISSING }), testMode: false, locale: pageLocaleFor('de', undefined) }, LINKS),
    );
    expect(german).toContain('<option value="AT">Österreich</option>');
    expect(german.indexOf('Österreich')).toBeLessThan(german.indexOf('Polen'));
  });

  it('propose the country of the browser only if the tax cannot be computed without a country', () => {
    const pageIn = (awaitsTax: boolean, entered: Entered = {}): string => {
      const data = pageData({}, { missingDetails: ALL_MISSING, awaitsTax, sellerCountryCode: 'NL' });
      return textOf(openPage({ ...data, browserCountry: 'DE' }, LINKS, { entered }));
    };
    expect(pageIn(true)).toContain('<option value="DE" selected>');
    expect(pageIn(true)).toContain('Leitweg-ID');
    expect(pageIn(true, { country: 'BE' })).toContain('<option value="BE" selected>');
    expect(pageIn(false)).not.toContain('selected');
  });

  it('require the country if the VAT depends on it', () => {
    const select = (requiresCountry: boolean): string =>
      /<select id="country"[^>]*>/.exec(renderOpenPage({}, { missingDetails: ALL_MISSING, requiresCountry }))?.[0] ?? '';
    expect([select(true).includes(' required'), select(false).includes(' required')]).toEqual([true, false]);
  });

  it('show the entered values again, with the error, after an invalid input', () => {
    const problem = { message: 'Enter an e-mail address.', field: 'email' } as const;
    const entered = { email: 'ada"@', name: '<Ada>', country: 'NL', method: 'ideal' };
    const page = renderOpenPage({}, { missingDetails: ALL_MISSING }, { problem, entered });
    expect(page).toContain('value="ada&quot;@" aria-invalid="true" aria-describedby="email-mistake"');
    expect(page).toContain('<p class="mistake" id="email-mistake">Enter an e-mail address.</p>');
    expect(page).toContain('<a href="#email">');
    expect(page).toContain('value="&lt;Ada&gt;"');
    expect(page).toContain('<option value="NL" selected>Netherlands</option>');
    expect(page).toContain('value="ideal" required checked');
  });

  it('include the VAT number in a collapsed section', () => {
    const vatOnly = { missingDetails: { ...NOTHING_MISSING, vat: true } };
    expect(renderOpenPage({}, vatOnly)).toContain('<details class="business">');
    const invalid = renderOpenPage({}, vatOnly, {
      problem: { message: 'Not valid.', field: 'vat_number' },
      entered: { vat_number: 'NL"1' },
    });
    expect(invalid).toContain('<details class="business" open>');
    expect(invalid).toContain('value="NL&quot;1" aria-invalid="true" aria-describedby="vat_number-mistake"');
    expect(invalid).toContain('<a href="#vat_number">');
  });

  const namesIn = (page: string): readonly string[] =>
    ['line1', 'postal_code', 'city', 'buyer_reference', 'electronic_address'].filter((name) => page.includes(`name="${name}"`));

  it.each([
    ['NL', null, ['line1', 'postal_code', 'city', 'buyer_reference', 'electronic_address']],
    ['DE', 'BE', ['line1', 'postal_code', 'city', 'buyer_reference', 'electronic_address']],
    ['NL', 'DE', ['line1', 'postal_code', 'city', 'buyer_reference']],
    ['NL', 'FR', ['line1', 'postal_code', 'city']],
    ['US', 'DE', []],
  ])('include what an e-invoice needs (seller country: %s, buyer country: %s)', (sellerCountryCode, countryCode, names) => {
    const page = renderOpenPage({}, { missingDetails: ALL_MISSING, sellerCountryCode, countryCode });
    expect(namesIn(page)).toEqual(names);
    expect(page.includes('Leitweg-ID')).toBe(countryCode === 'DE' && sellerCountryCode === 'NL');
    const known = { ...ALL_MISSING, address: false, buyerReference: false, electronicAddress: false };
    expect(namesIn(renderOpenPage({}, { missingDetails: known, sellerCountryCode, countryCode }))).toEqual([]);
  });

  it('depend on the country that was entered, and are shown expanded with their values and the error', () => {
    const problem = { message: 'Wrong.', field: 'electronic_address' } as const;
    const entered = { country: 'BE', electronic_address: '0208:"' };
    const page = renderOpenPage({}, { missingDetails: ALL_MISSING, sellerCountryCode: 'FR' }, { problem, entered });
    expect(page).toContain('<details class="business" open>');
    expect(page).toContain('value="0208:&quot;" aria-invalid="true" aria-describedby="electronic_address-mistake"');
    expect(page).toContain('<a href="#electronic_address">Wrong.</a>');
  });
});

describe('the payment form', () => {
  it('contains the shown amount as a hidden field', () => {
    expect(renderOpenPage()).toContain('<input type="hidden" name="amount" value="1999">');
  });
});
