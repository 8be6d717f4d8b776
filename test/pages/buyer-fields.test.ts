import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES } from '../../shared/domain/countries.ts';
import { pageLocaleFor } from '../../shared/locales/pages/locale.ts';
import { openPage } from '../../shared/pages/checkout.ts';
import { LINKS, open, textOf, view } from './support/pages.ts';

const ASKED = { name: true, email: true, countryCode: true, vat: true };

describe('the countries', () => {
  it('are each a country of two letters, once', () => {
    expect(new Set(COUNTRY_CODES).size).toBe(249);
    expect(COUNTRY_CODES).toHaveLength(249);
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    for (const code of COUNTRY_CODES) expect([code, names.of(code)]).toEqual([code, expect.any(String)]);
  });
});

describe('what a buyer is asked', () => {
  it('is what nobody knows of them', () => {
    expect(open()).not.toContain('Your details');
    const some = open({}, { asked: { name: false, email: true, countryCode: false, vat: false } });
    expect(some).toContain('<label for="email">E-mail</label>');
    expect(some).not.toContain('name="name"');
    expect(some).not.toContain('name="country"');
    const all = open({}, { asked: ASKED });
    for (const field of ['name', 'email', 'country', 'vat_number']) expect(all).toContain(`name="${field}"`);
    expect(all.match(/<option /g)).toHaveLength(250);
  });

  it('is a choice of countries by the names and the order of the reader’s language', () => {
    const german = textOf(openPage({ view: view({}, { asked: ASKED }), testMode: false, locale: pageLocaleFor('de', undefined) }, LINKS));
    expect(german).toContain('<option value="AT">Österreich</option>');
    expect(german.indexOf('Österreich')).toBeLessThan(german.indexOf('Polen'));
  });

  it('is there again when something was wrong with it, marked and explained', () => {
    const problem = { message: 'Enter an e-mail address.', field: 'email' } as const;
    const entered = { email: 'ada"@', name: '<Ada>', country: 'NL', method: 'ideal' };
    const page = open({}, { asked: ASKED }, problem, entered);
    expect(page).toContain('value="ada&quot;@" aria-invalid="true" aria-describedby="email-mistake"');
    expect(page).toContain('<p class="mistake" id="email-mistake">Enter an e-mail address.</p>');
    expect(page).toContain('<a href="#email">');
    expect(page).toContain('value="&lt;Ada&gt;"');
    expect(page).toContain('<option value="NL" selected>Netherlands</option>');
    expect(page).toContain('value="ideal" required checked>');
  });

  it('is a VAT number of those who buy for a business, out of the way of all others', () => {
    const alone = { asked: { name: false, email: false, countryCode: false, vat: true } };
    expect(open({}, alone)).toContain('<details class="business">');
    const wrong = open({}, alone, { message: 'Not valid.', field: 'vat_number' }, { vat_number: 'NL"1' });
    expect(wrong).toContain('<details class="business" open>');
    expect(wrong).toContain('value="NL&quot;1" aria-invalid="true" aria-describedby="vat_number-mistake"');
    expect(wrong).toContain('<a href="#vat_number">');
  });

  it('goes with the amount that the buyer sees', () => {
    expect(open()).toContain('<input type="hidden" name="amount" value="1999">');
  });
});
