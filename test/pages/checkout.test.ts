import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CheckoutSession } from '../../shared/domain/checkout-session/record.ts';
import { ENGLISH, pageLocaleFor } from '../../shared/locales/pages/locale.ts';
import { closedPage, completedPage, endedPage, openPage, processingPage, unknownPage } from '../../shared/pages/checkout.ts';
import { discountText, payLabel, priceText } from '../../shared/pages/checkout-texts.ts';
import { pageResponse, seeOther } from '../../shared/pages/layout.ts';
import { nextPollUrl, pollCountOf, pollDelayAfter } from '../../shared/pages/polling.ts';
import { amountText, unitAmountText } from '../../shared/platform/amounts.ts';
import { checkoutView, LINKS, PRICE, pageData, RECEIPT, renderOpenPage, textOf } from './support/pages.ts';

describe('the page of an open session', () => {
  it('shows the product, the price, the amount due today and the shop', () => {
    const page = renderOpenPage();
    expect(page).toContain('<h1>Subscribe to Plan &lt;Pro&gt;</h1>');
    expect(page).toContain('<p class="cost">€19.99 per month</p>');
    expect(page).toContain('<dt>Due today</dt><dd>€19.99</dd>');
    expect(page).toContain('<button type="submit">Pay €19.99</button>');
    expect(page).toContain('<title>Checkout – Shop &amp; Sons</title>');
  });

  it('offers each payment method as a labelled radio button in one group, and posts to absolute URLs', () => {
    const page = renderOpenPage();
    expect(page).toContain('<legend>Payment method</legend>');
    for (const [method, name] of [
      ['creditcard', 'Card'],
      ['ideal', 'iDEAL'],
    ]) {
      expect(page).toContain(`id="method-${method}" value="${method}" required`);
      expect(page).toContain(`<label for="method-${method}">${name}</label>`);
    }
    expect(page).toContain('action="https://pay.example/base/checkout/acct_1/test/cs_1/pay"');
    expect(page).toContain('action="https://pay.example/base/checkout/acct_1/test/cs_1/cancel"');
  });

  it('preselects the only payment method', () => {
    expect(renderOpenPage({}, { methods: ['ideal'] })).toContain('value="ideal" required checked');
  });

  it('explains for bank methods that later payments are direct debits', () => {
    const text = 'Later payments are collected from the same bank account by SEPA direct debit.';
    const page = renderOpenPage({}, { methods: ['creditcard', 'ideal', 'directdebit', 'paypal'] });
    expect(page.split(text)).toHaveLength(2);
    expect(page).toContain(`<p class="hint when-chosen" id="method-ideal-hint">${text}</p>`);
  });

  it('explains a trial and its verification charge', () => {
    const page = renderOpenPage({}, { trialDays: 14, firstCharge: { amountCents: 1, verification: true } });
    expect(page).toContain('14 days free, then €19.99 per month');
    expect(page).toContain('<dt>Due today</dt><dd>€0.01</dd>');
    expect(page).toContain('<button type="submit">Start free trial</button>');
  });

  it.each([
    ['en', 'Order with obligation to pay'],
    ['nl', 'Bestelling met betalingsverplichting'],
  ])('says in %s that a trial obliges to pay, if the law requires this text', (language, text) => {
    const trial = { trialDays: 14, firstCharge: { amountCents: 1, verification: true }, requiresOrderText: true } as const;
    const page = textOf(openPage({ ...pageData({}, trial), locale: pageLocaleFor(language, undefined) }, LINKS));
    expect(page).toContain(`<button type="submit">${text}</button>`);
  });

  it('shows the tax, and the date of the first payment if that payment is not due today', () => {
    const taxRate = { rateBasisPoints: 2100, displayName: 'BTW' };
    const tax = [{ ...taxRate, taxableCents: 826, taxCents: 174 }];
    const firstPeriod = { lines: [], subtotalCents: 1999, discountCents: 999, tax, taxCents: 174, totalCents: 1000 };
    const paidToday = renderOpenPage({}, { firstPeriod, taxRate, firstCharge: { amountCents: 1000, verification: false } });
    expect(paidToday).toContain('<p class="cost">€19.99 per month incl. 21% BTW</p>');
    expect(paidToday).toContain('<dt>Includes 21% BTW</dt><dd>€1.74</dd>');
    expect(paidToday).toContain('<dt>Due today</dt><dd>€10.00</dd>');
    expect(paidToday).not.toContain('First payment');
    expect(paidToday).toContain('<dt>Next payment</dt><dd>€10.00 on June 27, 2026</dd>');
    const trial = {
      firstPeriod,
      taxRate,
      taxBehavior: 'exclusive',
      trialDays: 14,
      firstCharge: { amountCents: 1, verification: true },
    } as const;
    const paidAfterTrial = renderOpenPage({}, trial);
    expect(paidAfterTrial).toContain('<p class="cost">14 days free, then €19.99 per month plus 21% BTW</p>');
    expect(paidAfterTrial).toContain('<dt>21% BTW</dt><dd>€1.74</dd>');
    expect(paidAfterTrial).toContain('<dt>First payment</dt><dd>€10.00 on May 28, 2026</dd>');
  });

  it('shows the verification amount of a payment method with a higher minimum amount', () => {
    const verification = { trialDays: 14, firstCharge: { amountCents: 1, verification: true } };
    const page = renderOpenPage({}, { ...verification, methods: ['creditcard', 'eps'] });
    expect(page).toContain('>Card</label>');
    expect(page).toContain('>eps (€1.00 today)</label>');
    expect(page).toContain('<button type="submit">Start free trial</button>');
    expect(renderOpenPage({}, { methods: ['creditcard', 'eps'] })).toContain('>eps</label>');
  });

  it('announces an error, links to the field and marks it as invalid', () => {
    const page = renderOpenPage({}, {}, { problem: { message: 'Select a payment method.', field: 'method' } });
    expect(page).toContain('<title>Error: checkout – Shop &amp; Sons</title>');
    expect(page).toContain('role="alert"');
    expect(page).toContain('<a href="#method-creditcard">Select a payment method.</a>');
    expect(page).toContain('aria-invalid="true" aria-describedby="method-mistake"');
  });

  it('shows a notice in test mode', () => {
    expect(textOf(openPage(pageData({}, {}, true), LINKS))).toContain('Test mode');
    expect(renderOpenPage()).not.toContain('Test mode');
  });
});

describe('the payment methods', () => {
  it('of the country of the buyer come first', () => {
    const methods = ['creditcard', 'directdebit', 'ideal', 'eps'];
    const orderFor = (countryCode: string | null): readonly string[] =>
      [...renderOpenPage({}, { methods, countryCode }).matchAll(/id="method-([a-z]+)" /g)].map(([, method = '']) => method);
    expect(orderFor('NL')).toEqual(['ideal', 'creditcard', 'directdebit', 'eps']);
    expect(orderFor('AT')).toEqual(['eps', 'creditcard', 'directdebit', 'ideal']);
    expect(orderFor(null)).toEqual(methods);
  });

  it('include direct debit with a hint that the buyer confirms the mandate with the bank', () => {
    const page = renderOpenPage({}, { methods: ['creditcard', 'directdebit'] });
    expect(page).toContain('value="directdebit" required aria-describedby="method-directdebit-hint">');
    expect(page).toContain('id="method-directdebit-hint">You confirm the mandate with your bank on the next page.</p>');
    expect(page).not.toContain('method-creditcard-hint');
  });
});

describe('the icons of payment methods', () => {
  it('are next to the names and hidden from screen readers', () => {
    const page = renderOpenPage({}, { methods: ['creditcard', 'ideal', 'paypal', 'something-new'] });
    expect(page.match(/<svg [^>]*aria-hidden="true">/g)).toHaveLength(4);
    // iDEAL and an unknown method have the same icon, a bank.
    expect(new Set(page.match(/<svg .*<\/svg>/g)).size).toBe(3);
    const others = renderOpenPage({}, { methods: ['creditcard', 'directdebit', 'ideal', 'applepay', 'paypal', 'eps', 'banktransfer'] });
    expect(new Set(others.match(/<svg .*<\/svg>/g)).size).toBe(7);
  });
});

describe('the pages of closed, completed and pending sessions', () => {
  it('link a completed session to the success URL', () => {
    expect(textOf(completedPage(pageData({ status: 'completed' }), RECEIPT))).toContain('href="https://shop.example/thanks?a=1&amp;b=2"');
  });

  it('say what was paid, what is charged next, and where the receipt is mailed', () => {
    const page = textOf(completedPage(pageData({ status: 'completed' }), RECEIPT));
    expect(page).toContain('<dt>Amount paid</dt><dd>€19.99</dd>');
    expect(page).toContain('<dt>Next payment</dt><dd>€19.99 on June 27, 2026</dd>');
    expect(page).toContain('<p>We’re sending a receipt to ada@example.com.</p>');
    const next = { amountCents: null, currency: 'EUR', at: 1_782_592_000, isFirst: true };
    const trial = textOf(completedPage(pageData({ status: 'completed' }), { paid: null, email: null, next }));
    expect(trial).toContain('<dt>First payment</dt><dd>June 27, 2026</dd>');
    expect(trial).not.toMatch(/Amount paid|receipt/);
  });

  it('link a completed session without a success URL to its cancel URL, unless that is the URL of its payment link', () => {
    const url = 'https://pay.example/cs_1';
    const pageOf = (session: Partial<CheckoutSession>): string =>
      textOf(completedPage(pageData({ status: 'completed', url, successUrl: url, ...session }), RECEIPT));
    const paymentLink = { id: 'plink_1', isCounted: false };
    expect(pageOf({ paymentLink })).toContain('<a class="button quiet" href="https://shop.example/cart">Back to Shop &amp; Sons</a>');
    expect(pageOf({ paymentLink, cancelUrl: 'https://pay.example/pay/acct_1/test/plink_1' })).not.toContain('<a ');
  });

  it('link an expired session to the cancel URL and show whether a payment failed', () => {
    expect(textOf(endedPage(pageData({ status: 'expired' }), { paymentFailed: false }))).toContain('<h1>Checkout closed</h1>');
    expect(textOf(endedPage(pageData({ status: 'expired' }), { paymentFailed: true }))).toContain('<h1>Payment failed</h1>');
    expect(textOf(endedPage(pageData({ status: 'expired' }), { paymentFailed: true }))).toContain('href="https://shop.example/cart"');
  });

  it('show a button for another attempt before the link back to the shop', () => {
    const page = textOf(endedPage(pageData({ status: 'expired' }), { paymentFailed: true, againUrl: LINKS.again }));
    expect(page).toContain('<button type="submit">Try again</button>');
    expect(page).toContain('<a class="button quiet" href="https://shop.example/cart">Back to Shop &amp; Sons</a>');
  });

  it('show neither a link nor an outcome for a session whose customer was purged', () => {
    for (const status of ['completed', 'expired'] as const) {
      const page = textOf(closedPage(pageData({ status, successUrl: '', cancelUrl: '' })));
      expect(page).toContain('<h1>Checkout closed</h1>');
      expect(page).not.toContain('<a ');
      expect(page).not.toMatch(/charged|set up/);
    }
  });

  it('refresh without a script while a payment is pending, at growing intervals, up to a maximum number of refreshes', () => {
    const next = { url: nextPollUrl(LINKS.return, 0), afterSeconds: pollDelayAfter(0) };
    const page = textOf(processingPage(pageData({ status: 'processing' }), LINKS, next));
    expect(page).toContain(`<meta http-equiv="refresh" content="2;url=${LINKS.return}?looks=1">`);
    expect(pollDelayAfter(pollCountOf('12'))).toBe(15);
    expect(pollDelayAfter(pollCountOf('40'))).toBeNull();
    expect(pollCountOf('x')).toBe(0);
    expect(textOf(processingPage(pageData(), LINKS, { url: LINKS.return, afterSeconds: null }))).not.toContain('http-equiv="refresh"');
  });

  it('link an open session with a pending payment to its payment methods: on the checkout page, or on the page of the shop', () => {
    const linkFor = (session: Partial<CheckoutSession>): string | undefined => {
      const page = textOf(processingPage(pageData(session), LINKS, { url: LINKS.return, afterSeconds: null }));
      return /<a href="([^"]*)">Back to checkout</.exec(page)?.[1];
    };
    expect(linkFor({})).toBe(LINKS.show);
    expect(linkFor({ uiMode: 'embedded' })).toBe('https://shop.example/cart');
    for (const status of ['processing', 'expired'] as const) expect(linkFor({ status })).toBeUndefined();
  });

  it('contain no script, and their policy forbids scripts', () => {
    const pages = [
      openPage(pageData({}, { product: { description: null, features: [], takesCodes: true } }), LINKS),
      completedPage(pageData(), RECEIPT),
      endedPage(pageData(), { paymentFailed: false }),
      closedPage(pageData()),
      unknownPage(ENGLISH),
    ];
    for (const page of pages) {
      expect(page.markup).not.toMatch(/<script|javascript:|\son[a-z]+=|style="/i);
      const style = /<style>([\s\S]*)<\/style>/.exec(page.markup)?.[1] ?? '';
      const policy = pageResponse(200, page).headers['content-security-policy'];
      expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
      expect(policy).toMatch(/^default-src 'none'/);
      expect(policy).toContain("frame-ancestors 'none'");
    }
  });

  it('are not cached and send no referrer; a redirect encodes its location', () => {
    expect(pageResponse(200, unknownPage(ENGLISH)).headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(seeOther('https://shop.example/ü').headers.location).toBe('https://shop.example/%C3%BC');
  });
});

describe('the texts for amounts and prices', () => {
  it('format amounts exactly, with the decimals of the currency', () => {
    expect(amountText(1999, 'EUR', 'en')).toBe('€19.99');
    expect(amountText(500, 'JPY', 'en')).toBe('¥500');
    expect(amountText(99_999_999, 'USD', 'en')).toBe('$999,999.99');
    expect(unitAmountText('0.125', 'EUR', 'en')).toBe('€0.00125');
  });

  it('explain how a metered price is charged', () => {
    expect(priceText({ ...PRICE, usageType: 'metered', amountCents: null, unitAmountDecimal: '0.5' }, ENGLISH)).toBe(
      '€0.005 per unit, billed at the end of each month',
    );
    expect(priceText({ ...PRICE, usageType: 'metered', amountCents: null }, ENGLISH)).toBe(
      'Based on usage, billed at the end of each month',
    );
    expect(payLabel(checkoutView({}, { firstCharge: { amountCents: 1, verification: true } }), ENGLISH)).toBe('Pay €0.01');
  });

  it('show a discount and its duration', () => {
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
    expect(discountText(discount, 'EUR', ENGLISH)).toBe('12.5% off for 3 months (code SPRING)');
    expect(
      discountText({ ...discount, percentOffBasisPoints: null, amountOffCents: 500, currency: 'EUR', duration: 'once' }, 'EUR', ENGLISH),
    ).toBe('€5.00 off your first payment (code SPRING)');
  });
});
