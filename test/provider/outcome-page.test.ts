import { describe, expect, it } from 'vitest';
import { buildOpenPayment, readPaymentRequest } from '../../shared/sandbox/input.ts';
import type { SandboxPayment } from '../../shared/sandbox/model.ts';
import { OUTCOME_PAGE_HEADERS, renderOutcomePage } from '../../shared/sandbox/outcome-page.ts';
import { START } from './support.ts';

const open: SandboxPayment = buildOpenPayment(
  readPaymentRequest({
    amount: { value: '19.99', currency: 'EUR' },
    description: '<script>alert("x")</script>',
    redirectUrl: 'https://shop.example/back?a=1&b=2',
    method: 'creditcard',
  }),
  { suffix: '1', now: START, claim: null },
);

const buttonsOf = (page: string): readonly (readonly [string, string])[] =>
  [...page.matchAll(/<button type="submit" name="outcome" value="([a-z]+)">([^<]+)<\/button>/g)].map((found) => [
    found[1] ?? '',
    found[2] ?? '',
  ]);

describe('the outcome page of the sandbox', () => {
  it('has one labeled button per outcome', () => {
    expect(buttonsOf(renderOutcomePage(open, '/pay/tr_1'))).toEqual([
      ['paid', 'Paid'],
      ['pending', 'Pending'],
      ['failed', 'Failed'],
      ['canceled', 'Canceled'],
      ['expired', 'Expired'],
    ]);
  });

  it('posts to the action URL and shows the amount', () => {
    const page = renderOutcomePage(open, '/pay/tr_1?x="1"');
    expect(page).toContain('<form method="post" action="/pay/tr_1?x=&quot;1&quot;">');
    expect(page).toContain('19.99 EUR');
  });

  it('has a language, a title, a heading and a viewport for phones', () => {
    const page = renderOutcomePage(open, '/pay');
    expect(page).toMatch(/<html lang="en">[\s\S]*<meta name="viewport"[\s\S]*<title>[^<]+<\/title>[\s\S]*<h1>[^<]+<\/h1>/);
  });

  it('contains no scripts and escapes text', () => {
    const page = renderOutcomePage(open, '/pay');
    expect(page).not.toContain('<script');
    expect(page).toContain('&lt;script&gt;');
    expect(OUTCOME_PAGE_HEADERS['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it('links back only to http and https URLs', () => {
    expect(renderOutcomePage({ ...open, redirectUrl: 'javascript:alert(1)' }, '/pay')).not.toContain('javascript:');
  });

  it('has no buttons for a paid payment, and no button "Pending" for a pending payment', () => {
    expect(buttonsOf(renderOutcomePage({ ...open, status: 'paid' }, '/pay'))).toEqual([]);
    expect(buttonsOf(renderOutcomePage({ ...open, status: 'pending' }, '/pay')).map(([outcome]) => outcome)).not.toContain('pending');
  });
});
