import { describe, expect, it } from 'vitest';
import { ENGLISH, pageLocaleFor } from '../../shared/locales/pages/locale.ts';
import { openPage } from '../../shared/pages/checkout.ts';
import { codeProblemText } from '../../shared/pages/checkout-texts.ts';
import { FIRST_PERIOD, LINKS, open, PRICE, textOf, view } from './support/pages.ts';

describe('the order summary', () => {
  const product = { description: 'Tea <b>every</b> week', features: ['Loose leaves', 'No & never plastic'], takesCodes: false };

  it('shows the description and features as escaped text', () => {
    const page = open({}, { product });
    expect(page).toContain('<p class="about">Tea &lt;b&gt;every&lt;/b&gt; week</p>');
    expect(page).toContain('<ul class="features"><li>Loose leaves</li><li>No &amp; never plastic</li></ul>');
    expect(open()).not.toContain('class="about"');
    expect(open()).not.toContain('class="features"');
  });

  it('uses the customer’s language for texts, amounts and days', () => {
    const pageLocale = pageLocaleFor('de', undefined);
    const trial = { trialDays: 14, firstCharge: { amountCents: 1, verification: true }, firstPeriod: FIRST_PERIOD } as const;
    const page = textOf(openPage({ view: view({}, trial), testMode: false, locale: pageLocale }, LINKS));
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('<h1>Plan &lt;Pro&gt; abonnieren</h1>');
    expect(page).toContain('14 Tage kostenlos, danach 19,99\u00a0€ pro Monat');
    expect(page).toContain('<dt>Heute fällig</dt><dd>0,01\u00a0€</dd>');
    expect(page).toContain('<dt>Erste Zahlung</dt><dd>19,99\u00a0€ am 28. Mai 2026</dd>');
  });

  it('shows the end of the period as the date of the first payment of a metered price', () => {
    const metered = { ...PRICE, usageType: 'metered', amountCents: 5 } as const;
    const page = open({ price: metered }, { firstCharge: { amountCents: 1, verification: true } });
    expect(page).toContain('€0.05 for each unit used, charged at the end of each month');
    expect(page).toContain('<dt>First payment</dt><dd>June 27, 2026</dd>');
  });
});

describe('a promotion code', () => {
  const product = { description: null, features: [], takesCodes: true };
  const discount = {
    couponId: 'cpn_1',
    code: 'SPRING',
    percentOffBasisPoints: 2000,
    amountOffCents: null,
    currency: null,
    duration: 'forever',
    durationInMonths: null,
    endsAt: null,
  } as const;

  it('has a separate form if the product allows codes', () => {
    expect(open()).not.toContain('name="code"');
    const page = open({}, { product });
    expect(page).toContain('<details class="code">');
    expect(page).toContain(`<form method="post" action="${LINKS.code}">\n<label for="code">Promotion code</label>`);
    expect(page).not.toContain('Remove the code');
  });

  it('shows its discount when it is applied, and can be changed or removed', () => {
    const firstPeriod = { ...FIRST_PERIOD, discountCents: 400, totalCents: 1599 };
    const page = open({ discount }, { product, firstPeriod, firstCharge: { amountCents: 1599, verification: false } });
    expect(page).toContain('<dt>20% off every payment (code SPRING)</dt><dd>-€4.00</dd>');
    expect(page).toContain('<dt>Due today</dt><dd>€15.99</dd>');
    expect(page).toContain('Change the promotion code');
    expect(page).toContain('Remove the code');
  });

  it('stays in its field if it is rejected, with the reason at the field and in the error summary', () => {
    const message = codeProblemText('coupon_expired', ENGLISH) ?? '';
    expect(message).toBe('This code is no longer valid.');
    const page = open({}, { product }, { message, field: 'code' }, { code: 'OLD"><script>' });
    expect(page).toContain('<details class="code" open>');
    expect(page).toContain('value="OLD&quot;&gt;&lt;script&gt;" aria-invalid="true" aria-describedby="code-mistake"');
    expect(page).toContain(`<a href="#code">${message}</a>`);
    expect(page).toContain(`<p class="mistake" id="code-mistake">${message}</p>`);
    expect(codeProblemText('promotion_codes_not_allowed', ENGLISH)).toBe('Promotion codes are not accepted for this plan.');
    expect(codeProblemText('payment_processing', ENGLISH)).toBeNull();
    expect(codeProblemText(undefined, ENGLISH)).toBeNull();
  });
});
