import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CheckoutSession } from '../../shared/domain/checkout-session/record.ts';
import type { PriceSummary } from '../../shared/domain/price/summary.ts';
import type { CheckoutView } from '../../shared/flows/checkout-view.ts';
import { amountText, unitAmountText } from '../../shared/pages/amounts.ts';
import { closedPage, completedPage, expiredPage, linksOf, openPage, processingPage, unknownPage } from '../../shared/pages/checkout.ts';
import { discountWords, payLabel, priceWords } from '../../shared/pages/checkout-words.ts';
import { pageAnswer, seeOther } from '../../shared/pages/layout.ts';
import { lookAgainUrl, looksOf, pauseAfter } from '../../shared/pages/polling.ts';

const PRICE: PriceSummary = {
  id: 'price_1',
  active: true,
  amountCents: 1999,
  currency: 'EUR',
  interval: 'month',
  paymentMethods: ['creditcard', 'ideal'],
  productId: 'prod_1',
  productName: 'Plan <Pro>',
  trialDays: 0,
  unitAmountDecimal: null,
  usageType: 'licensed',
};

const SESSION: CheckoutSession = {
  id: 'cs_1',
  created: 1_780_000_000,
  customerId: 'cus_1',
  customerEmail: null,
  customerCountryCode: null,
  price: PRICE,
  successUrl: 'https://shop.example/thanks?a=1&b=2',
  cancelUrl: 'https://shop.example/cart',
  status: 'open',
  uiMode: 'hosted',
  url: null,
  subscriptionId: null,
  paymentId: null,
  expiresAt: 1_780_086_400,
  trialDaysOverride: null,
  discount: null,
  paymentMethod: null,
  metadata: {},
  clockId: null,
  attempt: null,
};

const view = (session: Partial<CheckoutSession> = {}, given: Partial<CheckoutView> = {}): CheckoutView => ({
  session: { ...SESSION, ...session },
  merchantName: 'Shop & Sons',
  firstCharge: { amountCents: 1999, verification: false },
  firstPeriod: null,
  taxBehavior: 'inclusive',
  trialDays: 0,
  methods: ['creditcard', 'ideal'],
  ...given,
});

const LINKS = linksOf('https://pay.example/base/checkout/acct_1/test/cs_1');

describe('the open page', () => {
  it('says what is bought, at what price, what is due today, and in whose shop', () => {
    const page = openPage(view(), LINKS, false);
    expect(page).toContain('<h1>Subscribe to Plan &lt;Pro&gt;</h1>');
    expect(page).toContain('<dt>Price</dt><dd>€19.99 every month</dd>');
    expect(page).toContain('<dt>Due today</dt><dd>€19.99</dd>');
    expect(page).toContain('<button type="submit">Pay €19.99</button>');
    expect(page).toContain('<title>Checkout – Shop &amp; Sons</title>');
  });

  it('offers each method as a labelled radio button in one group, and posts to absolute addresses', () => {
    const page = openPage(view(), LINKS, false);
    expect(page).toContain('<legend>How do you want to pay?</legend>');
    for (const [method, name] of [
      ['creditcard', 'Card'],
      ['ideal', 'iDEAL'],
    ]) {
      expect(page).toContain(`id="method-${method}" value="${method}" required>`);
      expect(page).toContain(`<label for="method-${method}">${name}</label>`);
    }
    expect(page).toContain('action="https://pay.example/base/checkout/acct_1/test/cs_1/pay"');
    expect(page).toContain('action="https://pay.example/base/checkout/acct_1/test/cs_1/cancel"');
  });

  it('takes the choice when there is only one method', () => {
    expect(openPage(view({}, { methods: ['ideal'] }), LINKS, false)).toContain('value="ideal" required checked>');
  });

  it('explains a trial and its verification charge', () => {
    const page = openPage(view({}, { trialDays: 14, firstCharge: { amountCents: 1, verification: true } }), LINKS, false);
    expect(page).toContain('<dt>Free trial</dt><dd>14 days free, then the price above</dd>');
    expect(page).toContain('€0.01<br>This small charge only checks your payment method.');
    expect(page).toContain('Pay €0.01 and start the free days');
  });

  it('says what is taxed, and what the first payment will be where it is not due yet', () => {
    const tax = [{ rateBasisPoints: 2100, displayName: 'BTW', taxableCents: 826, taxCents: 174 }];
    const firstPeriod = { lines: [], subtotalCents: 1999, discountCents: 999, tax, taxCents: 174, totalCents: 1000 };
    const due = openPage(view({}, { firstPeriod, firstCharge: { amountCents: 1000, verification: false } }), LINKS, false);
    expect(due).toContain('<dt>Tax</dt><dd>BTW 21%: €1.74, included</dd>');
    expect(due).toContain('<dt>Due today</dt><dd>€10.00</dd>');
    expect(due).not.toContain('First payment');
    const later = { firstPeriod, taxBehavior: 'exclusive', trialDays: 14, firstCharge: { amountCents: 1, verification: true } } as const;
    const page = openPage(view({}, later), LINKS, false);
    expect(page).toContain('<dd>BTW 21%: €1.74, on top</dd>');
    expect(page).toContain('<dt>First payment</dt><dd>€10.00</dd>');
  });

  it('says what a method takes today when it has a minimum of its own', () => {
    const verification = { trialDays: 14, firstCharge: { amountCents: 1, verification: true } };
    const page = openPage(view({}, { ...verification, methods: ['creditcard', 'eps'] }), LINKS, false);
    expect(page).toContain('>Card</label>');
    expect(page).toContain('>eps (€1.00 today)</label>');
    expect(page).toContain('<button type="submit">Pay and start the free days</button>');
    expect(openPage(view({}, { methods: ['creditcard', 'eps'] }), LINKS, false)).toContain('>eps</label>');
  });

  it('announces a problem, links to the field and marks it', () => {
    const page = openPage(view(), LINKS, false, { message: 'Choose how you want to pay.', field: true });
    expect(page).toContain('<title>Problem: checkout – Shop &amp; Sons</title>');
    expect(page).toContain('role="alert"');
    expect(page).toContain('<a href="#method-creditcard">Choose how you want to pay.</a>');
    expect(page).toContain('aria-invalid="true" aria-describedby="method-mistake"');
  });

  it('tells test mode apart', () => {
    expect(openPage(view(), LINKS, true)).toContain('Test mode');
    expect(openPage(view(), LINKS, false)).not.toContain('Test mode');
  });
});

describe('the other pages', () => {
  it('leads a completed session on to the shop', () => {
    expect(completedPage(view({ status: 'completed' }), false)).toContain('href="https://shop.example/thanks?a=1&amp;b=2"');
  });

  it('leads a closed session back to the shop and says whether the payment was refused', () => {
    expect(expiredPage(view({ status: 'expired' }), false, false)).toContain('<h1>Checkout closed</h1>');
    expect(expiredPage(view({ status: 'expired' }), false, true)).toContain('<h1>Payment failed</h1>');
    expect(expiredPage(view({ status: 'expired' }), false, true)).toContain('href="https://shop.example/cart"');
  });

  it('leads nowhere from a session whose buyer was purged, nor says how it ended', () => {
    for (const status of ['completed', 'expired'] as const) {
      const page = closedPage(view({ status, successUrl: '', cancelUrl: '' }), false);
      expect(page).toContain('<h1>Checkout closed</h1>');
      expect(page).not.toContain('href=');
      expect(page).not.toMatch(/charged|set up/);
    }
  });

  it('looks again for a pending payment without script, and at some time no more', () => {
    const next = { url: lookAgainUrl(LINKS.return, 0), afterSeconds: pauseAfter(0) };
    const page = processingPage(view({ status: 'processing' }), LINKS, false, next);
    expect(page).toContain(`<meta http-equiv="refresh" content="2;url=${LINKS.return}?looks=1">`);
    expect(pauseAfter(looksOf('12'))).toBe(15);
    expect(pauseAfter(looksOf('40'))).toBeNull();
    expect(looksOf('x')).toBe(0);
    expect(processingPage(view(), LINKS, false, { url: LINKS.return, afterSeconds: null })).not.toContain('http-equiv="refresh"');
  });

  it('runs no script and allows none', () => {
    const pages = [
      openPage(view(), LINKS, true),
      completedPage(view(), true),
      expiredPage(view(), true, false),
      closedPage(view(), true),
      unknownPage(),
    ];
    for (const page of pages) {
      expect(page).not.toMatch(/<script|javascript:|\son[a-z]+=|style="/i);
      const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '';
      const policy = pageAnswer(200, page).headers['content-security-policy'];
      expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
      expect(policy).toMatch(/^default-src 'none'/);
      expect(policy).toContain("frame-ancestors 'none'");
    }
  });

  it('is kept by no cache and sends no referrer', () => {
    expect(pageAnswer(200, '').headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(seeOther('https://shop.example/ü').headers.location).toBe('https://shop.example/%C3%BC');
  });
});

describe('amounts and terms in words', () => {
  it('writes amounts by their currency, exactly', () => {
    expect(amountText(1999, 'EUR')).toBe('€19.99');
    expect(amountText(500, 'JPY')).toBe('¥500');
    expect(amountText(99_999_999, 'USD')).toBe('$999,999.99');
    expect(unitAmountText('0.125', 'EUR')).toBe('€0.00125');
  });

  it('says how a metered price is charged', () => {
    expect(priceWords({ ...PRICE, usageType: 'metered', amountCents: null, unitAmountDecimal: '0.5' })).toBe(
      '€0.005 for each unit used, charged at the end of each month',
    );
    expect(priceWords({ ...PRICE, usageType: 'metered', amountCents: null })).toBe(
      'According to what you use, charged at the end of each month',
    );
    expect(payLabel(view({}, { firstCharge: { amountCents: 1, verification: true } }))).toBe('Pay €0.01');
  });

  it('says what a discount takes off, and for how long', () => {
    const discount = {
      couponId: 'cpn_1',
      code: 'SPRING',
      percentOffBasisPoints: 1250,
      amountOffCents: null,
      currency: null,
      duration: 'repeating',
      durationInMonths: 3,
      endsAt: null,
    } as const;
    expect(discountWords(discount, 'EUR')).toBe('12.5% off for 3 months (code SPRING)');
    expect(discountWords({ ...discount, percentOffBasisPoints: null, amountOffCents: 500, currency: 'EUR', duration: 'once' }, 'EUR')).toBe(
      '€5.00 off on your first payment (code SPRING)',
    );
  });
});
