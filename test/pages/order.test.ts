import { describe, expect, it } from 'vitest';
import { ENGLISH, pageLocaleFor } from '../../shared/locales/pages/locale.ts';
import { openPage } from '../../shared/pages/checkout.ts';
import { codeNotice, codeProblemText, totalNotice } from '../../shared/pages/checkout-texts.ts';
import { checkoutView, FIRST_PERIOD, LINKS, NOTHING_MISSING, PRICE, renderOpenPage, textOf } from './support/pages.ts';

/** The month from May 28, 2026. */
const MONTH = { start: 1_780_000_000, end: 1_782_678_400 };

describe('the order summary', () => {
  const product = { description: 'Tea <b>every</b> week', features: ['Loose leaves', 'No & never plastic'], takesCodes: false };

  it('shows the description and features as escaped text', () => {
    const page = renderOpenPage({}, { product });
    expect(page).toContain('<p class="about">Tea &lt;b&gt;every&lt;/b&gt; week</p>');
    expect(page).toContain('<ul class="features"><li>Loose leaves</li><li>No &amp; never plastic</li></ul>');
    expect(renderOpenPage()).not.toContain('class="about"');
    expect(renderOpenPage()).not.toContain('class="features"');
  });

  it('uses the customer’s language for texts, amounts and days', () => {
    const pageLocale = pageLocaleFor('de', undefined);
    const trial = { trialDays: 14, firstCharge: { amountCents: 1, verification: true }, firstPeriod: FIRST_PERIOD } as const;
    const page = textOf(openPage({ view: checkoutView({}, trial), testMode: false, locale: pageLocale }, LINKS));
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('<h1>Plan &lt;Pro&gt; abonnieren</h1>');
    expect(page).toContain('14 Tage kostenlos, danach 19,99\u00a0€ pro Monat');
    expect(page).toContain('<dt>Heute fällig</dt><dd>0,01\u00a0€</dd>');
    expect(page).toContain('<dt>Erste Zahlung</dt><dd>19,99\u00a0€ am 28. Mai 2026</dd>');
  });

  it('shows the end of the period as the date of the first payment of a metered price', () => {
    const metered = { ...PRICE, usageType: 'metered', amountCents: 5 } as const;
    const page = renderOpenPage({ price: metered }, { firstCharge: { amountCents: 1, verification: true } });
    expect(page).toContain('€0.05 per unit, billed at the end of each month');
    expect(page).toContain('<dt>First payment</dt><dd>June 27, 2026</dd>');
  });
});

describe('a usage-based price with tiers', () => {
  it('shows the price of each tier', () => {
    const metered = { ...PRICE, usageType: 'metered', amountCents: null } as const;
    const tiers = [
      { upTo: 1000, flatAmountCents: 0, unitAmountDecimal: '5' },
      { upTo: null, flatAmountCents: 2500, unitAmountDecimal: '0.25' },
    ];
    const page = renderOpenPage({ price: metered }, { tiers, firstCharge: { amountCents: 1, verification: true } });
    expect(page).toContain('<p class="cost">Based on usage, billed at the end of each month</p>');
    expect(page).toContain('<dt>1–1,000 units</dt><dd>€0.05 per unit</dd>');
    expect(page).toContain('<dt>1,001 units and more</dt><dd>€25.00 + €0.0025 per unit</dd>');
  });
});

describe('a usage-based price under reverse charge', () => {
  it('is shown as it is invoiced, without the tax', () => {
    const metered = { ...PRICE, usageType: 'metered', amountCents: 121 } as const;
    const fields = { reverseCharge: true, invoicedUnitAmountDecimal: '100', firstCharge: { amountCents: 1, verification: true } } as const;
    expect(renderOpenPage({ price: metered }, fields)).toContain('€1.00 per unit, billed at the end of each month');
  });
});

describe('a price to which tax is added once the country is known', () => {
  const exclusive = { awaitsTax: true, taxBehavior: 'exclusive', firstPeriod: FIRST_PERIOD } as const;

  it('is shown plus VAT', () => {
    const page = renderOpenPage({}, exclusive);
    expect(page).toContain('<p class="cost">€19.99 per month plus VAT, depending on your country</p>');
    expect(page).toContain('<dt>Due today</dt><dd>€19.99 plus VAT</dd>');
    const trial = renderOpenPage({}, { ...exclusive, trialDays: 14, firstCharge: { amountCents: 1, verification: true } });
    expect(trial).toContain('<dt>First payment</dt><dd>€19.99 plus VAT on May 28, 2026</dd>');
  });

  it('is on a page that first asks for the country, without payment methods and without a button "Pay"', () => {
    const page = renderOpenPage({}, { ...exclusive, missingDetails: { ...NOTHING_MISSING, countryCode: true, vat: true } });
    expect(page).toContain('<input type="hidden" name="review" value="1">');
    expect(page).toContain('<select id="country" name="country" autocomplete="country" required>');
    expect(page).not.toContain('name="method"');
    expect(page).not.toContain('Pay €');
  });

  it('is shown with its total for the entered details, which can be corrected', () => {
    const taxRate = { rateBasisPoints: 1900, displayName: 'VAT' };
    const firstPeriod = { ...FIRST_PERIOD, tax: [{ ...taxRate, taxableCents: 1999, taxCents: 380 }], taxCents: 380, totalCents: 2379 };
    const german = checkoutView(
      {},
      {
        taxBehavior: 'exclusive',
        taxRate,
        firstPeriod,
        firstCharge: { amountCents: 2379, verification: false },
        countryCode: 'DE',
        unavailableMethods: ['ideal'],
        methods: ['creditcard'],
      },
    );
    const notice = totalNotice(german, true, ENGLISH);
    expect(notice).toBe('We added 19% VAT. New total: €23.79.');
    const entered = { email: 'ada@example.com', name: 'Ada', country: 'DE' };
    const page = textOf(openPage({ view: german, testMode: false, locale: ENGLISH }, LINKS, { notice, entered, isReview: true }));
    expect(page).toContain(`role="status" tabindex="-1" autofocus>${notice}</p>`);
    expect(page).not.toContain('role="alert"');
    expect(page).toContain('<span>Germany</span>');
    expect(page).toContain('<input type="hidden" name="email" value="ada@example.com">');
    expect(page).toContain('name="edit" value="1">Edit details</button>');
    expect(page).toContain('<button type="submit">Pay €23.79</button>');
    expect(page).toContain('Not available in your country (Germany): iDEAL.');
  });

  it.each([
    ['without tax in the country', { taxBehavior: 'exclusive' }, 'No VAT applies in your country. New total: €19.99.'],
    ['under reverse charge', { reverseCharge: true }, 'Your VAT number is valid. No VAT is charged (reverse charge). New total: €19.99.'],
    ['that changed for another reason', {}, 'The total has changed. New total: €19.99.'],
    [
      'that is due after a trial',
      { trialDays: 14, firstPeriod: FIRST_PERIOD, firstCharge: { amountCents: 1, verification: true } },
      'The total has changed. First payment: €19.99 on May 28, 2026.',
    ],
  ] as const)('has a notice for a total %s', (_what, fields, text) => {
    expect(totalNotice(checkoutView({}, fields), true, ENGLISH)).toBe(text);
  });

  it('is shown with a tax row that names the reverse charge, if it applies', () => {
    const tax = [{ rateBasisPoints: 0, displayName: 'Reverse charge', taxableCents: 1999, taxCents: 0 }];
    const page = renderOpenPage({}, { taxBehavior: 'exclusive', reverseCharge: true, firstPeriod: { ...FIRST_PERIOD, tax } });
    expect(page).toContain('<dt>VAT (reverse charge)</dt><dd>€0.00</dd>');
    expect(page).toContain('<p class="cost">€19.99 per month</p>');
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

  it('has fields in the payment form if the product allows codes', () => {
    expect(renderOpenPage()).not.toContain('name="code"');
    const page = renderOpenPage({}, { product });
    expect(page).toContain('<details class="code">');
    expect(page).toContain(`<button type="submit" form="pay-form" formaction="${LINKS.code}" formnovalidate class="quiet">Apply</button>`);
    expect(page).not.toContain('Remove code');
  });

  it('shows its discount when it is applied, and can be changed or removed', () => {
    const firstPeriod = { ...FIRST_PERIOD, discountCents: 400, totalCents: 1599 };
    const page = renderOpenPage({ discount }, { product, firstPeriod, firstCharge: { amountCents: 1599, verification: false } });
    expect(page).toContain('<dt>20% off every payment (code SPRING)</dt><dd>−€4.00</dd>');
    expect(page).toContain('<dt>Due today</dt><dd>€15.99</dd>');
    expect(page).toContain('Change promotion code');
    expect(page).toContain('Remove code');
  });

  it('is confirmed with the amount that it deducts or, for usage, with the text of its discount', () => {
    const firstPeriod = { ...FIRST_PERIOD, discountCents: 400, totalCents: 1599 };
    const licensed = checkoutView({ discount }, { firstPeriod, firstCharge: { amountCents: 1599, verification: false } });
    expect(codeNotice(licensed, ENGLISH)).toBe('Promotion code applied: −€4.00. New total: €15.99.');
    expect(codeNotice(licensed, pageLocaleFor('nl', undefined))).toContain('Kortingscode toegepast: −€\u00a04,00.');
    const metered = checkoutView({ discount }, { firstCharge: { amountCents: 1, verification: true } });
    expect(codeNotice(metered, ENGLISH)).toBe('Promotion code applied: 20% off every payment (code SPRING).');
  });

  it.each([
    ['forever', null, '€15.99'],
    ['once', null, '€19.99'],
    ['repeating', 1, '€19.99'],
    ['repeating', 2, '€15.99'],
  ] as const)('with the duration %s (months: %s) leads to a next payment of %s', (duration, durationInMonths, amount) => {
    const firstPeriod = { ...FIRST_PERIOD, discountCents: 400, totalCents: 1599 };
    const page = renderOpenPage({ discount: { ...discount, duration, durationInMonths } }, { firstPeriod, paidPeriod: MONTH });
    expect(page).toContain(`<dt>Next payment</dt><dd>${amount} on `);
  });

  describe('that makes the first period free', () => {
    const free = { ...FIRST_PERIOD, discountCents: 1999, totalCents: 0 };
    const verification = { amountCents: 1, verification: true } as const;
    /** A month that starts on June 28, 2026, after a trial. */
    const afterTrial = { trialDays: 31, paidPeriod: { start: MONTH.end, end: MONTH.end + 2_592_000 } };

    it.each([
      ['once', null, '€19.99 on June 28, 2026', { paidPeriod: MONTH }],
      ['repeating', 1, '€19.99 on June 28, 2026', { paidPeriod: MONTH }],
      ['repeating', 3, '€19.99 on August 28, 2026', { paidPeriod: MONTH }],
      ['forever', null, '€0.00 on June 28, 2026', { paidPeriod: MONTH }],
      ['once', null, '€19.99 on July 28, 2026', afterTrial],
      ['forever', null, '€0.00 on June 28, 2026', afterTrial],
    ] as const)(
      'with the duration %s (months: %s) shows amount and day of the next payment: %s',
      (duration, durationInMonths, text, fields) => {
        const session = { discount: { ...discount, percentOffBasisPoints: 10_000, duration, durationInMonths } };
        const data = { ...fields, firstPeriod: free, firstCharge: verification };
        expect(renderOpenPage(session, data)).toContain(`<dt>Next payment</dt><dd>${text}</dd>`);
        const [amount] = text.split(' ');
        expect(codeNotice(checkoutView(session, data), ENGLISH)).toBe(`Promotion code applied: −€19.99. Next payment: ${text}.`);
        expect(renderOpenPage(session, data)).toContain(`name="first_payment" value="${amount === '€0.00' ? 0 : 1999}"`);
      },
    );

    it('leads to a next payment that includes tax', () => {
      const taxRate = { rateBasisPoints: 1900, displayName: 'VAT' };
      const session = { discount: { ...discount, percentOffBasisPoints: 10_000, duration: 'once' } } as const;
      const page = renderOpenPage(session, {
        paidPeriod: MONTH,
        firstPeriod: free,
        firstCharge: verification,
        taxBehavior: 'exclusive',
        taxRate,
      });
      expect(page).toContain('<dt>Next payment</dt><dd>€23.79 on June 28, 2026</dd>');
    });
  });

  it('stays in its field if it is rejected, with the reason at the field and in the error summary', () => {
    const message = codeProblemText('coupon_expired', ENGLISH) ?? '';
    expect(message).toBe('This code has expired.');
    const page = renderOpenPage({}, { product }, { problem: { message, field: 'code' }, entered: { code: 'OLD"><script>' } });
    expect(page).toContain('<details class="code" open>');
    expect(page).toContain('value="OLD&quot;&gt;&lt;script&gt;" aria-invalid="true" aria-describedby="code-mistake"');
    expect(page).toContain(`<a href="#code">${message}</a>`);
    expect(page).toContain(`<p class="mistake" id="code-mistake">${message}</p>`);
    expect(codeProblemText('promotion_codes_not_allowed', ENGLISH)).toBe('Promotion codes aren’t accepted for this plan.');
    expect(codeProblemText('payment_processing', ENGLISH)).toBeNull();
    expect(codeProblemText(undefined, ENGLISH)).toBeNull();
  });
});
